import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import {
  airThreshold,
  histogramOf,
  quantileAbove,
  valueOfBin,
} from "../../../lib/cli/input/histogram.ts";

/** Values around centers, each so many times, in a bell of some width. */
function hills(
  ...all: readonly (readonly [center: number, count: number, width: number])[]
): number[] {
  return all.flatMap(([center, count, width]) =>
    Array.from({ length: count }, (_, n) => {
      const share = (n + 0.5) / count;
      return center + width * Math.log(share / (1 - share)); // a logistic distribution
    })
  );
}

Deno.test("histogramOf() gives each byte a bin of its own", () => {
  const histogram = histogramOf(Uint8Array.of(0, 255, 7, 7, 200));
  assertEquals([histogram.least, histogram.most], [0, 255]);
  const filled = [...histogram.counts].flatMap((count, bin) => count > 0 ? [[bin, count]] : []);
  assertEquals(filled, [[0, 1], [7, 2], [200, 1], [255, 1]]);
  assertAlmostEquals(valueOfBin(histogram, 200), 200, 1e-9);
});

Deno.test("histogramOf() leaves out what is not finite and takes the widest ranges", () => {
  const { counts, least, most } = histogramOf([NaN, Infinity, -1.7e308, 1.7e308, 0]);
  assertEquals([least, most, counts[0], counts[255]], [-1.7e308, 1.7e308, 1, 1]);
  assertEquals(counts.reduce((sum, count) => sum + count, 0), 3);
  assertEquals(histogramOf(BigInt64Array.of(5n, 5n)).counts[0], 2);
  assertThrows(() => histogramOf([NaN]), RangeError, "no finite sample");
  assertThrows(() => histogramOf([]), RangeError, "no finite sample");
});

Deno.test("airThreshold() finds the valley between air and the first matter", () => {
  const values = hills([10, 60000, 3], [60, 4000, 4], [180, 3000, 6]);
  const threshold = airThreshold(histogramOf(values));
  assert(threshold > 25 && threshold < 50, `${threshold}`);
  const scaled = airThreshold(histogramOf(values.map((value) => value / 1000 - 1)));
  assertAlmostEquals(scaled, threshold / 1000 - 1, 0.003);
});

Deno.test("airThreshold() divides values where nothing rises again", () => {
  const falling = Array.from({ length: 256 }, (_, value) => Array(256 - value).fill(value)).flat();
  const threshold = airThreshold(histogramOf(falling));
  assert(threshold > 60 && threshold < 130, `${threshold}`);
  // Otsu's criterion by brute force.
  const score = (limit: number): number => {
    const low = falling.filter((value) => value <= limit);
    const high = falling.filter((value) => value > limit);
    const mean = (part: number[]): number => part.reduce((sum, one) => sum + one, 0) / part.length;
    return low.length * high.length * (mean(low) - mean(high)) ** 2;
  };
  const scores = Array.from({ length: 255 }, (_, limit) => score(limit));
  assertEquals(Math.round(threshold), scores.indexOf(Math.max(...scores)));
  assertEquals(airThreshold(histogramOf([3, 3, 3])), 3);
});

Deno.test("airThreshold() takes a few samples more than none for no hill", () => {
  // A ball whose samples fall from the middle to 0: the few in the middle are no matter of their own.
  const ball: number[] = [];
  for (let x = -15; x <= 15; x++) {
    for (let y = -18; y <= 18; y++) {
      for (let z = -14; z <= 14; z++) ball.push(208 - 8 * Math.hypot(x, y, z));
    }
  }
  const bytes = Uint8ClampedArray.from(ball);
  const threshold = airThreshold(histogramOf(bytes));
  const above = bytes.filter((value) => value > threshold).length / bytes.length;
  assert(above > 0.05 && above < 0.8, `${threshold}: ${above}`);
});

Deno.test("quantileAbove() counts what is above the threshold alone", () => {
  const histogram = histogramOf(Uint8Array.from([...Array(1000).fill(0), 10, 20, 30, 40, 255]));
  assertAlmostEquals(quantileAbove(histogram, 5, 0.5), 30, 1e-9);
  assertAlmostEquals(quantileAbove(histogram, 5, 1), 255, 1e-9);
  assertAlmostEquals(quantileAbove(histogram, 5, 0), 10, 1e-9);
  assertEquals(quantileAbove(histogram, 300, 0.5), 255);
});
