import { assertEquals, assertThrows } from "@std/assert";
import * as dense from "../../lib/dense/mod.ts";
import { fullTensor, type Tensor, tensor } from "../../mod.ts";
import { numbersOf } from "../_numbers.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { draw, DTYPES, PRECISION, slopesOf } from "./_numbers.ts";

/** The losses, by what they are for one number and its target. */
const LOSSES = [
  {
    name: "meanSquares",
    compute: dense.meanSquares,
    back: dense.meanSquaresBackward,
    options: {},
    of: (x: number, t: number) => (x - t) ** 2,
  },
  {
    name: "meanAbs",
    compute: dense.meanAbs,
    back: dense.meanAbsBackward,
    options: {},
    of: (x: number, t: number) => Math.abs(x - t),
  },
  {
    name: "huber",
    compute: dense.huber,
    back: dense.huberBackward,
    options: { delta: 0.75 },
    of: (x: number, t: number) => {
      const size = Math.abs(x - t);
      return size > 0.75 ? 0.75 * (size - 0.375) : 0.5 * size * size;
    },
  },
  {
    name: "binaryCrossEntropy",
    compute: dense.binaryCrossEntropy,
    back: dense.binaryCrossEntropyBackward,
    options: {},
    of: (x: number, t: number) => {
      const p = 1 / (1 + Math.exp(-x));
      return -t * Math.log(p) - (1 - t) * Math.log(1 - p);
    },
  },
] as const;

for (const dtype of DTYPES) {
  eachBackend(
    `losses of elements and their slopes are their definitions, in ${dtype}`,
    (context) => {
      using x = draw(context, dtype, [9, 7], { low: -2, high: 2 });
      using targets = draw(context, dtype, [9, 7], { seed: 2, low: 0, high: 1 });
      using gradient = fullTensor([], 1.5, { context, dtype: dtype === "f64" ? "f64" : "f32" });
      const [held, aims] = [numbersOf(x), numbersOf(targets)];
      for (const { compute, back, options, of } of LOSSES) {
        for (const reduction of ["mean", "sum"] as const) {
          const count = reduction === "mean" ? held.length : 1;
          const oracle = (numbers: Float64Array, aims: Float64Array): number =>
            numbers.reduce((sum, one, at) => sum + of(one, aims[at] ?? NaN), 0) / count;
          using loss = compute(x, targets, { ...options, reduction });
          const relative = dtype === "f64" ? 1e-12 : 1e-6;
          assertClose(loss.readSync(), [oracle(held, aims)], { relative });
          using found = back(x, targets as never, gradient as never, {
            ...options,
            reduction,
            wanted: ["x", "targets"],
          });
          const precision = Math.max(PRECISION[dtype], 1e-7);
          const tolerance = { relative: precision, absolute: precision };
          const scaled = (slopes: Float64Array): Float64Array => slopes.map((one) => 1.5 * one);
          const ofX = scaled(slopesOf((one) => oracle(one, aims), held));
          const ofTargets = scaled(slopesOf((one) => oracle(held, one), aims));
          assertClose(numbersOf(found.x), ofX, tolerance);
          assertClose(numbersOf(found.targets), ofTargets, tolerance);
        }
      }
    },
  );
}

eachBackend("losses of 50000 elements are summed in f64", (context) => {
  using x = draw(context, "f32", [50_000]);
  using targets = draw(context, "f32", [50_000], { seed: 2 });
  using loss = dense.meanSquares(x, targets);
  const [held, aims] = [numbersOf(x), numbersOf(targets)];
  const expected = held.reduce((sum, one, at) => sum + (one - (aims[at] ?? NaN)) ** 2, 0) / 50_000;
  assertClose(loss.readSync(), [expected], { relative: 1e-7 });
});

eachBackend("losses of elements have literal values at their corners", (context) => {
  using x = tensor([1e4, -1e4, 0, 3], { context });
  using yes = fullTensor([4], 1, { context, dtype: "f32" });
  using gradient = fullTensor([], 1, { context, dtype: "f32" });
  using entropy = dense.binaryCrossEntropy(x, yes, { reduction: "sum" });
  assertClose(entropy.readSync(), [1e4 + Math.LN2 + Math.log1p(Math.exp(-3))], { relative: 1e-7 });
  using same = dense.meanAbsBackward(yes, yes, gradient);
  assertEquals([...same.x?.readSync() ?? []], [0, 0, 0, 0]);
  assertEquals(same.targets, undefined);
  using none = fullTensor([0, 3], 0, { context, dtype: "f32" });
  for (const { compute, back } of LOSSES) {
    using nothing = compute(none, none);
    using empty = back(none, none, gradient);
    assertEquals([[...nothing.readSync()], empty.x?.shape], [[0], [0, 3]]);
  }
  using bad = tensor([NaN, 1], { context });
  using two = fullTensor([2], 0, { context, dtype: "f32" });
  for (const { compute } of LOSSES) {
    using loss = compute(bad, two);
    assertEquals([...loss.readSync()], [NaN]);
  }
});

eachBackend("losses of elements refuse what does not match", async (context) => {
  using x = fullTensor([2, 3], 0, { context, dtype: "f32" });
  using flat = fullTensor([6], 0, { context, dtype: "f32" });
  using wide = fullTensor([2, 3], 0, { context, dtype: "f64" });
  using gradient = fullTensor([], 1, { context, dtype: "f32" });
  for (const { name, compute, back } of LOSSES) {
    const start = `Cannot run ${name}`;
    assertThrows(() => compute(x, flat), RangeError, `${start}: targets shape is [6]`);
    assertThrows(() => compute(x, wide as Tensor as Tensor<"f32">), TypeError, "targets is f64");
    assertThrows(() => compute(x, x, { reduction: "none" as never }), RangeError, "reduction is");
    assertThrows(
      () => back(x, x, gradient, { wanted: ["y" as never] }),
      RangeError,
      `${start}Backward: wanted has y`,
    );
  }
  assertThrows(() => dense.huber(x, x, { delta: 0 }), RangeError, "delta is 0");
  using loss = await failEachAllocation(context, () => dense.huber(x, x));
  using _back = await failEachAllocation(context, () => dense.huberBackward(x, x, loss));
});
