/**
 * Rows of operators that sample features at points and splat them to voxels.
 *
 * @module
 */
import type { Float } from "../../lib/core/mod.ts";
import * as sample from "../../lib/sample/mod.ts";
import { FLOATS } from "./_inputs.ts";
import { or } from "./_marks.ts";
import { alike, byType, type Case, type Cases, type Family } from "./_table.ts";

/** Cases by element type and by channels. */
function byLayer(make: (dtype: Float, channels: number) => Case): Cases {
  const wide = [1, 3, 8, 32].map((channels) => [`f32 x${channels}`, make("f32", channels)]);
  return { ...byType(FLOATS, (dtype) => make(dtype, 4), " x4"), ...Object.fromEntries(wide) };
}

/** Sampling and splatting; not with `atomic`, which sums in any order. */
export const SAMPLE: Family = {
  name: "sample",
  exported: sample,
  cases: (inputs) => {
    const { ball, batch, none } = inputs;
    const points = inputs.points("f32");
    const lists = inputs.batchPoints("f32");
    const values = (dtype: Float, channels: number) => inputs.features(dtype, channels);
    const atPoints = (dtype: Float, ...shape: readonly number[]) =>
      inputs.numbers(dtype, [inputs.count(10_000), ...shape], shape.length > 1 ? 4 : 2);
    const inLists = (...shape: readonly number[]) =>
      inputs.inBatch(
        inputs.numbers("f32", [inputs.count(7500), ...shape], shape.length > 1 ? 4 : 2),
      );
    const ofBatch = inputs.features("f32", 3, batch);
    const sampled: Cases = {
      ...byLayer((dtype, channels) => [ball, points, values(dtype, channels)]),
      "f32 x4 points f16": [ball, inputs.points("f16"), values("f32", 4)],
      "f32 x4 points f64": [ball, inputs.points("f64"), values("f32", 4)],
      "f32 x3 batch": [batch, lists, ofBatch],
      "f32 x3 empty": [none, points, inputs.numbers("f32", [0, 3])],
      "f32 x2 no points": [ball, inputs.numbers("f32", [0, 3]), values("f32", 2)],
    };
    return {
      ...alike("sampleTrilinear sampleNearest sampleTrilinearWithGrad", sampled),
      ...alike("sampleBezierWithGrad", sampled),
      sampleBezier: {
        ...sampled,
        "f32 x4 weights of 8": [ball, points, values("f32", 4), { weightSum: 8 }],
      },
      ...alike("sampleTrilinearBackward sampleBezierBackward", {
        ...byLayer((dtype, n) => [ball, points, values(dtype, n), atPoints(dtype, n)]),
        "f32 x4 points f64": [ball, inputs.points("f64"), values("f32", 4), atPoints("f32", 4)],
        "f32 x3 batch": [batch, lists, ofBatch, inLists(3)],
      }),
      ...alike("sampleTrilinearWithGradBackward sampleBezierWithGradBackward", {
        ...byLayer((dtype, n) => {
          const gradients = or(
            { samples: atPoints(dtype, n), gradients: atPoints(dtype, n, 3) },
            "empty",
          );
          return [ball, points, values(dtype, n), gradients];
        }),
        "f32 x3 batch, of gradients": [
          batch,
          lists,
          ofBatch,
          or({ gradients: inLists(3, 3) }, "empty"),
        ],
      }),
      ...alike("splatTrilinear splatBezier splatNearest", {
        ...byLayer((dtype, channels) => [ball, points, atPoints(dtype, channels)]),
        "f32 x4 points f64": [ball, inputs.points("f64"), atPoints("f32", 4)],
        "f32 x3 batch": [batch, lists, inLists(3)],
        "f32 x3 empty": [none, points, atPoints("f32", 3)],
      }),
      ...alike("splatTrilinearBackward splatBezierBackward", {
        ...byLayer((dtype, n) => [ball, points, atPoints(dtype, n), values(dtype, n)]),
        "f32 x3 batch": [batch, lists, inLists(3), ofBatch],
      }),
    };
  },
};
