/**
 * Rows of operators that sample features at points and splat them to voxels.
 *
 * @module
 */
import {
  type Float,
  type GridBatch,
  jagged,
  type JaggedTensor,
  type Real,
  type Tensor,
} from "../../lib/core/mod.ts";
import * as sample from "../../lib/sample/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const FLOATS: readonly Float[] = ["f16", "bf16", "f32", "f64"];
const CHANNELS = [1, 3, 4, 8, 32] as const;
const POINTS = 10_000;
const BATCH_POINTS = 7500;

function sampleRows(inputs: Inputs): Row[] {
  return [...sampledRows(inputs), ...backwardRows(inputs), ...splatRows(inputs)];
}

/** Variants by element type and by channels. */
function byLayer(
  run: (dtype: Float, channels: number) => unknown,
  others: Readonly<Record<string, Row["run"]>> = {},
): Record<string, Row["run"]> {
  const wide = CHANNELS.map((channels) =>
    byType(["f32"], (dtype) => run(dtype, channels), ` x${channels}`)
  );
  return Object.assign({}, byType(FLOATS, (dtype) => run(dtype, 4), " x4"), ...wide, others);
}

function features<D extends Float>(inputs: Inputs, dtype: D, channels: number): Tensor<D> {
  return inputs.numbers(dtype, [inputs.ball.numVoxels, channels]);
}

function atPoints<D extends Float>(inputs: Inputs, dtype: D, channels: number): Tensor<D> {
  return inputs.numbers(dtype, [POINTS, channels], 2);
}

/** Numbers in the lists of the points of the batch, three for each; the caller owns them. */
function atBatchPoints(inputs: Inputs): JaggedTensor<"f32"> {
  return jagged(inputs.numbers("f32", [BATCH_POINTS, 3], 2), inputs.batchPoints("f32"));
}

function batchFeatures(inputs: Inputs, channels: number): Tensor<"f32"> {
  return inputs.numbers("f32", [inputs.batch.numVoxels, channels]);
}

/** What all ways to sample have in common. */
interface Sampler {
  (grid: GridBatch, points: Tensor<Real>, features: Tensor<Float>): unknown;
  (grid: GridBatch, points: JaggedTensor<Real>, features: Tensor<Float>): unknown;
}

function sampledRows(inputs: Inputs): Row[] {
  const { sampleBezier, sampleBezierWithGrad, sampleNearest } = sample;
  const { sampleTrilinear, sampleTrilinearWithGrad } = sample;
  const { ball, batch, none } = inputs;
  const points = inputs.points("f32");
  const lists: JaggedTensor<"f32"> = inputs.batchPoints("f32");
  const kernels: readonly (readonly [string, Sampler])[] = [
    ["sample/trilinear", sampleTrilinear],
    ["sample/bezier", sampleBezier],
    ["sample/nearest", sampleNearest],
    ["sample/trilinear with gradient", sampleTrilinearWithGrad],
    ["sample/bezier with gradient", sampleBezierWithGrad],
  ];
  return [
    ...kernels.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byLayer(
          (dtype, channels) => operator(ball, points, features(inputs, dtype, channels)),
          {
            "f32 x4 points f16": () =>
              operator(ball, inputs.points("f16"), features(inputs, "f32", 4)),
            "f32 x4 points f64": () =>
              operator(ball, inputs.points("f64"), features(inputs, "f32", 4)),
            "f32 x3 batch": () => operator(batch, lists, batchFeatures(inputs, 3)),
            "f32 x3 empty": () => operator(none, points, inputs.numbers("f32", [0, 3])),
            "f32 x2 no points": () =>
              operator(ball, inputs.numbers("f32", [0, 3]), features(inputs, "f32", 2)),
          },
        ),
      )
    ),
    ...rows("sample/bezier", sampleBezier, {
      "f32 x4 weights of 8": () =>
        sampleBezier(ball, points, features(inputs, "f32", 4), { weightSum: 8 }),
    }),
  ];
}

function backwardRows(inputs: Inputs): Row[] {
  const { sampleBezierBackward, sampleTrilinearBackward } = sample;
  const { sampleBezierWithGradBackward, sampleTrilinearWithGradBackward } = sample;
  const { ball, batch } = inputs;
  const points = inputs.points("f32");
  const lists = inputs.batchPoints("f32");
  const plain = [
    ["sample/trilinear backward", sampleTrilinearBackward],
    ["sample/bezier backward", sampleBezierBackward],
  ] as const;
  const both = [
    ["sample/trilinear with gradient backward", sampleTrilinearWithGradBackward],
    ["sample/bezier with gradient backward", sampleBezierWithGradBackward],
  ] as const;
  return [
    ...plain.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byLayer(
          (dtype, channels) =>
            operator(
              ball,
              points,
              features(inputs, dtype, channels),
              atPoints(inputs, dtype, channels),
            ),
          {
            "f32 x4 points f64": () =>
              operator(
                ball,
                inputs.points("f64"),
                features(inputs, "f32", 4),
                atPoints(inputs, "f32", 4),
              ),
            "f32 x3 batch": (own) =>
              operator(
                batch,
                lists,
                batchFeatures(inputs, 3),
                own(atBatchPoints(inputs)),
              ),
          },
        ),
      )
    ),
    ...both.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byLayer(
          (dtype, channels) =>
            operator(ball, points, features(inputs, dtype, channels), {
              samples: atPoints(inputs, dtype, channels),
              gradients: inputs.numbers(dtype, [POINTS, channels, 3], 4),
            }),
          {
            "f32 x3 batch, of gradients": (own) =>
              operator(batch, lists, batchFeatures(inputs, 3), {
                gradients: own(jagged(inputs.numbers("f32", [BATCH_POINTS, 3, 3], 4), lists)),
              }),
          },
        ),
      )
    ),
  ];
}

function splatRows(inputs: Inputs): Row[] {
  const { splatBezier, splatBezierBackward, splatNearest } = sample;
  const { splatTrilinear, splatTrilinearBackward } = sample;
  const { ball, batch } = inputs;
  const points = inputs.points("f32");
  const lists = inputs.batchPoints("f32");
  const splats = [
    ["splat/trilinear", splatTrilinear],
    ["splat/bezier", splatBezier],
    ["splat/nearest", splatNearest],
  ] as const;
  const backward = [
    ["splat/trilinear backward", splatTrilinearBackward],
    ["splat/bezier backward", splatBezierBackward],
  ] as const;
  return [
    ...splats.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byLayer((dtype, channels) => operator(ball, points, atPoints(inputs, dtype, channels)), {
          "f32 x4 points f64": () =>
            operator(ball, inputs.points("f64"), atPoints(inputs, "f32", 4)),
          "f32 x3 batch": (own) => operator(batch, lists, own(atBatchPoints(inputs))),
          "f32 x3 empty": () => operator(inputs.none, points, atPoints(inputs, "f32", 3)),
        }),
      )
    ),
    ...backward.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byLayer(
          (dtype, channels) =>
            operator(
              ball,
              points,
              atPoints(inputs, dtype, channels),
              features(inputs, dtype, channels),
            ),
          {
            "f32 x3 batch": (own) =>
              operator(
                batch,
                lists,
                own(atBatchPoints(inputs)),
                batchFeatures(inputs, 3),
              ),
          },
        ),
      )
    ),
  ];
}

/** Sampling and splatting; not with `atomic`, which sums in any order. */
export const SAMPLE: Family = { name: "sample", exported: sample, rows: sampleRows };
