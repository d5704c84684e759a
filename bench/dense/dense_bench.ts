/**
 * Products and normalizations of rows of features, and losses, forward and backward.
 *
 * @module
 */

import {
  batchNorm,
  type BatchNormalized,
  batchNormBackward,
  batchNormInference,
  binaryCrossEntropy,
  binaryCrossEntropyBackward,
  type Context,
  crossEntropy,
  crossEntropyBackward,
  dropout,
  type Float,
  fullTensor,
  groupNorm,
  groupNormBackward,
  huber,
  huberBackward,
  layerNorm,
  layerNormBackward,
  linear,
  linearBackward,
  logSoftmax,
  logSoftmaxBackward,
  logSumExp,
  logSumExpBackward,
  matmul,
  matmulBackward,
  meanAbs,
  meanAbsBackward,
  meanSquares,
  meanSquaresBackward,
  type Norm,
  randomUniform,
  rmsNorm,
  rmsNormBackward,
  softmax,
  softmaxBackward,
  streamNormal,
  streamUniform,
  type Tensor,
  tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, row } from "../_harness.ts";

interface Rows {
  readonly features: Tensor<Float>;
  readonly norm: Norm;
  readonly normalized: BatchNormalized;
}

const N = 100_000;
const LISTS = { groups: 8, offsets: BigInt64Array.of(0n, 10_000n, 30_000n, 60_000n, 100_000n) };

function normRows(dtype: "f16" | "f32", channels: number): BenchRow[] {
  const make = (context: Context): Rows => {
    const features: Tensor<Float> = randomUniform([N, channels], { context, dtype, seed: 1 });
    const scale = fullTensor([channels], 1, { context, dtype: "f32" });
    const shift = fullTensor([channels], 0, { context, dtype: "f32" });
    const norm: Norm = { scale, shift };
    return { features, norm, normalized: batchNorm(features, norm) };
  };
  const on = (): string => `${N} rows of ${channels} in ${dtype}`;
  const bytes = N * channels * (dtype === "f16" ? 2 : 4);
  /** Whether the first numbers are those of a normalization: uniform ones are at most sqrt(3) from the mean. */
  const isNormal = (result: Tensor<Float>): boolean =>
    result.readSync().every((one) => Math.abs(Number(one)) < 1.8);
  return [
    row(batchNorm, make, {
      on,
      run: ({ features, norm }) => batchNorm(features, norm),
      check: (result) => isNormal(result.features),
      bytes: () => 3 * bytes,
    }),
    row(batchNormInference, make, {
      on,
      run: ({ features, norm, normalized }) => batchNormInference(features, normalized, norm),
      check: isNormal,
      bytes: () => 2 * bytes,
    }),
    row(batchNormBackward, make, {
      on,
      run: ({ features, norm, normalized }) =>
        batchNormBackward(features, norm, normalized, features),
      check: (result) =>
        result.features?.readSync().every((one) => Number.isFinite(Number(one))) === true,
      bytes: () => 5 * bytes,
    }),
  ];
}

/** Normalizations of rows, and of groups of four lists. */
function rowNormRows(dtype: "f16" | "f32", channels: number): BenchRow[] {
  const make = (context: Context) => {
    const features: Tensor<Float> = randomUniform([N, channels], { context, dtype, seed: 1 });
    const scale = fullTensor([channels], 1, { context, dtype: "f32" });
    const shift = fullTensor([channels], 0, { context, dtype: "f32" });
    const norm: Norm = { scale, shift };
    const normalized = groupNorm(features, norm, LISTS);
    return { features, scale, norm, normalized };
  };
  const on = (): string => `${N} rows of ${channels} in ${dtype}`;
  const bytes = N * channels * (dtype === "f16" ? 2 : 4);
  const isFinite = (result: Tensor<Float> | undefined): boolean =>
    result?.readSync().every((one) => Number.isFinite(Number(one))) === true;
  const reads = (count: number) => ({ on, bytes: () => count * bytes });
  return [
    row(layerNorm, make, {
      ...reads(2),
      run: ({ features, norm }) => layerNorm(features, norm),
      check: isFinite,
    }),
    row(layerNormBackward, make, {
      ...reads(3),
      run: ({ features, norm }) => layerNormBackward(features, norm, features),
      check: (result) => isFinite(result.features) && isFinite(result.scale),
    }),
    row(rmsNorm, make, {
      ...reads(2),
      run: ({ features, scale }) => rmsNorm(features, scale),
      check: isFinite,
    }),
    row(rmsNormBackward, make, {
      ...reads(3),
      run: ({ features, scale }) => rmsNormBackward(features, scale, features),
      check: (result) => isFinite(result.features) && isFinite(result.scale),
    }),
    row(groupNorm, make, {
      ...reads(3),
      run: ({ features, norm }) => groupNorm(features, norm, LISTS),
      check: (result) => isFinite(result.features),
    }),
    row(groupNormBackward, make, {
      ...reads(5),
      run: ({ features, norm, normalized }) =>
        groupNormBackward(features, norm, normalized, features, LISTS),
      check: (result) => isFinite(result.features) && isFinite(result.scale),
    }),
  ];
}

interface Scores {
  readonly logits: Tensor<Float>;
  readonly others: Tensor<Float>;
  readonly targets: Tensor<"u8">;
  readonly loss: Tensor<"f32">;
  readonly rows: Tensor<Float>;
}

/** Losses, and softmax with its relatives, of the scores of 19 classes. */
function lossRows(dtype: "f16" | "f32"): BenchRow[] {
  const classes = 19;
  const make = (context: Context): Scores => ({
    logits: randomUniform([N, classes], { context, dtype, seed: 1 }),
    others: randomUniform([N, classes], { context, dtype, seed: 2 }),
    targets: tensor(Uint8Array.from({ length: N }, (_, at) => at % classes), { context }),
    loss: fullTensor([], 1, { context, dtype: "f32" }),
    rows: randomUniform([N], { context, dtype, seed: 3 }),
  });
  const on = (): string => `${N} rows of ${classes} in ${dtype}`;
  const bytes = N * classes * (dtype === "f16" ? 2 : 4);
  const isFinite = (result: Tensor<Float> | undefined): boolean =>
    result?.readSync().every((one) => Number.isFinite(Number(one))) === true;
  const reads = (count: number) => ({ on, check: isFinite, bytes: () => count * bytes });
  /** A loss of elements and its backward pass. */
  const elementRows = (
    forward: typeof meanSquares,
    backward: typeof meanSquaresBackward,
  ): BenchRow[] => [
    row(forward, make, {
      ...reads(2),
      run: ({ logits, others }) => forward(logits, others),
    }),
    row(backward, make, {
      on,
      run: ({ logits, others, loss }) => backward(logits, others, loss),
      check: ({ x }) => isFinite(x),
      bytes: () => 3 * bytes,
    }),
  ];
  return [
    row(crossEntropy, make, {
      ...reads(1),
      run: ({ logits, targets }) => crossEntropy(logits, targets),
    }),
    row(crossEntropyBackward, make, {
      ...reads(2),
      run: ({ logits, targets, loss }) => crossEntropyBackward(logits, targets, loss),
    }),
    row(softmax, make, { ...reads(2), run: ({ logits }) => softmax(logits) }),
    row(softmaxBackward, make, {
      ...reads(3),
      run: ({ logits, others }) => softmaxBackward(logits, others),
    }),
    row(logSoftmax, make, { ...reads(2), run: ({ logits }) => logSoftmax(logits) }),
    row(logSoftmaxBackward, make, {
      ...reads(3),
      run: ({ logits, others }) => logSoftmaxBackward(logits, others),
    }),
    row(logSumExp, make, { ...reads(1), run: ({ logits }) => logSumExp(logits) }),
    row(logSumExpBackward, make, {
      ...reads(2),
      run: ({ logits, rows }) => logSumExpBackward(logits, rows),
    }),
    ...elementRows(meanSquares, meanSquaresBackward),
    ...elementRows(meanAbs, meanAbsBackward),
    ...elementRows(huber, huberBackward),
    ...elementRows(binaryCrossEntropy, binaryCrossEntropyBackward),
  ];
}

interface Layer {
  readonly features: Tensor<Float>;
  readonly weights: Tensor<Float>;
  readonly gradients: Tensor<Float>;
}

function linearRows(
  dtype: "f16" | "f32",
  n: number,
  inChannels: number,
  outChannels: number,
): BenchRow[] {
  const make = (context: Context): Layer => {
    const draw = (shape: number[], seed: number): Tensor<Float> =>
      randomUniform(shape, { context, dtype, seed });
    return {
      features: draw([n, inChannels], 1),
      weights: draw([outChannels, inChannels], 2),
      gradients: draw([n, outChannels], 3),
    };
  };
  const on = (): string => `${n} rows, ${inChannels} to ${outChannels} in ${dtype}`;
  const size = dtype === "f16" ? 2 : 4;
  const bytes = size * n * (inChannels + outChannels);
  /** Sums of products of numbers in [0, 1) of about 1 / 4 each. */
  const isProduct = (result: Tensor<Float>): boolean =>
    result.readSync().every((one) => Number(one) >= 0 && Number(one) <= inChannels);
  return [
    row(linear, make, {
      on,
      run: ({ features, weights }) => linear(features, weights),
      check: isProduct,
      bytes: () => bytes,
    }),
    row(linearBackward, make, {
      on,
      run: ({ features, weights, gradients }) => linearBackward(features, weights, gradients),
      check: (result) =>
        result.weights?.readSync().every((one) => Number.isFinite(Number(one))) === true,
      bytes: () => 2 * bytes,
    }),
  ];
}

/** A batch of products, and its backward pass. */
function matmulRows(dtype: "f16" | "f32", batch: number, side: number): BenchRow[] {
  const make = (context: Context): { a: Tensor<Float>; b: Tensor<Float> } => ({
    a: randomUniform([batch, side, side], { context, dtype, seed: 1 }),
    b: randomUniform([batch, side, side], { context, dtype, seed: 2 }),
  });
  const on = (): string => `${batch} of ${side} x ${side} in ${dtype}`;
  const bytes = batch * side * side * (dtype === "f16" ? 2 : 4);
  const isFinite = (result: Tensor<Float> | undefined): boolean =>
    result?.readSync().every((one) => Number.isFinite(Number(one))) === true;
  return [
    row(matmul, make, {
      on,
      run: ({ a, b }) => matmul(a, b),
      check: isFinite,
      bytes: () => 3 * bytes,
    }),
    row(matmulBackward, make, {
      on,
      run: ({ a, b }) => matmulBackward(a, b, a),
      check: (result) => isFinite(result.a) && isFinite(result.b),
      bytes: () => 6 * bytes,
    }),
  ];
}

/** Random numbers, and dropout, which draws them. */
function randomRows(dtype: "f16" | "f32"): BenchRow[] {
  const shape = [N, 64];
  const make = (context: Context): { context: Context; x: Tensor<Float> } => ({
    context,
    x: fullTensor(shape, 1, { context, dtype }),
  });
  const on = (): string => `${N} rows of 64 in ${dtype}`;
  const bytes = N * 64 * (dtype === "f16" ? 2 : 4);
  const isFinite = (result: Tensor<Float>): boolean =>
    result.readSync().every((one) => Number.isFinite(Number(one)));
  return [
    row(streamUniform, make, {
      on,
      run: ({ context }) => streamUniform(shape, { context, dtype, seed: 1 }),
      check: isFinite,
      bytes: () => bytes,
    }),
    row(streamNormal, make, {
      on,
      run: ({ context }) => streamNormal(shape, { context, dtype, seed: 1 }),
      check: isFinite,
      bytes: () => bytes,
    }),
    row(dropout, make, {
      on,
      run: ({ x }) => dropout(x, { p: 0.5, seed: 1 }),
      check: isFinite,
      bytes: () => 2 * bytes,
    }),
  ];
}

await benchTable(import.meta.main, [
  ...linearRows("f16", 100_000, 64, 64),
  ...linearRows("f16", 82_614, 96, 20),
  ...linearRows("f16", 24_334, 128, 512),
  ...linearRows("f32", 100_000, 64, 64),
  ...matmulRows("f16", 16, 512),
  ...matmulRows("f32", 16, 256),
  ...normRows("f16", 32),
  ...normRows("f16", 256),
  ...normRows("f32", 96),
  ...rowNormRows("f16", 32),
  ...rowNormRows("f16", 64),
  ...rowNormRows("f16", 256),
  ...rowNormRows("f16", 512),
  ...rowNormRows("f32", 96),
  ...rowNormRows("f32", 256),
  ...randomRows("f16"),
  ...randomRows("f32"),
  ...lossRows("f16"),
  ...lossRows("f32"),
]);
