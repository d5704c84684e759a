import { assert, assertEquals } from "@std/assert";
import { leafNeighbors } from "../../lib/query/mod.ts";
import { gridFromIjk, jaggedFromList } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import { keyOf } from "../grid/_oracle.ts";
import { neighborsOf } from "./_batch.ts";
import { LEAF_LISTS, leavesOf } from "./_leaves.ts";

eachBackend("leafNeighbors() finds the 27 leaves around each leaf in its grid", (context) => {
  const lists = [...LEAF_LISTS, ...LEAF_LISTS];
  using grid = build(context, lists);
  using table = leafNeighbors(grid);
  const expected: number[] = [];
  let first = 0;
  for (const one of lists) {
    const leaves = leavesOf(one);
    const indices = new Map(leaves.map((origin, n) => [keyOf(origin), first + n]));
    for (const [i, j, k] of leaves) {
      const find = ([a, b, c]: readonly [number, number, number]): number =>
        indices.get(keyOf([a * 8, b * 8, c * 8])) ?? -1;
      expected.push(...neighborsOf([i / 8, j / 8, k / 8], 1, find));
    }
    first += leaves.length;
  }
  assertEquals(table.shape, [first, 27]);
  assertBits(table.readSync(), BigInt64Array.from(expected, BigInt));
  assert(
    expected.includes(-1) &&
      expected.every((leaf, at) => at % 27 !== 13 || leaf === (at - 13) / 27),
  );
});

eachBackend("leafNeighbors() of no grids and of empty grids is empty", (context) => {
  for (const lists of [[], [new Int32Array(0)]]) {
    using list = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
    using grid = gridFromIjk(list);
    using table = leafNeighbors(grid);
    assertEquals(table.shape, [0, 27]);
  }
});
