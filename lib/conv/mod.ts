/**
 * Sparse convolutions of voxel features, with backward passes. A plan holds the geometry of a convolution and serves all
 * layers with the same voxels and kernel.
 *
 * @example Differences along a row
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { convPlan, sparseConv } from "@denovdb/denovdb/conv";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [1, 1, 4] });
 * using plan = convPlan(row, { kernel: [1, 1, 3], target: row });
 * using features = tensor([1, 4, 9, 16], { context, shape: [4, 1] });
 * using weights = tensor([0, -1, 1], { context, shape: [1, 1, 1, 1, 3] });
 * using steps = sparseConv(plan, features, weights);
 * assertEquals([...await steps.read()], [3, 5, 7, -16]);
 * ```
 *
 * @module
 */

export type {
  Cancelable,
  Float,
  GridBatch,
  HandleOwner,
  JaggedTensor,
  Lists,
  Tensor,
  Triple,
} from "../core/mod.ts";
export { CONV_BACKENDS, type ConvBackendName } from "./base/backends.ts";
export { type ConvExplanation, type ConvLayer, ConvPlan } from "./base/conv_plan.ts";
export * from "./_generated/operators.ts";
