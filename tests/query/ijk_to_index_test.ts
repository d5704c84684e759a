import { assertEquals } from "@std/assert";
import { gridFromIjk, gridIjk, ijkToIndex, jagged, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import {
  canonical,
  flatten,
  GOLDEN,
  type Ijk,
  randomIjk,
  randomSource,
  triples,
} from "../grid/_oracle.ts";
import { buildBatch, ijkQuestions, LISTS, rowOf } from "./_batch.ts";

eachBackend("ijkToIndex() gives the rows of the published example, and -1 beside it", (context) => {
  using list = tensor(flatten(GOLDEN.map(([ijk]) => ijk)), { context, shape: [GOLDEN.length, 3] });
  using grid = gridFromIjk(list);
  using rows = ijkToIndex(grid, list);
  assertEquals([...rows.readSync()].map(Number), GOLDEN.map(([, value]) => value - 1));
  using absent = tensor(new Int32Array([7, 7, 7]), { context, shape: [1, 3] });
  using row = ijkToIndex(grid, absent);
  assertEquals([...row.readSync()], [-1n]);
});

eachBackend("ijkToIndex() of a grid's own voxels counts up", (context) => {
  using grid = buildBatch(context);
  using ijk = gridIjk(grid);
  using inGrid = ijkToIndex(grid, ijk);
  using inBatch = ijkToIndex(grid, ijk, { rows: "batch" });
  const counts = LISTS.map((list) => canonical(list).length);
  assertEquals(
    [...inGrid.data.readSync()].map(Number),
    counts.flatMap((count) => Array.from({ length: count }, (_, row) => row)),
  );
  assertEquals(
    [...inBatch.data.readSync()].map(Number),
    Array.from({ length: grid.numVoxels }, (_, row) => row),
  );
  assertEquals([...inBatch.offsets], [...ijk.offsets]);
});

eachBackend("ijkToIndex() asks each list's own grid", (context) => {
  const asked = LISTS.map((_, b) => ijkQuestions(b));
  using grid = buildBatch(context);
  using ijk = jaggedFromList(asked.map(flatten), { context, dtype: "i32", shape: [3] });
  const before = [...ijk.data.readSync()];
  for (const rowsOf of ["grid", "batch"] as const) {
    using rows = ijkToIndex(grid, ijk, { rows: rowsOf });
    assertEquals(
      [...rows.data.readSync()].map(Number),
      asked.flatMap((list, b) => list.map((one) => rowOf(b, one, rowsOf === "batch"))),
    );
  }
  assertEquals([...ijk.data.readSync()], before);
});

eachBackend("ijkToIndex() answers no questions with no answers", (context) => {
  using grid = buildBatch(context);
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using lists = jagged(none, { offsets: new BigInt64Array(4) });
  using rows = ijkToIndex(grid, lists);
  assertEquals([rows.data.shape, rows.length], [[0], 3]);
  using empty = gridFromIjk(none);
  using any = tensor(flatten(randomIjk(randomSource(1), 9, -2, 2)), { context, shape: [9, 3] });
  using missing = ijkToIndex(empty, any);
  assertEquals([...missing.readSync()], Array<bigint>(9).fill(-1n));
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  using nothing = ijkToIndex(zero, noLists);
  assertEquals([nothing.data.shape, nothing.length], [[0], 0]);
});

eachBackend("ijkToIndex() finds voxels of one leaf by all of its 512 places", (context) => {
  const odd: Ijk[] = [];
  for (let n = 1; n < 512; n += 3) odd.push([8 + (n >> 6), -8 + ((n >> 3) & 7), 16 + (n & 7)]);
  using list = tensor(flatten(odd), { context, shape: [odd.length, 3] });
  using grid = gridFromIjk(list);
  const all = Array.from(
    { length: 512 },
    (_, n): Ijk => [8 + (n >> 6), -8 + ((n >> 3) & 7), 16 + (n & 7)],
  );
  using ijk = tensor(flatten(all), { context, shape: [512, 3] });
  using rows = ijkToIndex(grid, ijk);
  assertEquals(
    [...rows.readSync()].map(Number),
    triples(flatten(all)).map((_, n) => n % 3 === 1 ? (n - 1) / 3 : -1),
  );
});
