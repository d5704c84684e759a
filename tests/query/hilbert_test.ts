import { assert, assertEquals } from "@std/assert";
import {
  gridHilbert,
  gridHilbertYxz,
  gridHilbertZyx,
  hilbert,
  hilbertYxz,
  hilbertZyx,
} from "../../lib/query/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { flatten, type Ijk } from "../grid/_oracle.ts";
import { curveInput, MOST, testCurve } from "./_curves.ts";

/** Finds the coordinate of a code by Skilling's inverse, in big integers. */
function decode(code: bigint): Ijk {
  const axes: [number, number, number] = [0, 0, 0];
  for (let bit = 0; bit < 21; bit++) {
    for (let axis = 0; axis < 3; axis++) {
      const set = Number(code >> BigInt(3 * bit + 2 - axis) & 1n);
      axes[axis] = (axes[axis] ?? 0) | set << bit;
    }
  }
  let [a, b, c] = axes;
  const gray = c >> 1;
  [c, b, a] = [c ^ b, b ^ a, a ^ gray];
  const turned = [a, b, c];
  for (let level = 2; level <= 2 ** 20; level *= 2) {
    for (let axis = 2; axis >= 0; axis--) {
      const [first = 0, other = 0] = [turned[0], turned[axis]];
      if ((other & level) !== 0) {
        turned[0] = first ^ (level - 1);
      } else {
        const differ = (first ^ other) & (level - 1);
        turned[0] = first ^ differ;
        turned[axis] = (turned[axis] ?? 0) ^ differ;
      }
    }
  }
  const [i = 0, j = 0, k = 0] = turned;
  return [i, j, k];
}

testCurve({ name: "hilbert", ofIjk: hilbert, gridName: "gridHilbert", ofGrid: gridHilbert });
testCurve({
  name: "hilbertZyx",
  ofIjk: hilbertZyx,
  gridName: "gridHilbertZyx",
  ofGrid: gridHilbertZyx,
});
testCurve({
  name: "hilbertYxz",
  ofIjk: hilbertYxz,
  gridName: "gridHilbertYxz",
  ofGrid: gridHilbertYxz,
});

for (const [name, encode] of [["hilbert", hilbert], ["hilbertZyx", hilbertZyx]] as const) {
  for (const [size, at] of [[2, 0], [16, 0], [8, 2 ** 21 - 8], [8, 2 ** 20]] as const) {
    eachBackend(`${name}() goes through a block of ${size} at ${at} step by step`, (context) => {
      const list = Array.from({ length: size ** 3 }, (_, n): Ijk => [
        at + Math.floor(n / size ** 2),
        at + Math.floor(n / size) % size,
        at + n % size,
      ]);
      using ijk = tensor(flatten(list), { context, shape: [list.length, 3] });
      using codes = encode(ijk);
      const numbers = codes.readSync();
      const path = list.map((one, n) => ({ one, code: numbers[n] ?? -1n }))
        .sort((a, b) => a.code < b.code ? -1 : 1);
      const [start] = path;
      assert(start !== undefined);
      if (at === 0) assertEquals(start, { one: [0, 0, 0], code: 0n });
      for (const [n, { one, code }] of path.entries()) {
        assertEquals(code, start.code + BigInt(n), "codes have gaps");
        const before = path[n - 1]?.one;
        if (before === undefined) continue;
        const steps = one.map((value, axis) => Math.abs(value - (before[axis] ?? NaN)));
        assertEquals(steps.toSorted(), [0, 0, 1], `from ${before} to ${one}`);
      }
    });
  }
}

eachBackend(
  "hilbert() can be undone, hilbertZyx() and hilbertYxz() with axes swapped",
  (context) => {
    const list = curveInput();
    using ijk = tensor(flatten(list), { context, shape: [list.length, 3] });
    using codes = hilbert(ijk);
    using reversed = hilbertZyx(ijk);
    assertEquals([...codes.readSync()].map(decode), list);
    assertEquals(
      [...reversed.readSync()].map((code) => decode(code).toReversed()),
      list.map((one) => [...one]),
    );
    using transposed = hilbertYxz(ijk);
    assertEquals(
      [...transposed.readSync()].map(decode).map(([j, i, k]): Ijk => [i, j, k]),
      list,
    );
    // The curve of the whole cube starts at one corner and ends at a neighboring one.
    using ends = tensor(flatten([[0, 0, 0], [MOST, 0, 0]]), { context, shape: [2, 3] });
    using extremes = hilbert(ends);
    assertEquals([...extremes.readSync()], [0n, 2n ** 63n - 1n]);
  },
);
