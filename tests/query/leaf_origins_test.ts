import { assertEquals } from "@std/assert";
import { leafOrigins } from "../../lib/query/mod.ts";
import { gridFromIjk, jaggedFromList } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "../grid/_grids.ts";
import { LEAF_LISTS, leavesOf } from "./_leaves.ts";

eachBackend("leafOrigins() lists the least voxel of each leaf in row order", (context) => {
  using grid = build(context, LEAF_LISTS);
  using origins = leafOrigins(grid);
  const expected = LEAF_LISTS.flatMap(leavesOf);
  assertEquals(origins.shape, [expected.length, 3]);
  assertEquals([...origins.readSync()], expected.flat());
});

eachBackend("leafOrigins() of no grids and of empty grids is empty", (context) => {
  for (const lists of [[], [new Int32Array(0)]]) {
    using list = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
    using grid = gridFromIjk(list);
    using origins = leafOrigins(grid);
    assertEquals(origins.shape, [0, 3]);
  }
});
