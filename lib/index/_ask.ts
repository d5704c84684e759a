/**
 * What every question to a spatial index has in common: checks, the answers, the call.
 *
 * @module
 */

import { IndexQuestion } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { emptyTensor, type Tensor } from "../core/mod.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { checkData, refuseIndex } from "./_errors.ts";
import {
  type CheckOptions,
  type IndexCapability,
  nativeIndex,
  requireCapability,
  SpatialIndex,
} from "./_index.ts";
import { checkClass } from "../core/operands.ts";

/**
 * Element types of keys and ranks.
 *
 * @category Spatial indexes
 */
export type Key = "i32" | "i64";

/**
 * Options of queries whose results are numbers.
 *
 * @category Spatial indexes
 */
export interface AnswerOptions<D extends Key = Key> extends CheckOptions {
  /**
   * Element type of the results; i32 halves the bytes written, and is an error if results might not fit.
   *
   * @default {"i64"}
   */
  readonly dtype?: D;
}

/** A question: who asks, and what. */
export interface Question {
  readonly operator: string;
  readonly question: IndexQuestion;
  readonly capability: IndexCapability;
}

/** Element types that keys may have. */
export const KEYS: readonly Key[] = ["i32", "i64"];

/** Refuses keys that do not have one number for each axis, and says how many there are. */
export function checkKeys(
  operator: string,
  { dims }: SpatialIndex,
  keys: Tensor<Key>,
  name = "keys",
): number {
  checkDType({ operator, name }, keys, KEYS);
  const isColumn = keys.shape.length === 2 && keys.shape[1] === 1;
  const isList = dims.length === 1 && !isColumn;
  checkShape({ operator, name }, keys, isList ? ["n"] : ["n", dims.length]);
  const [count = 0] = keys.shape;
  return count;
}

/** Asks about each key. */
export function askIndex<D extends Key | "bool">(
  { operator, question, capability }: Question,
  index: SpatialIndex,
  keys: Tensor<Key>,
  dtype: D,
  { checked = true }: CheckOptions,
): Tensor<D> {
  const context = shareContext(operator, index, keys);
  checkClass({ operator, name: "index" }, index, SpatialIndex);
  requireCapability(operator, index, capability);
  const count = checkKeys(operator, index, keys, capability === "select" ? "ranks" : "keys");
  if (dtype === "i32") checkFits(operator, index, question);
  const answers = emptyTensor([count], { context, dtype });
  return disposeOnError(answers, () => {
    checkData(context, operator, (outFault) =>
      nativeOf(context).indexAsk({
        ...nativeIndex(index),
        question,
        keys: handleOf(keys.buffer),
        indexDtype: dtypeCode(keys.dtype),
        count,
        checked: checked ? 1 : 0,
        outDtype: dtypeCode(dtype),
        out: handleOf(answers.buffer),
        outFault,
      }));
    return answers;
  });
}

function checkFits(operator: string, { size, bits }: SpatialIndex, question: IndexQuestion): void {
  const most = 2 ** bits - 1;
  const greatest = question === IndexQuestion.SELECT
    ? size
    : question === IndexQuestion.POINT
    ? most
    : most * size;
  if (greatest < 2 ** 31) return;
  refuseIndex("VALUE_RANGE", operator, `dtype is i32, answers may be as great as ${greatest}`);
}
