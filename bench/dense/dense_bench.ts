/**
 * Normalizations of rows of features, forward and backward.
 *
 * @module
 */

import {
  batchNorm,
  type BatchNormalized,
  batchNormBackward,
  batchNormInference,
  type Context,
  type Float,
  fullTensor,
  type Norm,
  randomUniform,
  type Tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, row } from "../_harness.ts";

interface Rows {
  readonly features: Tensor<Float>;
  readonly norm: Norm;
  readonly normalized: BatchNormalized;
}

const N = 100_000;

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

await benchTable(import.meta.main, [
  ...normRows("f16", 32),
  ...normRows("f16", 256),
  ...normRows("f32", 96),
]);
