/**
 * Questions to spatial indexes, and edits of them: checks, the call, the answers.
 *
 * @module
 */

import type { IndexAskRequest } from "../../../ffi/_generated/native.ts";
import { IndexBoxQuestion, IndexQuestion } from "../../../ffi/_generated/symbols.ts";
import { handleOf } from "../../../ffi/owned.ts";
import type { Tensor } from "../../core/mod.ts";
import { checkDType, checkShape } from "../../core/checks.ts";
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import type { Caller } from "../../core/compute_tensors.ts";
import { dtypeCode } from "../../core/dtype.ts";
import { checkClass } from "../../../ffi/base/checks.ts";
import { shareContext } from "../../core/ownership.ts";
import { computeChecked, refuseIndex } from "./errors.ts";
import {
  type CheckOptions,
  type IndexArguments,
  type IndexCapability,
  nativeIndex,
  requireCapability,
  SpatialIndex,
} from "./index.ts";

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

/** Who asks, and what an index must be able to do. */
export interface Asker {
  readonly operator: string;
  readonly capability: IndexCapability;
}

/** The operators that ask about keys. */
export type KeyOperator = `index${"Point" | "Occupied" | "Prefix" | "Lookup" | "OfRank"}`;

/** The operators that ask about boxes. */
export type BoxOperator = `index${"Box" | "LinearRank" | "Range"}`;

/** Each operator's question, and the ability that an index needs for it. */
const QUESTIONS: Readonly<Record<KeyOperator, readonly [IndexQuestion, IndexCapability]>> = {
  indexPoint: [IndexQuestion.POINT, "point"],
  indexOccupied: [IndexQuestion.OCCUPIED, "point"],
  indexPrefix: [IndexQuestion.PREFIX, "prefix"],
  indexLookup: [IndexQuestion.LOOKUP, "lookup"],
  indexOfRank: [IndexQuestion.SELECT, "select"],
};

const BOX_QUESTIONS: Readonly<
  Record<BoxOperator, readonly [IndexBoxQuestion, IndexCapability]>
> = {
  indexBox: [IndexBoxQuestion.SUM, "box"],
  indexLinearRank: [IndexBoxQuestion.LINEAR_RANK, "linearRank"],
  indexRange: [IndexBoxQuestion.SUM, "range"],
};

/** Element types that keys may have. */
export const KEYS: readonly Key[] = ["i32", "i64"];

/** An index and keys that fit it. */
export interface KeysOfIndex extends Caller {
  /** Number of keys. */
  readonly count: number;
  readonly request:
    & IndexArguments
    & Pick<IndexAskRequest, "indexDtype" | "count" | "checked">;
}

/**
 * Takes an index that is able to do something, and keys with one number for each axis.
 *
 * @param others Further inputs, which have to be usable and of the same context.
 */
export function takeKeys(
  { operator, capability }: Asker,
  index: SpatialIndex,
  keys: Tensor<Key>,
  { checked = true }: CheckOptions,
  name = "keys",
  ...others: readonly Tensor[]
): KeysOfIndex {
  const context = shareContext(operator, index, keys, ...others);
  checkClass({ operator, name: "index" }, index, SpatialIndex);
  requireCapability(operator, index, capability);
  checkDType({ operator, name }, keys, KEYS);
  const axes = index.dims.length;
  const isColumn = keys.shape.length === 2 && keys.shape[1] === 1;
  checkShape({ operator, name }, keys, axes === 1 && !isColumn ? ["n"] : ["n", axes]);
  const [count = 0] = keys.shape;
  const indexDtype = dtypeCode(keys.dtype);
  const request = { ...nativeIndex(index), indexDtype, count, checked: checked ? 1 : 0 };
  return { operator, context, count, request };
}

const ANSWER_NAMES = optionNames<AnswerOptions>({ checked: "boolean", dtype: true });
const CHECK_NAMES = optionNames<CheckOptions>({ checked: "boolean" });

/** Asks for a number for each key. */
export function askIndex<D extends Key>(
  operator: KeyOperator,
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: AnswerOptions<D>,
): Tensor<D> {
  checkOptions(operator, options, ANSWER_NAMES);
  return ask(operator, index, keys, options.dtype ?? "i64" as D, options);
}

/** Asks whether each key is occupied. */
export function askWhether(
  index: SpatialIndex,
  keys: Tensor<Key>,
  options: CheckOptions,
): Tensor<"bool"> {
  checkOptions("indexOccupied", options, CHECK_NAMES);
  return ask("indexOccupied", index, keys, "bool", options);
}

function ask<D extends Key | "bool">(
  operator: KeyOperator,
  index: SpatialIndex,
  keys: Tensor<Key>,
  dtype: D,
  options: CheckOptions,
): Tensor<D> {
  const [question, capability] = QUESTIONS[operator];
  const name = capability === "select" ? "ranks" : "keys";
  const { context, count, request } = takeKeys(
    { operator, capability },
    index,
    keys,
    options,
    name,
  );
  if (dtype === "i32") checkFits(operator, index, question);
  const given = { ...request, question, keys: handleOf(keys.buffer), outDtype: dtypeCode(dtype) };
  return computeChecked(
    { operator, context, dtype, shape: [count] },
    (native, outputs) => native.indexAsk({ ...given, ...outputs }),
  );
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

/** Asks about each box; without `high` about each key. */
export function askBoxes(
  operator: BoxOperator,
  index: SpatialIndex,
  low: Tensor<Key>,
  high: Tensor<Key> | "none",
  options: CheckOptions,
): Tensor<"i64"> {
  const [question, capability] = BOX_QUESTIONS[operator];
  const asker = { operator, capability };
  checkOptions(operator, options, CHECK_NAMES);
  const [name, others] = high === "none" ? ["keys", []] as const : ["low", [high]] as const;
  const { context, count, request } = takeKeys(asker, index, low, options, name, ...others);
  if (high !== "none") {
    checkDType({ operator, name: "high" }, high, [low.dtype]);
    checkShape({ operator, name: "high" }, high, low.shape);
  }
  const ends = handleOf((high === "none" ? low : high).buffer);
  const given = { ...request, question, low: handleOf(low.buffer), high: ends };
  return computeChecked(
    { operator, context, dtype: "i64", shape: [count] },
    (native, outputs) => native.indexSumBoxes({ ...given, ...outputs }),
  );
}
