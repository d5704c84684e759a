import { assertEquals, assertThrows } from "@std/assert";
import { groupByCode } from "../../lib/attention/mod.ts";
import { jaggedMax, takeRows } from "../../lib/jagged/mod.ts";
import { gridMorton, hilbert } from "../../lib/query/mod.ts";
import { gridFromIjk, jagged, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { flatten, randomIjk, randomSource } from "../grid/_oracle.ts";
import { assertInverse, assertWindows } from "./_orders.ts";

eachBackend("groupByCode() groups the rows of each list by their upper bits", (context) => {
  const random = randomSource(7);
  for (const ends of [[0, 1], [0, 0, 300, 300, 999, 1000, 1000], [0, 3000]]) {
    const n = ends.at(-1) ?? 0;
    const numbers = Array.from({ length: n }, () => BigInt(Math.floor(random() * 2000) - 1000));
    using codes = tensor(BigInt64Array.from(numbers), { context });
    using lists = jagged(codes, { offsets: ends });
    using found = groupByCode(lists, { shift: 4 });
    const groups = ends.slice(1).map((end, list) => {
      const known = new Map<bigint, number[]>();
      for (let row = ends[list] ?? 0; row < end; row++) {
        const code = (numbers[row] ?? 0n) >> 4n;
        known.set(code, [...known.get(code) ?? [], row]);
      }
      return [...known].sort(([a], [b]) => a < b ? -1 : 1);
    });
    assertWindows(found, groups.map((list) => list.map(([, rows]) => rows)));
    assertInverse(found, n);
    assertEquals([...found.codes.data.readSync()], groups.flat().map(([code]) => code));
    assertEquals(
      [...found.codes.offsets].map(Number),
      groups.reduce((all, list) => [...all, (all.at(-1) ?? 0) + list.length], [0]),
    );
    const numberOf = new Map(groups.flat().flatMap(([, rows], at) => rows.map((row) => [row, at])));
    assertEquals(
      [...found.groups.readSync()].map(Number),
      Array.from({ length: n }, (_, row) => numberOf.get(row)),
    );
  }
});

eachBackend("groupByCode() of Hilbert codes pools the voxels of boxes, and unpools", (context) => {
  const list = randomIjk(randomSource(2), 800, 0, 15);
  using ijk = tensor(flatten(list), { context, shape: [list.length, 3] });
  using codes = hilbert(ijk);
  using found = groupByCode(codes, { shift: 3 });
  using numbers = tensor(Float32Array.from(list, (_, row) => row), {
    context,
    shape: [list.length, 1],
  });
  using taken = takeRows(numbers, found.rows);
  using pooled = jaggedMax(taken);
  using back = takeRows(pooled.values, found.groups);
  const boxOf = (row: number): string => `${list[row]?.map((at) => at >> 1)}`;
  const expected = list.map((_, row) =>
    list.reduce((last, _, other) => boxOf(other) === boxOf(row) ? other : last, row)
  );
  assertEquals([...back.readSync()], expected);
});

eachBackend("groupByCode() keeps the lists of batches, also empty ones", (context) => {
  using ijk = tensor(Int32Array.of(0, 0, 0, 1, 1, 1, 2, 0, 0), { context, shape: [3, 3] });
  using lists = jagged(ijk, { offsets: [0, 0, 2, 3] });
  using grid = gridFromIjk(lists);
  using codes = gridMorton(grid, { offset: [0, 0, 0] });
  using found = groupByCode(codes, { shift: 3 });
  assertWindows(found, [[], [[0, 1]], [[2]]]);
  assertEquals([...found.codes.data.readSync()], [0n, 1n]);
  using none = tensor(new BigInt64Array(0), { context });
  using empty = groupByCode(none);
  assertWindows(empty, [[]]);
});

eachBackend("groupByCode() refuses shifts that codes have no bits for", (context) => {
  using codes = tensor(BigInt64Array.of(1n), { context });
  for (const shift of [-1, 64, 0.5]) {
    assertThrows(() => groupByCode(codes, { shift }), RangeError, "shift is");
  }
});
