/**
 * Rows of layers of networks.
 *
 * @module
 */
import * as dense from "../../lib/dense/mod.ts";
import { type Float, type Tensor, tensor } from "../../lib/core/mod.ts";
import { FLOATS, type Inputs } from "./_inputs.ts";
import { parts } from "./_marks.ts";
import { alike, byType, type Cases, type Family } from "./_table.ts";

/** Random numbers of streams. */
function randomCases(inputs: Inputs): Readonly<Record<string, Cases>> {
  const { context } = inputs;
  const stream = { seed: 0x123456789abc, stream: 0xfedcba987654 };
  return {
    ...alike(
      "streamUniform streamNormal",
      byType(FLOATS, (dtype) => [[1003], parts({ context, dtype, ...stream }, "stream")]),
    ),
    dropout: byType(FLOATS, (dtype) => [
      inputs.numbers(dtype, [777, 3]),
      parts({ p: 0.25, ...stream }, "stream"),
    ]),
  };
}

/** Losses, and what turns scores into probabilities. */
function lossCases(inputs: Inputs): Readonly<Record<string, Cases>> {
  const n = inputs.count(3000);
  const lossOf = (dtype: Float): Tensor<Float> =>
    inputs.numbers(dtype === "f64" ? "f64" : "f32", [], 5) as Tensor<Float>;
  const rows = (dtype: Float, seed: number): Tensor<Float> =>
    inputs.numbers(dtype, [n, 19], seed) as Tensor<Float>;
  const targets = inputs.own(
    tensor(Uint8Array.from({ length: n }, (_, at) => at * 7 % 20), { context: inputs.context }),
  );
  const entropy = { ignore: 19, smoothing: 0.125 };
  const elements = ["meanSquares", "meanAbs", "huber", "binaryCrossEntropy"];
  const each = (make: (dtype: Float) => readonly unknown[]): Cases => byType(FLOATS, make);
  const wanted = { wanted: ["x", "targets"] };
  return {
    crossEntropy: each((dtype) => [rows(dtype, 1), targets, entropy]),
    crossEntropyBackward: each((dtype) => [rows(dtype, 1), targets, lossOf(dtype), entropy]),
    ...alike("softmax logSoftmax logSumExp", each((dtype) => [rows(dtype, 1)])),
    ...alike(
      "softmaxBackward logSoftmaxBackward",
      each((dtype) => [rows(dtype, 1), rows(dtype, 2)]),
    ),
    logSumExpBackward: each((dtype) => [rows(dtype, 1), inputs.numbers(dtype, [n], 2)]),
    ...alike(elements.join(" "), each((dtype) => [rows(dtype, 1), rows(dtype, 2)])),
    ...alike(
      elements.map((name) => `${name}Backward`).join(" "),
      each((dtype) => [rows(dtype, 1), rows(dtype, 2), lossOf(dtype), wanted]),
    ),
  };
}

/** The same cases, of which those in 16 bits are multiplied by tensor cores where a device has them. */
function onUnits(cases: Cases): Cases {
  return Object.fromEntries(
    Object.entries(cases).map(([name, one]) => [/^b?f16/.test(name) ? `${name} *` : name, one]),
  );
}

/** Products and normalizations of rows of features. */
export const DENSE: Family = {
  name: "dense",
  exported: dense,
  cases: (inputs) => {
    const make = (dtype: Float, n: number, channels: number) => {
      const statistic = dtype === "f64" ? "f64" : "f32";
      const features = inputs.numbers(dtype, [n, channels]);
      const norm = {
        scale: inputs.numbers(statistic, [channels], 2),
        shift: inputs.numbers(statistic, [channels], 3),
      } as dense.Norm;
      return {
        features: features as Tensor<Float>,
        norm,
        more: inputs.numbers(dtype, [n, channels], 4),
      };
    };
    const forward = (dtype: Float, n: number, channels: number): readonly unknown[] => {
      const { features, norm, more } = make(dtype, n, channels);
      return [features, norm, { residual: more, activation: "relu" }];
    };
    const inference = (dtype: Float, n: number, channels: number): readonly unknown[] => {
      const { features, norm, more } = make(dtype, n, channels);
      const { mean, variance } = inputs.own(dense.batchNorm(features, norm));
      return [features, { mean, variance }, norm, { residual: more, activation: "relu" }];
    };
    const backward = (dtype: Float, n: number, channels: number): readonly unknown[] => {
      const { features, norm, more } = make(dtype, n, channels);
      const normalized = inputs.own(dense.batchNorm(features, norm, { activation: "relu" }));
      const options = { activation: "relu", wanted: ["features", "residual"] };
      return [features, norm, normalized, more, options];
    };
    const rowBackward = (dtype: Float, n: number, channels: number): readonly unknown[] => {
      const { features, norm, more } = make(dtype, n, channels);
      return [features, norm, more, { reluResults: more, wanted: ["features", "residual"] }];
    };
    /** Calls with a scale in the place of scale and shift. */
    const scaled = (row: typeof forward): typeof forward => (...size) => {
      const [features, norm, ...others] = row(...size);
      return [features, (norm as dense.Norm).scale, ...others];
    };
    const groups = (n: number): dense.NormGroups => ({
      groups: 1,
      offsets: BigInt64Array.of(0n, BigInt(n >> 1), BigInt(n >> 1), BigInt(n)),
    });
    const group = (dtype: Float, n: number, channels: number): readonly unknown[] => {
      const { features, norm, more } = make(dtype, n, channels);
      const options = { ...groups(n), residual: more, activation: "relu" };
      return [features, norm, parts(options, "offsets", "residual", "activation")];
    };
    const groupBackward = (dtype: Float, n: number, channels: number): readonly unknown[] => {
      const { features, norm, more } = make(dtype, n, channels);
      const lists = groups(n);
      const normalized = inputs.own(dense.groupNorm(features, norm, lists));
      const options = { ...lists, activation: "relu", wanted: ["features", "residual"] };
      return [features, norm, normalized, more, parts(options, "offsets", "activation", "wanted")];
    };
    const sizes = (
      row: (dtype: Float, n: number, channels: number) => readonly unknown[],
    ): Cases => ({
      ...byType(FLOATS, (dtype) => row(dtype, inputs.count(5000), 32)),
      "f32 x3": row("f32", inputs.count(777), 3),
      "f16 x300": row("f16", 50, 300),
    });
    const long = (
      row: (dtype: Float, n: number, channels: number) => readonly unknown[],
    ): Cases => ({
      "f16 x1024": row("f16", 50, 1024),
      "f32 x256": row("f32", 77, 256),
      "f32 x3000": row("f32", 20, 3000),
    });
    const layer = (dtype: Float, n: number, channels: number) => ({
      features: inputs.numbers(dtype, [n, channels]),
      weights: inputs.numbers(dtype, [24, channels], 2),
      bias: inputs.numbers(dtype, [24], 3),
      more: inputs.numbers(dtype, [n, 24], 4),
    });
    const linear = (dtype: Float, n: number, channels: number): readonly unknown[] => {
      const { features, weights, bias, more } = layer(dtype, n, channels);
      return [features, weights, { bias, residual: more, activation: "relu" }];
    };
    const linearBackward = (dtype: Float, n: number, channels: number): readonly unknown[] => {
      const { features, weights, more } = layer(dtype, n, channels);
      const wanted = ["features", "weights", "bias", "residual"];
      return [features, weights, more, { reluResults: more, wanted }];
    };
    const factors = (dtype: Float) => [
      inputs.numbers(dtype, [3, 70, 300]),
      inputs.numbers(dtype, [3, 41, 300], 2),
    ];
    const turned = { transposeB: true };
    const matmulBackward = (dtype: Float): readonly unknown[] => [
      ...factors(dtype),
      inputs.numbers(dtype, [3, 70, 41], 4),
      turned,
    ];
    return {
      linear: onUnits(sizes(linear)),
      linearBackward: onUnits(sizes(linearBackward)),
      matmul: onUnits(byType(FLOATS, (dtype) => [...factors(dtype), turned])),
      matmulBackward: onUnits(byType(FLOATS, matmulBackward)),
      batchNorm: {
        ...sizes(forward),
        "unbiased": [...forward("f32", 300, 24).slice(0, 2), { unbiased: true }],
      },
      batchNormInference: sizes(inference),
      batchNormBackward: sizes(backward),
      layerNorm: { ...sizes(forward), ...long(forward) },
      layerNormBackward: { ...sizes(rowBackward), ...long(rowBackward) },
      rmsNorm: { ...sizes(scaled(forward)), ...long(scaled(forward)) },
      rmsNormBackward: { ...sizes(scaled(rowBackward)), ...long(scaled(rowBackward)) },
      groupNorm: sizes(group),
      groupNormBackward: sizes(groupBackward),
      ...lossCases(inputs),
      ...randomCases(inputs),
    };
  },
};
