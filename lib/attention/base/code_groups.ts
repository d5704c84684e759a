/**
 * Groups of rows of one code.
 *
 * @module
 */

import type { JaggedTensor, Tensor } from "../../core/mod.ts";
import type { RowOrder } from "./row_order.ts";

/**
 * Groups of rows of the same code.
 *
 * @category Attention
 */
export interface CodeGroups extends RowOrder {
  /** The group of each row, i64 [n]; owned. */
  readonly groups: Tensor<"i64">;
  /** The code of each group without the bits that were ignored, i64 [groups], in the lists of the rows; owned. */
  readonly codes: JaggedTensor<"i64">;
}
