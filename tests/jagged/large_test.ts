import { assert, assertEquals } from "@std/assert";
import {
  add,
  asType,
  jaggedMask,
  jaggedMax,
  jaggedMin,
  less,
  listOfRows,
  multiply,
  randomUniform,
} from "../../lib/jagged/mod.ts";
import { jagged, jaggedSum, takeRows, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertWindows, sizesOf, spread, windowsOf } from "../_large.ts";

/** Rows of a window. */
const COUNT = 32;
/** Rows of lists. */
const rowsOf = sizesOf(1997, 2 ** 32 + 997);
const PATTERN = Int16Array.from({ length: COUNT }, (_, at) => at * at - 300);

eachBackend((on) => `lists of ${rowsOf(on)} elements are computed to the last`, (context) => {
  const n = rowsOf(context);
  const windows = windowsOf(n, COUNT, [1]);
  using few = tensor(PATTERN, { context });
  using many = spread(context, { dtype: "i16", shape: [n], filler: 7, windows, pattern: PATTERN });
  for (
    const work of [
      (lists: typeof few) => add(lists, lists),
      (lists: typeof few) => multiply(lists, 3),
      (lists: typeof few) => less(lists, 0),
      (lists: typeof few) => asType(lists, "f16"),
    ]
  ) {
    using expected = work(few);
    using actual = work(many);
    assertWindows(actual, windows, expected.readSync());
  }
});

eachBackend((on) => `lists of ${rowsOf(on)} elements are reduced whole`, (context) => {
  const n = rowsOf(context);
  const windows = windowsOf(n, COUNT, [1]);
  using data = spread(context, { dtype: "i16", shape: [n], filler: 7, windows, pattern: PATTERN });
  const last = n - COUNT;
  using lists = jagged(data, { offsets: [0, 5, 5, last, n] });
  const sum = (values: Int16Array): number => values.reduce((all, value) => all + value, 0);
  const middle = (windows.length - 1) * sum(PATTERN) - sum(PATTERN.subarray(0, 5)) +
    7 * (n - windows.length * COUNT);
  using sums = jaggedSum(lists);
  const wanted = [sum(PATTERN.subarray(0, 5)), 0, middle, sum(PATTERN)];
  assertEquals([...sums.readSync()].map(Number), wanted);
  using least = jaggedMin(lists);
  assertEquals(Number(least.values.readSync()[3]), Math.min(...PATTERN));
  using most = jaggedMax(lists);
  assertEquals(Number(most.values.readSync()[3]), Math.max(...PATTERN));
  assertEquals(Number(most.indices.readSync()[3]), COUNT - 1);
  using rows = listOfRows(lists);
  using end = rows.slice(n - COUNT - 1);
  assertEquals([...end.readSync()], [2, ...Array<number>(COUNT).fill(3)]);
});

eachBackend((on) => `rows up to element ${rowsOf(on)} are taken, and masked`, (context) => {
  const n = rowsOf(context);
  const windows = windowsOf(n, COUNT, [1]);
  using data = spread(context, { dtype: "i16", shape: [n], filler: 7, windows, pattern: PATTERN });
  const places = windows.flatMap((first) =>
    PATTERN.keys().map((at) => BigInt(first + at)).toArray()
  );
  using rows = tensor(BigInt64Array.from(places), { context });
  using taken = takeRows(data, rows);
  const expected = windows.flatMap(() => [...PATTERN]);
  assertEquals([...taken.readSync()], expected);
  const kept = new Uint8Array(COUNT).fill(1);
  using mask = spread(context, { dtype: "bool", shape: [n], filler: 0, windows, pattern: kept });
  using masked = jaggedMask(data, mask);
  assertEquals([...masked.readSync()], expected);
});

eachBackend((on) => `random numbers go on up to ${rowsOf(on)} of them`, (context) => {
  const n = rowsOf(context);
  using few = randomUniform([COUNT], { context, dtype: "f32", seed: 9 });
  using many = randomUniform([n], { context, dtype: "f32", seed: 9 });
  assertWindows(many, [0], few.readSync());
  using end = many.slice(n - COUNT);
  const last = end.readSync();
  assert(new Set(last).size > COUNT / 2 && last.every((value) => value >= 0 && value < 1));
  assert(last.some((value, at) => value !== few.readSync()[at]));
});
