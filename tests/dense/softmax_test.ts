import { assertEquals, assertThrows } from "@std/assert";
import {
  logSoftmax,
  logSoftmaxBackward,
  logSumExp,
  logSumExpBackward,
  softmax,
  softmaxBackward,
} from "../../lib/dense/mod.ts";
import { fullTensor, tensor } from "../../mod.ts";
import { numbersOf } from "../_numbers.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { draw, DTYPES, PRECISION } from "./_numbers.ts";

/** The rows of a matrix. */
function rowsOf(numbers: Float64Array, channels: number): Float64Array[] {
  return Array.from(
    { length: numbers.length / channels },
    (_, row) => numbers.subarray(row * channels, (row + 1) * channels),
  );
}

function sumOf(row: Float64Array): number {
  return row.reduce((sum, one) => sum + one, 0);
}

/** The logarithm of a row's sum of exponentials. */
function logSumOf(row: Float64Array): number {
  return Math.log(sumOf(row.map(Math.exp)));
}

for (const dtype of DTYPES) {
  eachBackend(
    `softmax(), logSoftmax() and logSumExp() are their definitions, in ${dtype}`,
    (context) => {
      const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] };
      for (const [n, channels] of [[1, 1], [7, 3], [300, 17]] as const) {
        using x = draw(context, dtype, [n, channels], { low: -3, high: 3 });
        using g = draw(context, dtype, [n, channels], { seed: 2 });
        using rowG = draw(context, dtype, [n], { seed: 3 });
        const rows = rowsOf(numbersOf(x), channels);
        const gradients = rowsOf(numbersOf(g), channels);
        const check = (
          found: ReturnType<typeof softmax>,
          expected: (row: Float64Array, g: Float64Array, at: number) => Float64Array | number,
        ): void => {
          using _found = found;
          const all = rows.map((row, at) => expected(row, gradients[at] ?? row, at));
          assertClose(
            numbersOf(found),
            all.flatMap((one) => typeof one === "number" ? one : [...one]),
            tolerance,
          );
        };
        const shares = (row: Float64Array): Float64Array =>
          row.map((one) => Math.exp(one - logSumOf(row)));
        check(softmax(x), shares);
        check(logSoftmax(x), (row) => row.map((one) => one - logSumOf(row)));
        check(logSumExp(x), logSumOf);
        using y = softmax(x);
        check(softmaxBackward(y, g), (row, g) => {
          const p = shares(row);
          const mean = sumOf(p.map((one, at) => one * (g[at] ?? NaN)));
          return p.map((one, at) => one * ((g[at] ?? NaN) - mean));
        });
        using logY = logSoftmax(x);
        check(logSoftmaxBackward(logY, g), (row, g) => {
          const p = shares(row);
          return g.map((one, at) => one - (p[at] ?? NaN) * sumOf(g));
        });
        const ofRows = numbersOf(rowG);
        check(
          logSumExpBackward(x, rowG),
          (row, _, at) => shares(row).map((one) => one * (ofRows[at] ?? NaN)),
        );
      }
    },
  );
}

eachBackend("softmax() neither overflows nor invents numbers", (context) => {
  using x = tensor([1e30, 1e30, -Infinity, 0, NaN, 1], { context, shape: [3, 2] });
  using shares = softmax(x);
  assertEquals([...shares.readSync()], [0.5, 0.5, 0, 1, NaN, NaN]);
  using none = fullTensor([2, 0], 0, { context, dtype: "f32" });
  using nothing = softmax(none);
  using sums = logSumExp(none);
  assertEquals([nothing.shape, [...sums.readSync()]], [[2, 0], [-Infinity, -Infinity]]);
  using rows = fullTensor([0, 3], 0, { context, dtype: "f32" });
  using empty = logSoftmax(rows);
  assertEquals(empty.shape, [0, 3]);
});

eachBackend(
  "softmax() and logSumExp() refuse other shapes, and leave nothing behind",
  async (context) => {
    using x = fullTensor([2, 3], 0, { context, dtype: "f32" });
    using flat = fullTensor([6], 0, { context, dtype: "f32" });
    using whole = fullTensor([2, 3], 0, { context, dtype: "i32" });
    assertThrows(() => softmax(flat), RangeError, "[n, channels] expected");
    assertThrows(() => logSumExp(whole as never), TypeError, "x is i32");
    assertThrows(
      () => softmaxBackward(x, flat),
      RangeError,
      "gradients shape is [6], [2, 3] expected",
    );
    assertThrows(
      () => logSumExpBackward(x, flat),
      RangeError,
      "gradients shape is [6], [2] expected",
    );
    using _made = await failEachAllocation(context, () => softmax(x));
  },
);
