/**
 * Rows of operators that transfer features.
 *
 * @module
 */
import type { DType, GridBatch, Tensor } from "../../lib/core/mod.ts";
import * as injection from "../../lib/inject/mod.ts";
import { clippedGrid, dilatedGrid } from "../../lib/topology/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { alike, byType, type Case, type Cases, type Family } from "./_table.ts";

const TYPES = ["f16", "bf16", "f32", "f64", "i32", "i64", "u8", "bool"] as const;
const MOST = { ijkMin: [[-10, -9, -8], [0, 0, 0], [-30, -20, -10]] } as const;

/** Features that are changed, and what they are afterwards. */
function changed(
  inputs: Inputs,
  dtype: DType,
  channels: number,
  change: (features: Tensor) => void,
): Case {
  return () => {
    const features = inputs.numbers(dtype, [inputs.ball.numVoxels, channels], 2).copy();
    change(features);
    return features;
  };
}

/** Transfer of features. */
export const INJECT: Family = {
  name: "inject",
  exported: injection,
  cases: (inputs) => {
    const { injectFromIjkInto, injectInto } = injection;
    const { ball, batch, coords, none, own } = inputs;
    const part = own(clippedGrid(ball, { ijkMin: [-30, -5, -9], ijkMax: [11, 30, 30] }));
    const features = (dtype: DType, channels: number, grid: GridBatch) =>
      inputs.numbers(dtype, [grid.numVoxels, channels]);
    const fromDense = (shape: (dims: readonly number[], channels: number) => number[]): Cases => ({
      ...byType(TYPES, (dtype) => {
        return [ball, inputs.numbers(dtype, shape([1, 40, 30, 20], 3)), { ijkMin: [-10, -20, 0] }];
      }, " x3"),
      "f32 x4 batch": [batch, inputs.numbers("f32", shape([3, 20, 20, 20], 4)), MOST],
    });
    return {
      ...alike("injectToDenseCminor injectToDenseCmajor", {
        ...byType(TYPES, (dtype) => [ball, features(dtype, 3, ball)], " x3"),
        "f32 x8 box": [
          ...[ball, features("f32", 8, ball)],
          { ijkMin: [-10, -20, 0], dims: [40, 30, 20] },
        ],
        "f32 x1 batch": [batch, features("f32", 1, batch), { ...MOST, dims: 20 }],
      }),
      injectFromDenseCminor: fromDense((dims, channels) => [...dims, channels]),
      injectFromDenseCmajor: fromDense(([grids = 0, ...dims], n) => [grids, n, ...dims]),
      injectFromIjk: {
        ...byType(
          TYPES,
          (dtype) => [ball, coords, inputs.numbers(dtype, [inputs.count(10_000), 3]), { fill: 1 }],
          " x3, voxels listed twice",
        ),
        "f32 x1 batch": [batch, inputs.batchCoords, inputs.numbers("f32", [inputs.count(7500)])],
      },
      injectFromIjkInto: {
        "f32 x3": changed(inputs, "f32", 3, (target) => {
          injectFromIjkInto(target, ball, coords, inputs.numbers("f32", [inputs.count(10_000), 3]));
        }),
      },
      inject: {
        ...byType(TYPES, (dtype) => [ball, part, features(dtype, 3, part), { fill: 1 }], " x3"),
        "f32 x8 batch": [own(dilatedGrid(batch)), batch, features("f32", 8, batch)],
      },
      injectInto: {
        "f32 x4": changed(inputs, "f32", 4, (target) => {
          injectInto(target, ball, part, features("f32", 4, part));
        }),
        "f16 x1 no voxels in common": changed(inputs, "f16", 1, (target) => {
          injectInto(target, ball, none, features("f16", 1, none));
        }),
      },
    };
  },
};
