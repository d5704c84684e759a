/**
 * Products and normalizations of rows of features, and losses, forward and backward.
 *
 * @module
 */

import {
  asType,
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

/** Types that rows are measured in. */
type Short = "f16" | "bf16" | "f32";

const widthOf = (dtype: Short): number => dtype === "f32" ? 4 : 2;

/** Rows that a host has of those of a GPU, which are so many that its cache holds a small part of them. */
const MOST_ON_HOST = 100_000;

const rowsOn = (context: Context, n: number): number =>
  context.device.startsWith("cuda") ? n : Math.min(n, MOST_ON_HOST);

const say = ({ shape: [n, channels], dtype }: Tensor): string =>
  `${n} rows of ${channels} in ${dtype}`;

/** The numbers of the first and the last rows of a tensor. */
function ends(result: Tensor<Float>): number[] {
  const { shape: [n = 0, ...more] } = result;
  const read = (part: Tensor<Float>): number[] => {
    using wide = asType(part, "f64"); // bf16 is read as bits
    return [...wide.readSync()];
  };
  if (n * more.length === 0) return read(result);
  using first = result.slice(0, Math.min(n, 64));
  using last = result.slice(Math.max(0, n - 64), n);
  return [...read(first), ...read(last)];
}

const isFinite = (result: Tensor<Float> | undefined): boolean =>
  result !== undefined && ends(result).every(Number.isFinite);

function drawn(context: Context, shape: readonly number[], dtype: Short, seed = 1): Tensor<Float> {
  return randomUniform([...shape], { context, dtype, seed });
}

/** Scale and shift of a norm that leaves numbers as they are. */
function plainNorm(context: Context, channels: number): Norm {
  const scale = fullTensor([channels], 1, { context, dtype: "f32" });
  const shift = fullTensor([channels], 0, { context, dtype: "f32" });
  return { scale, shift };
}

function normRows(dtype: Short, n: number, channels: number): BenchRow[] {
  const make = (context: Context): Rows => {
    const features = drawn(context, [rowsOn(context, n), channels], dtype);
    const norm = plainNorm(context, channels);
    return { features, norm, normalized: batchNorm(features, norm) };
  };
  /** How often all features are read or written. */
  const passes = (count: number) => ({
    on: ({ features }: Rows) => say(features),
    bytes: ({ features }: Rows) => count * features.byteLength,
  });
  /** Whether numbers are those of a normalization: uniform ones are at most sqrt(3) from the mean. */
  const isNormal = (result: Tensor<Float>): boolean =>
    ends(result).every((one) => Math.abs(one) < 1.8);
  return [
    row(batchNorm, make, {
      ...passes(3),
      run: ({ features, norm }) => batchNorm(features, norm),
      check: (result) => isNormal(result.features),
    }),
    row(batchNormInference, make, {
      ...passes(2),
      run: ({ features, norm, normalized }) => batchNormInference(features, normalized, norm),
      check: isNormal,
    }),
    row(batchNormBackward, make, {
      ...passes(5),
      run: ({ features, norm, normalized }) =>
        batchNormBackward(features, norm, normalized, features),
      check: (result) => isFinite(result.features),
    }),
  ];
}

/** Normalizations of rows, and of groups of four lists. */
function rowNormRows(dtype: Short, n: number, channels: number): BenchRow[] {
  const make = (context: Context) => {
    const rows = rowsOn(context, n);
    const features = drawn(context, [rows, channels], dtype);
    const norm = plainNorm(context, channels);
    const lists = {
      groups: 8,
      offsets: BigInt64Array.from([0, 0.1, 0.3, 0.6, 1], (at) => BigInt(Math.round(at * rows))),
    };
    const normalized = groupNorm(features, norm, lists);
    return { features, norm, lists, normalized };
  };
  type Input = ReturnType<typeof make>;
  const passes = (count: number) => ({
    on: ({ features }: Input) => say(features),
    bytes: ({ features }: Input) => count * features.byteLength,
  });
  return [
    row(layerNorm, make, {
      ...passes(2),
      run: ({ features, norm }) => layerNorm(features, norm),
      check: isFinite,
    }),
    row(layerNormBackward, make, {
      ...passes(3),
      run: ({ features, norm }) => layerNormBackward(features, norm, features),
      check: (result) => isFinite(result.features) && isFinite(result.scale),
    }),
    row(rmsNorm, make, {
      ...passes(2),
      run: ({ features, norm }) => rmsNorm(features, norm.scale),
      check: isFinite,
    }),
    row(rmsNormBackward, make, {
      ...passes(3),
      run: ({ features, norm }) => rmsNormBackward(features, norm.scale, features),
      check: (result) => isFinite(result.features) && isFinite(result.scale),
    }),
    row(groupNorm, make, {
      ...passes(3),
      run: ({ features, norm, lists }) => groupNorm(features, norm, lists),
      check: (result) => isFinite(result.features),
    }),
    row(groupNormBackward, make, {
      ...passes(5),
      run: ({ features, norm, normalized, lists }) =>
        groupNormBackward(features, norm, normalized, features, lists),
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
function lossRows(dtype: Short): BenchRow[] {
  const classes = 19;
  const make = (context: Context): Scores => {
    const n = rowsOn(context, N);
    return {
      logits: drawn(context, [n, classes], dtype),
      others: drawn(context, [n, classes], dtype, 2),
      targets: tensor(Uint8Array.from({ length: n }, (_, at) => at % classes), { context }),
      loss: fullTensor([], 1, { context, dtype: "f32" }),
      rows: drawn(context, [n], dtype, 3),
    };
  };
  const on = ({ logits }: Scores): string => say(logits);
  const passes = (count: number) => ({
    on,
    check: isFinite,
    bytes: ({ logits }: Scores) => count * logits.byteLength,
  });
  /** A loss of elements and its backward pass. */
  const elementRows = (
    forward: typeof meanSquares,
    backward: typeof meanSquaresBackward,
  ): BenchRow[] => [
    row(forward, make, {
      ...passes(2),
      run: ({ logits, others }) => forward(logits, others),
    }),
    row(backward, make, {
      ...passes(3),
      run: ({ logits, others, loss }) => backward(logits, others, loss),
      check: ({ x }) => isFinite(x),
    }),
  ];
  return [
    row(crossEntropy, make, {
      ...passes(1),
      run: ({ logits, targets }) => crossEntropy(logits, targets),
    }),
    row(crossEntropyBackward, make, {
      ...passes(2),
      run: ({ logits, targets, loss }) => crossEntropyBackward(logits, targets, loss),
    }),
    row(softmax, make, { ...passes(2), run: ({ logits }) => softmax(logits) }),
    row(softmaxBackward, make, {
      ...passes(3),
      run: ({ logits, others }) => softmaxBackward(logits, others),
    }),
    row(logSoftmax, make, { ...passes(2), run: ({ logits }) => logSoftmax(logits) }),
    row(logSoftmaxBackward, make, {
      ...passes(3),
      run: ({ logits, others }) => logSoftmaxBackward(logits, others),
    }),
    row(logSumExp, make, { ...passes(1), run: ({ logits }) => logSumExp(logits) }),
    row(logSumExpBackward, make, {
      ...passes(2),
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

function linearRows(dtype: Short, n: number, from: number, to: number): BenchRow[] {
  const make = (context: Context): Layer => {
    const rows = rowsOn(context, n);
    return {
      features: drawn(context, [rows, from], dtype),
      weights: drawn(context, [to, from], dtype, 2),
      gradients: drawn(context, [rows, to], dtype, 3),
    };
  };
  const on = ({ features }: Layer): string => `${say(features)} to ${to}`;
  const products = ({ features: { length } }: Layer): number => 2 * length * to;
  /** Sums of products of numbers in [0, 1) of about 1 / 4 each. */
  const isProduct = (result: Tensor<Float>): boolean =>
    ends(result).every((one) => one >= 0 && one <= from);
  return [
    row(linear, make, {
      on,
      run: ({ features, weights }) => linear(features, weights),
      check: isProduct,
      bytes: ({ features, weights, gradients }) =>
        features.byteLength + weights.byteLength + gradients.byteLength,
      operations: (layer) => [products(layer), dtype],
    }),
    row(linearBackward, make, {
      on,
      run: ({ features, weights, gradients }) => linearBackward(features, weights, gradients),
      check: (result) => isFinite(result.weights),
      bytes: ({ features, weights, gradients }) =>
        2 * (features.byteLength + weights.byteLength) + gradients.byteLength,
      operations: (layer) => [2 * products(layer), dtype],
    }),
  ];
}

/** A batch of products, and its backward pass. */
function matmulRows(dtype: Short, batch: number, side: number): BenchRow[] {
  const make = (context: Context): { a: Tensor<Float>; b: Tensor<Float> } => ({
    a: drawn(context, [batch, side, side], dtype),
    b: drawn(context, [batch, side, side], dtype, 2),
  });
  const on = (): string => `${batch} of ${side} x ${side} in ${dtype}`;
  const bytes = batch * side * side * widthOf(dtype);
  const operations = 2 * batch * side ** 3;
  return [
    row(matmul, make, {
      on,
      run: ({ a, b }) => matmul(a, b),
      check: isFinite,
      bytes: () => 3 * bytes,
      operations: () => [operations, dtype],
    }),
    row(matmulBackward, make, {
      on,
      run: ({ a, b }) => matmulBackward(a, b, a),
      check: (result) => isFinite(result.a) && isFinite(result.b),
      bytes: () => 5 * bytes,
      operations: () => [2 * operations, dtype],
    }),
  ];
}

/** Random numbers, and dropout, which draws them. */
function randomRows(dtype: Short): BenchRow[] {
  const make = (context: Context): { context: Context; shape: number[]; x: Tensor<Float> } => {
    const shape = [rowsOn(context, N), 64];
    return { context, shape, x: fullTensor(shape, 1, { context, dtype }) };
  };
  type Input = ReturnType<typeof make>;
  const passes = (count: number) => ({
    on: ({ x }: Input) => say(x),
    check: isFinite,
    bytes: ({ x }: Input) => count * x.byteLength,
  });
  return [
    row(streamUniform, make, {
      ...passes(1),
      run: ({ context, shape }) => streamUniform(shape, { context, dtype, seed: 1 }),
    }),
    row(streamNormal, make, {
      ...passes(1),
      run: ({ context, shape }) => streamNormal(shape, { context, dtype, seed: 1 }),
    }),
    row(dropout, make, { ...passes(2), run: ({ x }) => dropout(x, { p: 0.5, seed: 1 }) }),
  ];
}

const N = 1_000_000;

await benchTable(import.meta.main, [
  ...linearRows("bf16", N, 64, 64),
  ...linearRows("bf16", 300_000, 96, 96),
  ...linearRows("bf16", 82_614, 96, 20),
  ...linearRows("bf16", 200_000, 128, 512),
  ...linearRows("bf16", 50_000, 512, 512),
  ...linearRows("f16", 200_000, 512, 512),
  ...linearRows("f32", N, 64, 64),
  ...linearRows("f32", 50_000, 512, 512),
  ...matmulRows("f16", 16, 512),
  ...matmulRows("f32", 16, 256),
  ...normRows("bf16", N, 64),
  ...normRows("f16", 300_000, 96),
  ...normRows("f16", 300_000, 256),
  ...normRows("f32", 300_000, 96),
  ...rowNormRows("f16", N, 64),
  ...rowNormRows("bf16", 300_000, 96),
  ...rowNormRows("f16", 200_000, 256),
  ...rowNormRows("f16", 200_000, 512),
  ...rowNormRows("f32", 300_000, 96),
  ...rowNormRows("f32", 200_000, 256),
  ...randomRows("f16"),
  ...randomRows("f32"),
  ...lossRows("f16"),
  ...lossRows("f32"),
]);
