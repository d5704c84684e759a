import { assertEquals } from "@std/assert";
import { rowGrids } from "../../lib/query/mod.ts";
import { gridFromIjk, jaggedFromList } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { buildBatch } from "./_batch.ts";

eachBackend("rowGrids() names each voxel's grid", (context) => {
  using grid = buildBatch(context);
  using grids = rowGrids(grid);
  const expected = grid.voxelCounts.flatMap((count, b) => Array<number>(count).fill(b));
  assertEquals(new Set(expected), new Set([0, 2]));
  assertEquals([grids.dtype, grids.shape], ["i32", [grid.numVoxels]]);
  assertEquals([...grids.readSync()], expected);
});

eachBackend("rowGrids() of one grid is zero, of none is empty", (context) => {
  for (const lists of [[new Int32Array([0, 0, 0, 9, 9, 9])], [], [new Int32Array(0)]]) {
    using list = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
    using grid = gridFromIjk(list);
    using grids = rowGrids(grid);
    assertEquals([...grids.readSync()], Array<number>(grid.numVoxels).fill(0));
  }
});
