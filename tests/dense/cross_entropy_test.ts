import { assertEquals, assertThrows } from "@std/assert";
import {
  crossEntropy,
  crossEntropyBackward,
  type CrossEntropyOptions,
  type TargetDType,
} from "../../lib/dense/mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import { type Context, fullTensor, type Tensor, tensor } from "../../mod.ts";
import { numbersOf } from "../_numbers.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { draw, DTYPES, PRECISION, slopesOf } from "./_numbers.ts";

/** Cross entropy by its definition. */
function entropyOf(
  logits: ArrayLike<number>,
  targets: readonly number[],
  { weights, ignore, smoothing = 0, mean = true }: {
    readonly weights?: ArrayLike<number> | undefined;
    readonly ignore?: number;
    readonly smoothing?: number;
    readonly mean?: boolean;
  },
): number {
  const classes = logits.length / targets.length;
  const weightOf = (one: number): number => weights?.[one] ?? 1;
  let total = 0;
  let counted = 0;
  for (const [row, target] of targets.entries()) {
    if (target === ignore) continue;
    const scores = Array.from({ length: classes }, (_, at) => logits[row * classes + at] ?? NaN);
    const most = Math.max(...scores);
    const logSum = most + Math.log(scores.reduce((sum, one) => sum + Math.exp(one - most), 0));
    const losses = scores.map((one, at) => weightOf(at) * (logSum - one));
    total += (1 - smoothing) * (losses[target] ?? NaN) +
      smoothing / classes * losses.reduce((sum, one) => sum + one, 0);
    counted += weightOf(target);
  }
  return mean ? total / counted : total;
}

/** The four rows whose losses PyTorch was asked for, the last of which is left out. */
function fourRows(context: Context): { logits: Tensor<"f64">; targets: Tensor<"i32"> } {
  const logits = [2, 1, 0, 0, 3, -1, 1, 1, 1, 5, -5, 0];
  return {
    logits: tensor(new Float64Array(logits), { context, shape: [4, 3] }),
    targets: tensor(new Int32Array([0, 2, 1, -1]), { context }),
  };
}

eachBackend("crossEntropy() of four rows has the numbers of PyTorch", (context) => {
  const { logits, targets } = fourRows(context);
  using _logits = logits;
  using _targets = targets;
  using weights = tensor(new Float64Array([1, 2, 0.5]), { context });
  const lossOf = (options: CrossEntropyOptions<"f64">): number => {
    using loss = crossEntropy(logits, targets, { ignore: -1, ...options });
    assertEquals(loss.shape, []);
    return loss.readSync()[0] ?? NaN;
  };
  const found = [
    lossOf({}),
    lossOf({ reduction: "sum" }),
    lossOf({ weights }),
    lossOf({ smoothing: 0.1 }),
  ];
  assertClose(found, [1.8573674, 5.5721022, 1.3250779, 1.8351452], { absolute: 6e-8 });
  using one = fullTensor([], 1, { context, dtype: "f64" });
  using back = crossEntropyBackward(logits, targets, one, { ignore: -1 });
  const expected = [
    ...[-0.1115863, 0.0815762, 0.0300102, 0.0155375, 0.3120799, -0.3276174],
    ...[0.1111111, -0.2222222, 0.1111111, 0, 0, 0],
  ];
  assertClose(back.readSync(), expected, { absolute: 6e-8 });
});

for (const dtype of DTYPES) {
  eachBackend(`crossEntropy() and its slopes are their definition, in ${dtype}`, (context) => {
    const [n, classes] = [23, 5];
    using logits = draw(context, dtype, [n, classes], { low: -4, high: 4 });
    using wide = draw(context, "f64", [classes], { seed: 2, low: 0.5, high: 2 });
    using weights = asType(wide, dtype === "f64" ? "f64" : "f32");
    const list = Array.from({ length: n }, (_, row) => row % 7 === 3 ? 255 : row * 3 % classes);
    using targets = tensor(Uint8Array.from(list), { context });
    using gradient = fullTensor([], 1.5, { context, dtype: dtype === "f64" ? "f64" : "f32" });
    for (const reduction of ["mean", "sum"] as const) {
      for (const smoothing of [0, 0.3]) {
        const options = { weights, ignore: 255, smoothing, reduction } as CrossEntropyOptions<
          typeof dtype
        >;
        const oracle = (numbers: Float64Array): number =>
          entropyOf(numbers, list, {
            weights: weights.readSync(),
            ignore: 255,
            smoothing,
            mean: reduction === "mean",
          });
        const numbers = numbersOf(logits);
        using loss = crossEntropy(logits as Tensor<typeof dtype>, targets, options);
        const relative = dtype === "f64" ? 1e-12 : 1e-6;
        assertClose(loss.readSync(), [oracle(numbers)], { relative });
        using back = crossEntropyBackward(
          logits as Tensor<typeof dtype>,
          targets,
          gradient as never,
          options,
        );
        const slopes = slopesOf(oracle, numbers).map((one) => 1.5 * one);
        const precision = Math.max(PRECISION[dtype], 1e-7);
        assertClose(numbersOf(back), slopes, { relative: precision, absolute: precision });
      }
    }
  });
}

eachBackend("crossEntropy() of 20000 rows is summed in f64", (context) => {
  using logits = draw(context, "f32", [20_000, 3], { low: -1, high: 1 });
  const list = Array.from({ length: 20_000 }, (_, row) => row % 3);
  using targets = tensor(BigInt64Array.from(list, BigInt), { context });
  using loss = crossEntropy(logits, targets);
  assertClose(loss.readSync(), [entropyOf(numbersOf(logits), list, {})], { relative: 1e-7 });
});

eachBackend(
  "crossEntropy() of no rows that count is 0, and of scores of 10000 finite",
  (context) => {
    using logits = tensor([1e4, -1e4, -1e4, 1e4], { context, shape: [2, 2] });
    using gradient = fullTensor([], 1, { context, dtype: "f32" });
    using none = tensor(new Int32Array([7, 7]), { context });
    using nothing = crossEntropy(logits, none, { ignore: 7 });
    using zeros = crossEntropyBackward(logits, none, gradient, { ignore: 7 });
    assertEquals([...nothing.readSync(), ...zeros.readSync()], [0, 0, 0, 0, 0]);
    using targets = tensor(new Int32Array([1, 1]), { context });
    using loss = crossEntropy(logits, targets);
    assertEquals([...loss.readSync()], [1e4]);
    using rows = fullTensor([0, 2], 0, { context, dtype: "f32" });
    using noTargets = fullTensor([0], 0, { context, dtype: "u8" });
    using empty = crossEntropy(rows, noTargets);
    using emptyBack = crossEntropyBackward(rows, noTargets, gradient);
    assertEquals([[...empty.readSync()], emptyBack.shape], [[0], [0, 2]]);
  },
);

eachBackend("crossEntropy() is NaN where a target is no class", (context) => {
  using logits = fullTensor([2, 3], 0, { context, dtype: "f32" });
  using gradient = fullTensor([], 1, { context, dtype: "f32" });
  for (const wrong of [3, 7, -1]) {
    using targets = tensor(new Int32Array([0, wrong]), { context });
    using loss = crossEntropy(logits, targets, { ignore: 255 });
    using back = crossEntropyBackward(logits, targets, gradient, { ignore: 255 });
    assertEquals([...loss.readSync(), ...back.readSync().subarray(3)], [NaN, NaN, NaN, NaN]);
    assertEquals(back.readSync().subarray(0, 3).every(Number.isFinite), true);
  }
});

eachBackend("crossEntropy() refuses what are no scores, targets or options", async (context) => {
  using logits = fullTensor([2, 3], 0, { context, dtype: "f32" });
  using flat = fullTensor([6], 0, { context, dtype: "f32" });
  using none = fullTensor([2, 0], 0, { context, dtype: "f32" });
  using targets = tensor(new Int32Array([0, 1]), { context });
  using three = tensor(new Int32Array([0, 1, 2]), { context });
  const refuse = (message: string, options: object, one: Tensor<TargetDType> = targets): void => {
    assertThrows(() => crossEntropy(logits, one, options), RangeError, message);
  };
  refuse("targets shape is [3], [2] expected", {}, three);
  refuse("smoothing is 1.5", { smoothing: 1.5 });
  refuse("ignore is 0.5", { ignore: 0.5 });
  refuse('reduction is "none"', { reduction: "none" });
  refuse("weights shape is [6], [3] expected", { weights: flat });
  assertThrows(() => crossEntropy(none, targets), RangeError, "logits has no classes");
  assertThrows(() => crossEntropy(flat, targets), RangeError, "[n, channels] expected");
  assertThrows(() => crossEntropy(logits, logits as never), TypeError, "targets is f32");
  assertThrows(
    () => crossEntropyBackward(logits, targets, flat),
    RangeError,
    "gradients shape is [6], [] expected",
  );
  using loss = await failEachAllocation(context, () => crossEntropy(logits, targets));
  using back = await failEachAllocation(
    context,
    () => crossEntropyBackward(logits, targets, loss),
  );
  assertEquals(back.shape, [2, 3]);
});
