import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { rowMap, type RowMapNumber, type RowMapOptions } from "../../lib/query/mod.ts";
import { type Context, type GridBatch, gridFromIjk, jagged, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build, type Lists } from "../grid/_grids.ts";
import {
  canonical,
  INT32_MAX,
  INT32_MIN,
  keyOf,
  randomIjk,
  randomSource,
  rowsOf,
} from "../grid/_oracle.ts";

/** Along one axis, in exact integers; coordinates beyond int32 stay so and match nothing. */
function mapped(value: number, axis: number, options: RowMapOptions): number {
  const at = (number: RowMapNumber | undefined, otherwise: number): bigint =>
    BigInt(typeof number === "number" ? number : number?.[axis] ?? otherwise);
  const divisor = at(options.divisor, 1);
  const sum = BigInt(value) * at(options.scale, 1) + at(options.shift, 0);
  const rest = ((sum % divisor) + divisor) % divisor;
  if (rest >= at(options.remainders, Number(divisor))) return NaN;
  return Number((sum - rest) / divisor);
}

/** Brute force. */
function expectedRows(lists: Lists, others: Lists, options: RowMapOptions): number[] {
  let first = 0;
  return lists.flatMap((list, b) => {
    const table = rowsOf(others[b] ?? []);
    const start = options.rows === "grid" ? 0 : first;
    first += table.size;
    return canonical(list).map((ijk) => {
      const [i = NaN, j = NaN, k = NaN] = ijk.map((value, axis) => mapped(value, axis, options));
      const row = table.get(keyOf([i, j, k]));
      return row === undefined ? -1 : start + row;
    });
  });
}

function check(context: Context, lists: Lists, others: Lists, options: RowMapOptions): number[] {
  using grid = build(context, lists);
  using other = build(context, others);
  using rows = rowMap(grid, other, options);
  assertEquals([rows.dtype, rows.shape], ["i64", [grid.numVoxels]]);
  const found = [...rows.readSync()].map(Number);
  assertEquals(found, expectedRows(lists, others, options));
  return found;
}

const LISTS: Lists = [
  randomIjk(randomSource(61), 700, -9, 9),
  [],
  [...randomIjk(randomSource(62), 300, -20, 20), [4096, -4097, 0], [0, 0, INT32_MAX]],
  [[1, 1, 1]],
];
const OTHERS: Lists = [
  [...randomIjk(randomSource(63), 900, -11, 11), [4095, 0, 0]],
  [[0, 0, 0]],
  [...randomIjk(randomSource(64), 400, -25, 25), [4096, -4097, 0], [0, 0, INT32_MAX]],
  [],
];

const MAPS: Readonly<Record<string, RowMapOptions>> = {
  "the same coordinate": {},
  "whole leaves away": { shift: [8, 0, -16] },
  "the next tile": { shift: [4096, -4096, 0] },
  "a neighbor": { shift: [0, -1, 1] },
  "parents": { divisor: 2 },
  "parents, per axis": { divisor: [4, 3, 1] },
  "parents of some": { divisor: 3, remainders: 2 },
  "parents of some, per axis": { shift: [1, 0, 2], divisor: [4, 1, 3], remainders: [3, 9, 1] },
  "first children": { scale: [2, 3, 1] },
  "mirror images": { scale: -1 },
  "one voxel": { scale: 0, shift: [4095, 0, 0] },
  "fractions": { scale: 3, shift: [1, -2, 0], divisor: [2, 5, 7] },
  "other ends": { scale: INT32_MIN, shift: INT32_MIN, divisor: INT32_MAX },
};

eachBackend("rowMap() finds rows of common voxels and of parents", (context) => {
  using fine = build(context, [[[0, 0, -1], [0, 0, 5], [0, 0, 4], [-3, 0, 0]]]);
  using coarse = build(context, [[[0, 0, 2], [0, 0, -1], [-2, 0, 0]]]);
  // Rows of `fine`: (-3, 0, 0), (0, 0, -1), (0, 0, 4), (0, 0, 5); of `coarse`: (-2, 0, 0), (0, 0, -1), (0, 0, 2).
  using parents = rowMap(fine, coarse, { divisor: 2 });
  assertEquals([...parents.readSync()], [0n, 1n, 2n, 2n]);
  using same = rowMap(fine, coarse);
  assertEquals([...same.readSync()], [-1n, 1n, -1n, -1n]);
});

for (const [name, options] of Object.entries(MAPS)) {
  eachBackend(`rowMap() agrees with brute force for ${name}`, (context) => {
    const rows = check(context, LISTS, OTHERS, options);
    check(context, LISTS, OTHERS, { ...options, rows: "grid" });
    assert(rows.includes(-1));
    assert(name === "other ends" || name === "the next tile" || rows.some((row) => row > 100));
  });
}

eachBackend("rowMap() of a batch to itself counts up", (context) => {
  using grid = build(context, LISTS);
  using rows = rowMap(grid, grid);
  assertEquals(
    [...rows.readSync()].map(Number),
    Array.from({ length: grid.numVoxels }, (_, n) => n),
  );
});

eachBackend("rowMap() does not wrap around the ends of int32", (context) => {
  const ends: Lists = [[
    [INT32_MIN, INT32_MIN, INT32_MIN],
    [INT32_MAX, INT32_MAX, INT32_MAX],
    [INT32_MAX, 0, 0],
    [INT32_MIN, 0, 0],
    [INT32_MIN + 8, 0, 0],
  ]];
  const shifts: readonly RowMapNumber[] = [1, -1, 8, -8, INT32_MIN, INT32_MAX, [8, 0, 0], [
    -8,
    0,
    0,
  ]];
  for (const shift of shifts) check(context, ends, ends, { shift });
  check(context, ends, ends, { scale: 2 });
  assertEquals(
    check(context, ends, ends, { shift: [8, 0, 0] }).filter((row) => row >= 0).length,
    1,
  );
});

eachBackend("rowMap() agrees with brute force for any map", (context) => {
  const small = fc.integer({ min: -5, max: 9 });
  const list = fc.array(fc.tuple(small, small, small), { maxLength: 60 });
  const shift = fc.oneof(small, fc.constantFrom(-8, 8, 16));
  fc.assert(
    fc.property(
      list,
      list,
      fc.tuple(small, small, small),
      fc.tuple(shift, shift, shift),
      fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 }), fc.constant(1)),
      fc.integer({ min: 1, max: 5 }),
      (a, b, scale, move, divisor, remainders) => {
        check(context, [a], [b], { scale, shift: move, divisor });
        check(context, [a], [b], { scale, shift: move, divisor, remainders });
        check(context, [a], [b], { shift: move });
      },
    ),
    { numRuns: 40 },
  );
});

eachBackend("rowMap() accepts no voxels and no grids", (context) => {
  check(context, [[]], [[[1, 2, 3]]], {});
  check(context, [[[1, 2, 3]]], [[]], { divisor: 2 });
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  using rows = rowMap(zero, zero);
  assertEquals(rows.shape, [0]);
});

eachBackend("rowMap() rejects what does not fit", (context) => {
  using grid = build(context, LISTS);
  using single = build(context, [[[0, 0, 0]]]);
  const message = (other: GridBatch, options?: RowMapOptions): string =>
    assertThrows(() => rowMap(grid, other, options), RangeError).message;
  const start = "Cannot run rowMap: ";
  assertEquals(message(single), `${start}other has 1 grids, 4 expected`);
  assertEquals(message(grid, { divisor: 0 }), `${start}divisor 0 is not positive`);
  assertEquals(message(grid, { divisor: [1, -2, 1] }), `${start}divisor -2 is not positive`);
  assertEquals(message(grid, { remainders: 0 }), `${start}remainders 0 is not positive`);
  assertEquals(
    message(grid, { divisor: 2, remainders: [1, 1, 1.5] }),
    `${start}remainders 1.5 is not a whole number of 32 bits`,
  );
  assertEquals(message(grid, { scale: 0.5 }), `${start}scale 0.5 is not a whole number of 32 bits`);
  assertEquals(message(grid, { shift: NaN }), `${start}shift NaN is not a whole number of 32 bits`);
  assertEquals(
    message(grid, { shift: 2 ** 31 }),
    `${start}shift 2147483648 is not a whole number of 32 bits`,
  );
  const short = [1, 2] as unknown as [number, number, number];
  assertEquals(message(grid, { scale: short }), `${start}scale has 2 components, 3 expected`);
});
