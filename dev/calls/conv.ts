/**
 * Rows of sparse convolution.
 *
 * @module
 */
import * as conv from "../../lib/conv/mod.ts";
import type { Float, GridBatch } from "../../lib/core/mod.ts";
import { gridJaggedLike } from "../../lib/grid/mod.ts";
import { FLOATS, type Inputs } from "./_inputs.ts";
import { parts } from "./_marks.ts";
import type { Case, Family } from "./_table.ts";

/** One convolution: its voxels, its kernel and its channels. */
interface Layer {
  readonly dtype: Float;
  readonly inChannels: number;
  readonly outChannels: number;
  readonly source?: GridBatch;
  readonly options?: conv.ConvPlanOptions;
}

/** Layers by variant. */
function layers({ ball, batch, none }: Inputs): Record<string, Layer> {
  const small = { dtype: "f32", inChannels: 4, outChannels: 3 } as const;
  const same = { kernel: 3, target: ball };
  return {
    ...Object.fromEntries(FLOATS.map((dtype) => [
      `${dtype} 8 to 16`,
      { dtype, inChannels: 8, outChannels: 16, options: same },
    ])),
    "f32 32 to 32": { dtype: "f32", inChannels: 32, outChannels: 32, options: same },
    "f32 1 to 8 new voxels": { dtype: "f32", inChannels: 1, outChannels: 8 },
    "f32 4 to 3 stride 2": { ...small, options: { kernel: 3, stride: 2 } },
    "f32 4 to 3 transposed": { ...small, options: { kernel: 2, stride: 2, transposed: true } },
    "f32 4 to 3 one tap": { ...small, options: { kernel: 1, target: ball } },
    "f32 4 to 3 kernel 5, 3, 1 batch": {
      ...{ ...small, source: batch },
      options: { kernel: [5, 3, 1], target: batch },
    },
    "f32 4 to 3 empty": { ...small, source: none },
  };
}

/**
 * Layers by the backend that has the same bits on all devices, and by the one that each device selects. A plan is made for
 * each call: it keeps what backends make of it.
 */
function byBackend(inputs: Inputs, isBackward: boolean): Record<string, Case> {
  const call = (layer: Layer, backend: "gather-scatter" | "auto"): Case => (own) => {
    const { source = inputs.ball, options = { kernel: 3 }, dtype, inChannels, outChannels } = layer;
    const { kernel } = options;
    const extents = typeof kernel === "number" ? [kernel, kernel, kernel] : kernel;
    const plan = own(conv.convPlan(source, options));
    const features = inputs.numbers(dtype, [source.numVoxels, inChannels]);
    const weights = inputs.numbers(dtype, [outChannels, inChannels, ...extents], 3);
    if (!isBackward) return conv.sparseConv(plan, features, weights, { backend });
    const gradients = inputs.numbers(dtype, [plan.target.numVoxels, outChannels], 4);
    const wanted = ["features", "weights", "bias"] as const;
    return conv.sparseConvBackward(plan, features, weights, gradients, { backend, wanted });
  };
  return Object.fromEntries(
    Object.entries(layers(inputs)).flatMap(([variant, layer]) => [
      [variant, call(layer, "gather-scatter")],
      [`${variant}, selected backend *`, call(layer, "auto")],
    ]),
  );
}

/** Sparse convolution, with backward pass. */
export const CONV: Family = {
  name: "conv",
  exported: conv,
  cases: (inputs) => {
    const { ball, batch, none, own } = inputs;
    const same = own(conv.convPlan(ball, { kernel: 3, target: ball }));
    const lists = own(gridJaggedLike(batch, inputs.features("f32", 4, batch)));
    const layer = { dtype: "f32", inChannels: 8, outChannels: 16 } as const;
    /** Times as they might be measured. */
    const timing = {
      ...{ ...layer, device: inputs.context.device, kernel: [3, 3, 3], stride: [1, 1, 1] },
      ...{ transposed: false, targets: ball.numVoxels, pairsPerTarget: 15 },
      ...{ backend: "igemm", milliseconds: { "igemm": 1.5, "gather-scatter": 2 } },
    };
    return {
      convPlan: {
        "kernel 3, same voxels": [ball, parts({ kernel: 3, target: ball }, "target")],
        "kernel 3, new voxels": [ball, { kernel: 3 }],
        "kernel 2 stride 2": [ball, parts({ kernel: 2, stride: 2 }, "stride")],
        "kernel 3 stride 2 transposed": [
          ball,
          parts({ kernel: 3, stride: 2, transposed: true }, "stride", "transposed"),
        ],
        "kernel 5, 3, 1 batch": [
          batch,
          parts({ kernel: [5, 3, 1], target: batch }, "kernel[]", "target"),
        ],
        "kernel 3 reversed": (own) => own(conv.convPlan(batch, { kernel: 3 })).reverse(),
        "empty": [none, { kernel: 3 }],
      },
      sparseConv: {
        ...byBackend(inputs, false),
        "f16 4 to 8 bias, residual, relu": [
          same,
          inputs.features("f16", 4),
          inputs.numbers("f16", [8, 4, 3, 3, 3], 3),
          {
            bias: inputs.numbers("f16", [8], 5),
            residual: inputs.features("f16", 8),
            activation: "relu",
            backend: "gather-scatter",
          },
        ],
        "f32 4 to 8 bias, relu, lists": [
          own(conv.convPlan(batch, { kernel: 3, target: batch })),
          lists,
          inputs.numbers("f32", [8, 4, 3, 3, 3], 3),
          { bias: inputs.numbers("f32", [8], 5), activation: "relu", backend: "gather-scatter" },
        ],
      },
      sparseConvBackward: {
        ...byBackend(inputs, true),
        "bf16 4 to 8, gradients of weights in f32": [
          same,
          inputs.features("bf16", 4),
          inputs.numbers("bf16", [8, 4, 3, 3, 3], 3),
          inputs.features("bf16", 8),
          { wanted: ["weights", "bias"], weightsDType: "f32", backend: "gather-scatter" },
        ],
      },
      fastestConv: { "f32 8 to 16": [[timing], same, layer] },
      parseConvTimings: { "one": [JSON.stringify([{ ...timing, device: "a device" }])] },
    };
  },
  without: { tuneConv: "it measures time" },
};
