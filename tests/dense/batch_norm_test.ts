import { assertEquals, assertThrows } from "@std/assert";
import {
  batchNorm,
  batchNormBackward,
  batchNormInference,
  type NormGradientTargets,
} from "../../lib/dense/mod.ts";
import { asType, randomUniform } from "../../lib/jagged/mod.ts";
import {
  type Context,
  DisposedError,
  type Float,
  fullTensor,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { numbersOf } from "../_numbers.ts";
import { normalizeBatch } from "./_norms.ts";

const PRECISION = { f16: 2e-3, bf16: 1.6e-2, f32: 3e-6, f64: 1e-12 } as const;

/** Inputs of a normalization: features around 3, and parameters. */
function makeInputs<D extends Float>(
  context: Context,
  dtype: D,
  n: number,
  channels: number,
): { features: Tensor<D>; residual: Tensor<D>; norm: Parameters<typeof batchNorm<D>>[1] } {
  const statistic = dtype === "f64" ? "f64" : "f32";
  const draw = (shape: number[], seed: number, low: number, high: number): Tensor<"f64"> =>
    randomUniform(shape, { context, dtype: "f64", seed, low, high });
  using features = draw([n, channels], 1, 2, 4);
  using residual = draw([n, channels], 2, -1, 1);
  using scale = draw([channels], 3, 0.5, 1.5);
  using shift = draw([channels], 4, -0.5, 0.5);
  return {
    features: asType(features, dtype) as Tensor<D>,
    residual: asType(residual, dtype) as Tensor<D>,
    norm: { scale: asType(scale, statistic), shift: asType(shift, statistic) } as never,
  };
}

eachBackend("batchNorm() of four rows of two channels has the numbers of PyTorch", (context) => {
  using features = tensor(new Float64Array([1, 2, 3, -1, 0, 4, 2, 1]), { context, shape: [4, 2] });
  using scale = fullTensor([2], 1, { context, dtype: "f64" });
  using shift = fullTensor([2], 0, { context, dtype: "f64" });
  using result = batchNorm(features, { scale, shift });
  const expected = [
    ...[-0.4472118, 0.2773497, 1.3416354, -1.3867484],
    ...[-1.3416354, 1.3867484, 0.4472118, -0.2773497],
  ];
  assertClose(result.features.readSync(), expected, { absolute: 6e-8 });
  assertClose(result.mean.readSync(), [1.5, 1.5], {});
  assertClose(result.variance.readSync(), [1.25, 3.25], {});
  using other = batchNorm(features, { scale, shift }, { unbiased: true });
  // Times 4 / 3; running statistics become .9 + .1 * 5 / 3 = 1.0666667 and .9 + .1 * 13 / 3 = 1.3333333.
  assertClose(other.unbiased?.readSync() ?? [], [5 / 3, 13 / 3], { relative: 1e-15 });
  for (const name of ["features", "mean", "variance", "factor"] as const) {
    assertEquals(other[name].readSync(), result[name].readSync());
  }
  assertEquals(result.unbiased, undefined);
  using gradients = tensor(new Float64Array([1, 0, 0, 1, -1, 2, 0.5, -0.5]), {
    context,
    shape: [4, 2],
  });
  using back = batchNormBackward(features, { scale, shift }, result, gradients);
  const expectedBack = [
    ...[0.8944227, -0.405357, -0.4472091, 0.501362],
    ...[-0.6708204, 0.4693619, 0.2236068, -0.5653668],
  ];
  assertClose(back.features?.readSync() ?? [], expectedBack, { absolute: 6e-8 });
  assertClose(back.scale.readSync(), [1.1180295, 1.5254232], { absolute: 6e-8 });
  assertClose(back.shift.readSync(), [0.5, 2.5], {});
  assertEquals(back.residual, undefined);
});

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`batchNorm() is its definition, in ${dtype}`, (context) => {
    for (const [n, channels] of [[2, 1], [7, 3], [301, 8], [5000, 33], [3, 1030]] as const) {
      const { features, residual, norm } = makeInputs(context, dtype, n, channels);
      using _inputs = new DisposableStack();
      for (const one of [features, residual, norm.scale, norm.shift]) _inputs.use(one);
      const oracle = {
        channels,
        epsilon: 1e-3,
        scale: norm.scale.readSync(),
        shift: norm.shift.readSync(),
        residual: numbersOf(residual),
        relu: true,
      };
      using result = batchNorm(features, norm, { epsilon: 1e-3, residual, activation: "relu" });
      const expected = normalizeBatch(numbersOf(features), oracle);
      const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] };
      assertEquals(result.features.shape, [n, channels]);
      assertClose(numbersOf(result.features), expected.features, tolerance);
      const fine = { relative: Math.min(PRECISION[dtype], 1e-6), absolute: 1e-7 };
      assertClose(result.mean.readSync(), expected.mean, fine);
      assertClose(result.variance.readSync(), expected.variance, fine);
      using again = batchNormInference(features, result, norm, {
        epsilon: 1e-3,
        residual,
        activation: "relu",
      });
      assertClose(numbersOf(again), expected.features, tolerance);
    }
  });
}

eachBackend("batchNormBackward() is the slope of batchNorm() in every direction", (context) => {
  const [n, channels] = [37, 5];
  const { features, residual, norm } = makeInputs(context, "f64", n, channels);
  using _inputs = new DisposableStack();
  for (const one of [features, residual, norm.scale, norm.shift]) _inputs.use(one);
  using gradients = randomUniform([n, channels], { context, dtype: "f64", seed: 9, low: -1 });
  const weights = gradients.readSync();
  const options = { residual, activation: "relu" } as const;
  using normalized = batchNorm(features, norm, options);
  using back = batchNormBackward(features, norm, normalized, gradients, {
    activation: "relu",
    wanted: ["features", "residual"],
  });
  const loss = (
    inputs: Record<"features" | "scale" | "shift" | "residual", Float64Array>,
  ): number => {
    const { features: found } = normalizeBatch(inputs.features, {
      ...inputs,
      channels,
      epsilon: 1e-5,
      relu: true,
    });
    return found.reduce((sum, y, at) => sum + y * (weights[at] ?? NaN), 0);
  };
  const inputs = {
    features: features.readSync(),
    scale: norm.scale.readSync() as Float64Array,
    shift: norm.shift.readSync() as Float64Array,
    residual: residual.readSync(),
  };
  for (const name of ["features", "scale", "shift", "residual"] as const) {
    const found = back[name]?.readSync() ?? new Float64Array();
    const held = inputs[name];
    assertEquals(found.length, held.length);
    const slopes = Array.from(held, (one, at) => {
      const moved = (by: number): number =>
        loss({ ...inputs, [name]: held.map((x, i) => i === at ? one + by : x) });
      return (moved(1e-6) - moved(-1e-6)) / 2e-6;
    });
    assertClose(found, slopes, { absolute: 1e-7, relative: 1e-6 });
  }
});

eachBackend(
  "batchNorm() of a million rows around 10 000 keeps the digits of variances",
  (context) => {
    using spread = randomUniform([1_000_000, 1], {
      context,
      dtype: "f32",
      seed: 5,
      low: 9999,
      high: 10001,
    });
    using scale = fullTensor([1], 1, { context, dtype: "f32" });
    using shift = fullTensor([1], 0, { context, dtype: "f32" });
    using result = batchNorm(spread, { scale, shift });
    const held = Float64Array.from(spread.readSync());
    const mean = held.reduce((sum, x) => sum + x, 0) / held.length;
    const variance = held.reduce((sum, x) => sum + (x - mean) ** 2, 0) / held.length;
    assertClose(result.variance.readSync(), [variance], { relative: 1e-6 });
  },
);

eachBackend("batchNorm() keeps NaN in its channel, and takes no channels at all", (context) => {
  using features = tensor([NaN, 1, 2, 3], { context, shape: [2, 2] });
  using scale = fullTensor([2], 1, { context, dtype: "f32" });
  using shift = fullTensor([2], 0, { context, dtype: "f32" });
  using result = batchNorm(features, { scale, shift }, { epsilon: 0 });
  assertEquals([...result.features.readSync()], [NaN, -1, NaN, 1]);
  using none = fullTensor([0], 0, { context, dtype: "f32" });
  using empty = fullTensor([3, 0], 0, { context, dtype: "f32" });
  using nothing = batchNorm(empty, { scale: none, shift: none });
  assertEquals(nothing.features.shape, [3, 0]);
  using rows = fullTensor([0, 2], 0, { context, dtype: "f32" });
  using applied = batchNormInference(rows, { mean: shift, variance: scale }, { scale, shift });
  assertEquals(applied.shape, [0, 2]);
});

eachBackend("batchNorm() refuses a single row and options that mean nothing", (context) => {
  using row = fullTensor([1, 2], 0, { context, dtype: "f32" });
  using rows = fullTensor([2, 2], 0, { context, dtype: "f32" });
  using scale = fullTensor([2], 1, { context, dtype: "f32" });
  using three = fullTensor([3], 1, { context, dtype: "f32" });
  const norm = { scale, shift: scale };
  assertThrows(() => batchNorm(row, norm), RangeError, "features has 1 rows, 2 or more expected");
  assertThrows(() => batchNorm(scale, norm), RangeError, "[n, channels] expected");
  assertThrows(() => batchNorm(rows, norm, { epsilon: -1 }), RangeError, "epsilon is -1");
  assertThrows(() => batchNorm(rows, { scale: three, shift: scale }), RangeError, "norm.scale");
  assertThrows(
    () => batchNorm(rows, norm, { activation: "gelu" as never }),
    RangeError,
    "activation is gelu",
  );
  using normalized = batchNorm(rows, norm);
  assertThrows(
    () => batchNormBackward(rows, norm, normalized, rows, { wanted: ["scale" as never] }),
    RangeError,
    "wanted has scale",
  );
});

eachBackend("batchNormBackward() writes to tensors that are given", (context) => {
  for (const dtype of ["f32", "bf16"] as const) {
    const { features, residual, norm } = makeInputs(context, dtype, 300, 12);
    using _inputs = new DisposableStack();
    for (const one of [features, residual, norm.scale, norm.shift]) _inputs.use(one);
    using gradients = residual.copy();
    const options = { activation: "relu", wanted: ["features", "residual"] } as const;
    using normalized = batchNorm(features, norm, { residual, activation: "relu" });
    using expected = batchNormBackward(features, norm, normalized, gradients, options);
    const into = { features, residual: gradients };
    using back = batchNormBackward(features, norm, normalized, gradients, { ...options, into });
    assertEquals([back.features, back.residual], [into.features, into.residual]);
    for (const name of ["features", "scale", "shift", "residual"] as const) {
      assertEquals(back[name]?.readSync(), expected[name]?.readSync(), `${dtype} ${name}`);
    }
  }
});

eachBackend("batchNormBackward() refuses tensors that cannot hold gradients", (context) => {
  const { features, residual, norm } = makeInputs(context, "f32", 8, 3);
  using _inputs = new DisposableStack();
  for (const one of [features, residual, norm.scale, norm.shift]) _inputs.use(one);
  using normalized = batchNorm(features, norm);
  const run = (into: NormGradientTargets) =>
    batchNormBackward(features, norm, normalized, residual, { into: into as never });
  assertThrows(() => run({ residual }), RangeError, "into has residual, which is not wanted");
  assertThrows(() => run({ features: norm.scale }), RangeError, "into.features");
  using wide = fullTensor([8, 3], 1, { context, dtype: "f64" });
  assertThrows(() => run({ features: wide }), TypeError, "into.features");
  using gone = residual.copy();
  gone.dispose();
  assertThrows(() => run({ features: gone }), DisposedError);
  assertThrows(() => run(3 as never), TypeError, "into");
});

eachBackend("batchNorm() leaves nothing behind when an allocation fails", async (context) => {
  const { features, residual, norm } = makeInputs(context, "f32", 40, 3);
  using _inputs = new DisposableStack();
  for (const one of [features, residual, norm.scale, norm.shift]) _inputs.use(one);
  using normalized = batchNorm(features, norm);
  using made = await failEachAllocation(context, () => batchNorm(features, norm, { residual }));
  using back = await failEachAllocation(
    context,
    () => batchNormBackward(features, norm, normalized, residual),
  );
  assertEquals([made.disposed, back.disposed], [false, false]);
});
