/**
 * What questions about boxes of elements have in common.
 *
 * @module
 */

import type { IndexBoxQuestion } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { emptyTensor, type Tensor } from "../core/mod.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { checkKeys, type Key } from "./_ask.ts";
import { checkData } from "./_errors.ts";
import {
  type CheckOptions,
  type IndexCapability,
  nativeIndex,
  requireCapability,
  SpatialIndex,
} from "./_index.ts";
import { checkClass } from "../core/operands.ts";

/** A question about boxes: who asks, and what. */
export interface BoxQuestion {
  readonly operator: string;
  readonly question: IndexBoxQuestion;
  readonly capability: IndexCapability;
}

/** Asks about each box; without `high` about each key. */
export function askBoxes(
  { operator, question, capability }: BoxQuestion,
  index: SpatialIndex,
  low: Tensor<Key>,
  high: Tensor<Key> | "none",
  { checked = true }: CheckOptions,
): Tensor<"i64"> {
  const context = shareContext(operator, index, low, ...(high === "none" ? [] : [high]));
  checkClass({ operator, name: "index" }, index, SpatialIndex);
  requireCapability(operator, index, capability);
  const count = checkKeys(operator, index, low, high === "none" ? "keys" : "low");
  if (high !== "none") {
    checkDType({ operator, name: "high" }, high, [low.dtype]);
    checkShape({ operator, name: "high" }, high, low.shape);
  }
  const sums = emptyTensor([count], { context, dtype: "i64" });
  return disposeOnError(sums, () => {
    checkData(context, operator, (outFault) =>
      nativeOf(context).indexSumBoxes({
        ...nativeIndex(index),
        question,
        low: handleOf(low.buffer),
        high: handleOf((high === "none" ? low : high).buffer),
        indexDtype: dtypeCode(low.dtype),
        count,
        checked: checked ? 1 : 0,
        out: handleOf(sums.buffer),
        outFault,
      }));
    return sums;
  });
}
