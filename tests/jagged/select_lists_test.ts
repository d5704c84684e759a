import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  jaggedAt,
  jaggedConcat,
  jaggedSelect,
  jaggedSlice,
  type JaggedSliceOptions,
} from "../../lib/jagged/mod.ts";
import { jagged } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { makeLists, randomLengths, rowsOfLists, startsOf } from "./_lists.ts";

/** What Python's slices choose of 0, 1, ..., length - 1, from their definition. */
function sliceOf(length: number, { start, stop, step = 1 }: JaggedSliceOptions): number[] {
  const bound = (place: number): number =>
    Math.min(Math.max(place < 0 ? place + length : place, 0), length);
  const chosen: number[] = [];
  for (let at = bound(start ?? 0); at < bound(stop ?? length); at += step) chosen.push(at);
  return chosen;
}

const SLICES: readonly JaggedSliceOptions[] = [
  { start: 2, stop: 3 },
  { stop: 4 },
  {},
  { stop: -1 },
  { start: -5 },
  { start: -1 },
  { start: 1, stop: 1 },
  { start: -1, stop: 1 },
  { start: -5, stop: -1 },
  { start: -5000, stop: -1 },
  { start: -5000, stop: 5000 },
  { start: 2, stop: 8, step: 2 },
  { start: 3, stop: -1, step: 3 },
  { start: 3, stop: 11, step: 4 },
  { start: 7, step: 100 },
];

eachBackend("jaggedSlice() chooses what Python's slices choose", (context) => {
  const random = new Random(1);
  const lengths = randomLengths(random, 11, 9);
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  using lists = makeLists(context, "f32", lengths, random.floats(rows * 7), [7]);
  const all = rowsOfLists(lists);
  for (const options of SLICES) {
    using some = jaggedSlice(lists, options);
    assertEquals(some.data.shape.slice(1), [7]);
    assertEquals(rowsOfLists(some), sliceOf(11, options).map((list) => all[list] ?? []));
    const [chosen] = sliceOf(11, options);
    if (chosen !== undefined) {
      using one = jaggedAt(lists, chosen);
      using same = jaggedAt(lists, chosen - 11);
      assertEquals(one.shape, [all[chosen]?.length ?? NaN, 7]);
      assertEquals([...one.readSync()], (all[chosen] ?? []).flat());
      assertEquals([...same.readSync()], [...one.readSync()]);
    }
  }
});

eachBackend("jaggedSlice() and jaggedSelect() choose outer lists", (context) => {
  const random = new Random(2);
  const lengths = randomLengths(random, 23, 5);
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  using flat = makeLists(context, "i32", lengths, random.integers(rows, 0, 999));
  const outerOffsets = [0, 3, 3, 4, 7, 9, 12, 12, 15, 20, 22, 23];
  using lists = jagged(flat.data, { offsets: flat.offsets, outerOffsets });
  const all = rowsOfLists(flat);
  const outer = (of: number): (typeof all)[number][] =>
    all.slice(outerOffsets[of] ?? NaN, outerOffsets[of + 1] ?? NaN);
  for (const options of SLICES) {
    using some = jaggedSlice(lists, options);
    const chosen = sliceOf(11, options);
    assertEquals(rowsOfLists(some), chosen.flatMap(outer));
    const counts = chosen.map((of) => BigInt(outer(of).length));
    assertEquals(
      [...some.outerOffsets?.slice(1) ?? []],
      counts.map((_, nth) => counts.slice(0, nth + 1).reduce((sum, count) => sum + count, 0n)),
    );
  }
  using picked = jaggedSelect(lists, [-1, 3, 3, 6]);
  assertEquals(rowsOfLists(picked), [10, 3, 3, 6].flatMap(outer));
  assertEquals([...picked.outerOffsets ?? []], [0n, 1n, 4n, 7n, 7n]);
});

eachBackend("jaggedSlice() shares storage with a step of 1 alone", (context) => {
  using lists = makeLists(context, "f32", [1, 1, 1], [1, 2, 3]);
  using view = jaggedSlice(lists, { start: 1 });
  using copy = jaggedSlice(lists, { start: 1, step: 2 });
  lists.data.fill(9);
  assertEquals([...view.data.readSync()], [9, 9]);
  assertEquals([...copy.data.readSync()], [2]);
});

eachBackend("jaggedSelect() gathers lists in any order", (context) => {
  const lengths = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(lengths, fc.array(fc.nat(), { maxLength: 12 }), (sizes, picks) => {
      const rows = sizes.reduce((sum, size) => sum + size, 0);
      using lists = makeLists(
        context,
        "i32",
        sizes,
        Array.from({ length: rows * 3 }, (_, at) => at),
        [3],
      );
      const which = picks.map((pick) => pick % (2 * sizes.length) - sizes.length);
      using some = jaggedSelect(lists, which);
      const all = rowsOfLists(lists);
      assertEquals(rowsOfLists(some), which.map((list) => all.at(list) ?? []));
      const yes = sizes.map((_, list) => which.includes(list));
      using kept = jaggedSelect(lists, yes);
      assertEquals(rowsOfLists(kept), all.filter((_, list) => yes[list]));
    }),
    { seed: 5, numRuns: 40 },
  );
});

eachBackend("jaggedSelect() copies long lists, and those between them", (context) => {
  const lengths = [5000, 0, 3, 0, 9000, 1, 0];
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  const values = Uint8Array.from({ length: rows * 3 }, (_, at) => at % 251);
  using lists = makeLists(context, "u8", lengths, values, [3]);
  const starts = startsOf(lengths);
  const which = [6, 4, 2, 2, 0, 1, 5];
  using chosen = jaggedSelect(lists, which);
  const expected = which.flatMap((list) => [
    ...values.subarray(3 * (starts[list] ?? NaN), 3 * (starts[list + 1] ?? NaN)),
  ]);
  assertBits(chosen.data.readSync(), Uint8Array.from(expected));
  using joined = jaggedConcat([lists, chosen], { dim: 0 });
  const own = startsOf(which.map((list) => lengths[list] ?? NaN));
  const both = lengths.flatMap((_, list) => [
    ...values.subarray(3 * (starts[list] ?? NaN), 3 * (starts[list + 1] ?? NaN)),
    ...expected.slice(3 * (own[list] ?? NaN), 3 * (own[list + 1] ?? NaN)),
  ]);
  assertBits(joined.data.readSync(), Uint8Array.from(both));
});

eachBackend("choosing of no lists, and none of some, is empty", (context) => {
  using none = makeLists(context, "f32", [], [], [2]);
  using some = makeLists(context, "f32", [1], [1, 2], [2]);
  using a = jaggedSlice(none, { step: 2 });
  using b = jaggedSlice(some, { start: 1 });
  using c = jaggedSelect(some, []);
  for (const empty of [a, b, c]) {
    assertEquals([empty.length, empty.data.shape, [...empty.offsets]], [0, [0, 2], [0n]]);
  }
});

eachBackend("choosing lists rejects what is not there", (context) => {
  using lists = makeLists(context, "f32", [1, 2], [1, 2, 3]);
  const at = (index: number): string =>
    assertThrows(() => jaggedAt(lists, index), RangeError).message;
  for (const index of [2, -3, 0.5, NaN]) {
    assertEquals(at(index), `Cannot run jaggedAt: list ${index} is not among 2`);
  }
  assertThrows(() => jaggedSlice(lists, { step: 0 }), RangeError, "step is 0, 1 or more expected");
  assertThrows(() => jaggedSlice(lists, { step: -1 }), RangeError, "step is -1, 1 or more");
  assertThrows(() => jaggedSlice(lists, { step: 1.5 }), RangeError, "step is 1.5, 1 or more");
  assertThrows(() => jaggedSlice(lists, { start: 0.5 }), RangeError, "start is 0.5, a whole");
  assertThrows(() => jaggedSlice(lists, { stop: NaN }), RangeError, "stop is NaN, a whole");
  assertThrows(() => jaggedSelect(lists, [0, 2]), RangeError, "list 2 is not among 2");
  assertThrows(
    () => jaggedSelect(lists, [true]),
    RangeError,
    "there are 1 booleans, the number of lists is 2",
  );
  assertThrows(
    () => jaggedSelect(lists, [true, 1] as unknown as number[]),
    TypeError,
    "numbers and booleans are mixed",
  );
  assertThrows(
    () => jaggedSelect(lists, [null] as unknown as number[]),
    TypeError,
    "Cannot run jaggedSelect: a list is null, numbers or booleans expected",
  );
});
