import { assertEquals } from "@std/assert";
import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import { gridFromPoints, gridIjk, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { keyOf, randomPoints, rowsOf, voxelsOf } from "./_oracle.ts";

eachBackend("gridFromPointsWithRows() says which voxel each point is in", (context) => {
  const lists = [randomPoints(4, 3000, 5), [], randomPoints(5, 1000, 2)];
  using points = jaggedFromList(lists.map((list) => new Float32Array(list)), {
    context,
    dtype: "f32",
    shape: [3],
  });
  using built = gridFromPointsWithRows(points, { voxelSize: 0.5, origin: 0.1 });
  let first = 0;
  const expected = lists.flatMap((list) => {
    const voxels = voxelsOf(new Float32Array(list), [0.5, 0.5, 0.5], [0.1, 0.1, 0.1]);
    const rows = rowsOf(voxels);
    const base = first;
    first += rows.size;
    return voxels.map((ijk) => base + (rows.get(keyOf(ijk)) ?? NaN));
  });
  assertEquals([...built.rows.readSync()].map(Number), expected);
  assertEquals(built.grid.numVoxels, first);
  built.dispose();
  assertEquals([built.grid.disposed, built.rows.disposed, built.disposed], [true, true, true]);
});

eachBackend("gridFromPointsWithRows() builds the grid that gridFromPoints() builds", (context) => {
  using points = tensor(new Float64Array(randomPoints(7, 2000, 40)), { context, shape: [2000, 3] });
  using plain = gridFromPoints(points, { voxelSize: [1, 2, 3] });
  using built = gridFromPointsWithRows(points, { voxelSize: [1, 2, 3] });
  assertEquals(built.grid.counts, plain.counts);
  using expected = gridIjk(plain);
  using ijk = gridIjk(built.grid);
  assertEquals([...ijk.data.readSync()], [...expected.data.readSync()]);
});

eachBackend("gridFromPointsWithRows() accepts no points", (context) => {
  using points = tensor(new Float16Array(0), { context, shape: [0, 3] });
  using built = gridFromPointsWithRows(points, { voxelSize: 1 });
  assertEquals([built.grid.numVoxels, built.rows.shape], [0, [0]]);
});
