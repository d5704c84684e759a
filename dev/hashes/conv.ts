/**
 * Rows of sparse convolution.
 *
 * @module
 */
import * as conv from "../../lib/conv/mod.ts";
import type { Float, GridBatch, Tensor } from "../../lib/core/mod.ts";
import { gridJaggedLike } from "../../lib/grid/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { type Family, type Operator, type Row, rows, type SameOn } from "./_table.ts";

const FLOATS: readonly Float[] = ["f16", "bf16", "f32", "f64"];

/** One convolution: its voxels, its kernel and its channels. */
interface Layer {
  readonly dtype: Float;
  readonly inChannels: number;
  readonly outChannels: number;
  readonly source?: GridBatch;
  readonly options?: conv.ConvPlanOptions;
  readonly backend: conv.ConvBackendName | "auto";
}

const SAME = { kernel: 3 } as const;

/** Weights as the kernel of a layer needs them. */
function weightsOf(
  inputs: Inputs,
  { dtype, inChannels, outChannels, options = SAME }: Layer,
): Tensor<Float> {
  const { kernel } = options;
  const extents = typeof kernel === "number" ? [kernel, kernel, kernel] : kernel;
  return inputs.numbers(dtype, [outChannels, inChannels, ...extents], 3);
}

/** Layers by variant, the backend left open. */
function layers(inputs: Inputs): Record<string, Omit<Layer, "backend">> {
  const { ball, batch, none } = inputs;
  const small = { dtype: "f32", inChannels: 4, outChannels: 3 } as const;
  return {
    ...Object.fromEntries(FLOATS.map((dtype) => [
      `${dtype} 8 to 16`,
      { dtype, inChannels: 8, outChannels: 16, options: { kernel: 3, target: ball } },
    ])),
    "f32 32 to 32": {
      ...{ dtype: "f32", inChannels: 32, outChannels: 32 },
      options: { kernel: 3, target: ball },
    },
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

function convRows(inputs: Inputs): Row[] {
  return [...planRows(inputs), ...layerRows(inputs), ...timingRows(inputs)];
}

function planRows(inputs: Inputs): Row[] {
  const { convPlan } = conv;
  const { ball, batch, none } = inputs;
  return [
    ...rows("conv/plan", convPlan, {
      "kernel 3, same voxels": () => convPlan(ball, { kernel: 3, target: ball }),
      "kernel 3, new voxels": () => convPlan(ball, { kernel: 3 }),
      "kernel 2 stride 2": () => convPlan(ball, { kernel: 2, stride: 2 }),
      "kernel 3 stride 2 transposed": () =>
        convPlan(ball, { kernel: 3, stride: 2, transposed: true }),
      "kernel 5, 3, 1 batch": () => convPlan(batch, { kernel: [5, 3, 1], target: batch }),
      "kernel 3 reversed": (own) => own(convPlan(batch, { kernel: 3 })).reverse(),
      "empty": () => convPlan(none, { kernel: 3 }),
    }),
  ];
}

function layerRows(inputs: Inputs): Row[] {
  const forward = (layer: Layer): Row["run"] => (own) => {
    const { source = inputs.ball, options = SAME, dtype, inChannels, backend } = layer;
    const plan = own(conv.convPlan(source, options));
    const features = inputs.numbers(dtype, [source.numVoxels, inChannels]);
    return conv.sparseConv(plan, features, weightsOf(inputs, layer), { backend });
  };
  const backward = (layer: Layer): Row["run"] => (own) => {
    const { source = inputs.ball, options = SAME, dtype, inChannels, outChannels, backend } = layer;
    const plan = own(conv.convPlan(source, options));
    const features = inputs.numbers(dtype, [source.numVoxels, inChannels]);
    const gradients = inputs.numbers(dtype, [plan.target.numVoxels, outChannels], 4);
    const wanted = ["features", "weights", "bias"] as const;
    const weights = weightsOf(inputs, layer);
    return conv.sparseConvBackward(plan, features, weights, gradients, { backend, wanted });
  };
  return [
    ...layerTable(inputs, "conv/sparse", conv.sparseConv, forward),
    ...rows("conv/sparse", conv.sparseConv, {
      "f32 4 to 8 bias, relu, lists": (own) => {
        const { batch } = inputs;
        const plan = own(conv.convPlan(batch, { kernel: 3, target: batch }));
        const features = own(gridJaggedLike(batch, inputs.numbers("f32", [batch.numVoxels, 4])));
        return conv.sparseConv(plan, features, inputs.numbers("f32", [8, 4, 3, 3, 3], 3), {
          bias: inputs.numbers("f32", [8], 5),
          activation: "relu",
          backend: "gather-scatter",
        });
      },
    }),
    ...layerTable(inputs, "conv/sparse backward", conv.sparseConvBackward, backward),
  ];
}

/** Layers with the backend that has the same bits on all devices, and with the one that each device selects. */
function layerTable(
  inputs: Inputs,
  title: string,
  operator: Operator,
  run: (layer: Layer) => Row["run"],
): Row[] {
  const backends: readonly [string, conv.ConvBackendName | "auto", SameOn][] = [
    [title, "gather-scatter", "all devices"],
    [`${title}, selected backend`, "auto", "one device"],
  ];
  return backends.flatMap(([name, backend, sameOn]) =>
    rows(
      name,
      operator,
      Object.fromEntries(
        Object.entries(layers(inputs)).map(([variant, layer]) => [
          variant,
          run({ ...layer, backend }),
        ]),
      ),
      sameOn,
    )
  );
}

/** Times as they might be measured. */
function timing(inputs: Inputs): conv.ConvTiming {
  return {
    device: inputs.context.device,
    ...{ dtype: "f32", inChannels: 8, outChannels: 16, kernel: [3, 3, 3], stride: [1, 1, 1] },
    ...{ transposed: false, targets: inputs.ball.numVoxels, pairsPerTarget: 15 },
    ...{ backend: "igemm", milliseconds: { "igemm": 1.5, "gather-scatter": 2 } },
  };
}

function timingRows(inputs: Inputs): Row[] {
  return [
    ...rows("conv/fastest", conv.fastestConv, {
      "f32 8 to 16": (own) => {
        const plan = own(conv.convPlan(inputs.ball, { kernel: 3, target: inputs.ball }));
        const layer = { dtype: "f32", inChannels: 8, outChannels: 16 } as const;
        return conv.fastestConv([timing(inputs)], plan, layer);
      },
    }),
    ...rows("conv/timings", conv.parseConvTimings, {
      "one": () => {
        const text = JSON.stringify([{ ...timing(inputs), device: "a device" }]);
        return JSON.stringify(conv.parseConvTimings(text));
      },
    }),
  ];
}

/** Sparse convolution, with backward pass. */
export const CONV: Family = {
  name: "conv",
  exported: conv,
  rows: convRows,
  without: new Map([[conv.tuneConv, "it measures time"]]),
};
