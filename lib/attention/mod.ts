/**
 * Attention between the rows of lists, with its backward pass, and the orders and windows in which point transformers
 * attend: space-filling curves, patches, dilated groups and boxes of voxels, each a list of row numbers with its inverse.
 *
 * @example Windows along a curve, and back
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { orderByCode, patchWindows } from "@denovdb/denovdb/attention";
 * import { takeRows } from "@denovdb/denovdb/jagged";
 * import { morton } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(Int32Array.of(1, 1, 0, 0, 0, 0, 1, 0, 0), { context, shape: [3, 3] });
 * using features = tensor([30, 10, 20], { context, shape: [3, 1] });
 * using codes = morton(ijk);
 * using order = orderByCode(codes);
 * using windows = patchWindows(order.rows, { size: 2 });
 * using taken = takeRows(features, windows.rows);
 * assertEquals([...await taken.data.read()], [10, 20, 30, 20]);
 * using back = takeRows(taken.data, windows.inverse);
 * assertEquals([...await back.read()], [30, 10, 20]);
 * ```
 *
 * @module
 */

export type { Float, JaggedTensor, Lists, Tensor } from "../core/mod.ts";
export type {
  Attended,
  AttentionGradients,
  AttentionOptions,
  PackedAttentionGradients,
  PackedAttentionOptions,
  RelativePositions,
  ScoreOf,
} from "./base/attention.ts";
export type { CodeGroups } from "./base/code_groups.ts";
export type { RowOrder } from "./base/row_order.ts";
export * from "./_generated/operators.ts";
