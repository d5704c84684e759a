/**
 * Rows of layers of networks.
 *
 * @module
 */
import * as dense from "../../lib/dense/mod.ts";
import type { Float, Tensor } from "../../lib/core/mod.ts";
import { FLOATS } from "./_inputs.ts";
import { byType, type Cases, type Family } from "./_table.ts";

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
    const sizes = (
      row: (dtype: Float, n: number, channels: number) => readonly unknown[],
    ): Cases => ({
      ...byType(FLOATS, (dtype) => row(dtype, inputs.count(5000), 32)),
      "f32 x3": row("f32", inputs.count(777), 3),
      "f16 x300": row("f16", 50, 300),
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
      batchNorm: sizes(forward),
      batchNormInference: sizes(inference),
      batchNormBackward: sizes(backward),
    };
  },
};
