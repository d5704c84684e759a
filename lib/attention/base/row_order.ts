/**
 * Rows in another order, and in windows.
 *
 * @module
 */

import type { Bundle } from "../../core/bundle.ts";
import type { JaggedTensor, Tensor } from "../../core/mod.ts";

/**
 * Rows in another order: `takeRows(features, order.rows)` brings features into it, and `takeRows(result, order.inverse)`
 * brings results back.
 *
 * @category Attention
 */
export interface RowOrder extends Bundle {
  /** Row numbers of the batch, i64 [m], a list for each list or window; outer lists are those that windows are of; owned. */
  readonly rows: JaggedTensor<"i64">;
  /** Where in `rows` each row is, i64 [n]; of rows that are there several times, their own place; owned. */
  readonly inverse: Tensor<"i64">;
}
