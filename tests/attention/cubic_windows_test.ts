import { assertEquals, assertThrows } from "@std/assert";
import { cubicWindows, windowCodes } from "../../lib/attention/mod.ts";
import { jagged, NativeError, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import {
  flatten,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  randomIjk,
  randomSource,
} from "../grid/_oracle.ts";
import { assertInverse, assertWindows, rowsOfLists } from "./_orders.ts";

eachBackend("cubicWindows() groups the voxels of boxes, also of shifted ones", (context) => {
  const list = randomIjk(randomSource(11), 1500, -40, 40);
  const ends = [0, 0, 400, 401, 401, 1500];
  using ijk = tensor(flatten(list), { context, shape: [list.length, 3] });
  using lists = jagged(ijk, { offsets: ends });
  const cases: readonly [size: Ijk, shift: Ijk][] = [
    [[1, 1, 1], [0, 0, 0]],
    [[5, 5, 5], [2, 2, 2]],
    [[3, 7, 200], [-1, 6, 1000]],
  ];
  for (const [size, shift] of cases) {
    const boxOf = (row: number): number[] =>
      [0, 1, 2].map((axis) =>
        Math.floor(((list[row]?.[axis] ?? NaN) + (shift[axis] ?? 0)) / (size[axis] ?? 1))
      );
    const expected = rowsOfLists(ends).map((rows) => {
      const known = new Map<string, number[]>();
      for (const row of rows) {
        known.set(`${boxOf(row)}`, [...known.get(`${boxOf(row)}`) ?? [], row]);
      }
      return [...known.values()].sort(([a = 0], [b = 0]) => {
        const [one, other] = [boxOf(a), boxOf(b)];
        const axis = one.findIndex((at, axis) => at !== other[axis]);
        return (one[axis] ?? 0) - (other[axis] ?? 0);
      });
    });
    using windows = cubicWindows(lists, { size, shift });
    assertWindows(windows, expected);
    assertInverse(windows, list.length);
    using codes = windowCodes(lists, { size, shift });
    assertEquals([...codes.offsets].map(Number), ends);
    const ofRows = codes.data.readSync();
    const ofWindows = windows.codes.data.readSync();
    windows.groups.readSync().forEach((window, row) => {
      assertEquals(ofRows[row], ofWindows[Number(window)]);
    });
  }
});

eachBackend("windowCodes() reaches to the ends of coordinates in wide boxes only", (context) => {
  const ends: Ijk[] = [[INT32_MIN, 0, 0], [INT32_MAX, 0, 0]];
  using ijk = tensor(flatten(ends), { context, shape: [2, 3] });
  using codes = windowCodes(ijk, { size: [2 ** 12, 1, 1] });
  const middle = 2n ** 20n;
  assertEquals([...codes.readSync()].map((code) => code >> 42n), [
    middle - 2n ** 19n,
    middle + 2n ** 19n - 1n,
  ]);
  assertThrows(() => windowCodes(ijk, { size: 2 }), NativeError, "of 2 voxels 2");
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using windows = cubicWindows(none, { size: 3 });
  assertWindows(windows, [[]]);
});

eachBackend("cubicWindows() refuses sizes below 1", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  for (const size of [0, -2, 0.5, [1, 2, 0] as const]) {
    assertThrows(() => cubicWindows(ijk, { size }), RangeError, "size");
    assertThrows(() => windowCodes(ijk, { size }), RangeError, "size");
  }
  assertThrows(() => cubicWindows(ijk, { size: 2, shift: 0.5 }), RangeError, "shift");
});
