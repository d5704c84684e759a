import { assertEquals } from "@std/assert";
import { leafGrids } from "../../lib/query/mod.ts";
import { gridFromIjk, jaggedFromList } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "../grid/_grids.ts";
import { LEAF_LISTS, leavesOf } from "./_leaves.ts";

eachBackend("leafGrids() names each leaf's grid", (context) => {
  const lists = [...LEAF_LISTS, ...LEAF_LISTS.toReversed()];
  using grid = build(context, lists);
  using grids = leafGrids(grid);
  const expected = lists.flatMap((one, b) => leavesOf(one).map(() => b));
  assertEquals(grids.dtype, "i32");
  assertEquals([...grids.readSync()], expected);
});

eachBackend("leafGrids() of no grids and of empty grids is empty", (context) => {
  for (const lists of [[], [new Int32Array(0)]]) {
    using list = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
    using grid = gridFromIjk(list);
    using grids = leafGrids(grid);
    assertEquals(grids.shape, [0]);
  }
});
