/**
 * Arithmetic on elements: in which type they are computed, and the native call.
 *
 * @module
 */

import type { MapElementsRequest } from "../../ffi/_generated/native.ts";
import { Dtype, ElementOp } from "../../ffi/_generated/symbols.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  type Context,
  type DType,
  fullTensor,
  JaggedTensor,
  type Lists,
  Tensor,
} from "../core/mod.ts";
import { type Argument, refuse } from "../../ffi/base/checks.ts";
import { inListsOf, type WithDType } from "../core/checks.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import { callNative, computeTensor, type OutRequest } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { align, type Alignment, isLists, walk } from "./_align.ts";
import { checkDense } from "./_axes.ts";
import { checkApartOrSame, checkOut } from "./_into.ts";
import type { JoinedLists, Operand, Scalar } from "./arithmetic.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/** Element types of results of operations. */
export type Outcome =
  /** That of the operands' common type. */
  | "common"
  /** A float: that of the operands, or f32. */
  | "float"
  /** Bool. */
  | "truth";

/** An operation on operands. */
export interface Operation {
  readonly operator: string;
  readonly op: ElementOp;
  /** Names of the operands, for messages. */
  readonly names: readonly string[];
  /**
   * Element type of the result.
   *
   * @default {"common"}
   */
  readonly outcome?: Outcome;
  /** Whether the first operand only decides between the others. */
  readonly decides?: boolean;
  /** Whether bools stay bools instead of becoming u8. */
  readonly keepsBool?: boolean;
}

const ORDER: readonly DType[] = [
  ...["bool", "u8", "i16", "u16", "i32", "i64"] as const,
  ...["f16", "bf16", "f32", "f64"] as const,
];

/** The greatest finite numbers of floats. */
export const GREATEST: ReadonlyMap<DType, number> = new Map([
  ["f16", 65504],
  ["bf16", (2 - 2 ** -7) * 2 ** 127],
  ["f32", (2 - 2 ** -23) * 2 ** 127],
  ["f64", Number.MAX_VALUE],
]);

function isFloat(dtype: DType): boolean {
  return (FLOATS as readonly DType[]).includes(dtype);
}

/** The least type that holds what two types hold, with f32 for f16 and bf16, and i32 for i16 and u16. */
export function joinDTypes(a: DType, b: DType): DType {
  const halves = a !== b && (a === "f16" || a === "bf16") && (b === "f16" || b === "bf16");
  if (halves) return "f32";
  if (a !== b && (a === "i16" || a === "u16") && (b === "i16" || b === "u16")) return "i32";
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}

/** The common type of operands: numbers only decide between kinds of types, not how wide they are. */
export function commonDType(operands: readonly Operand[]): DType {
  const own = operands.filter((operand) => isLists(operand)).map(({ dtype }) => dtype);
  let common = own.reduce(joinDTypes, "bool");
  for (const scalar of operands.filter((operand) => !isLists(operand))) {
    if (isFloat(common) || typeof scalar === "boolean") continue;
    const whole = typeof scalar === "bigint" || Number.isInteger(scalar);
    if (!whole) common = "f32";
    else if (common === "bool") common = "i64";
  }
  return common;
}

/** Types of an operation: that of the result, and the one to compute in. */
interface Types {
  readonly result: DType;
  readonly precision: "f32" | "f64" | "i64";
  /** Type that numbers among the operands are rounded to. */
  readonly numbers: DType;
}

/** Integers that become floats are computed in double precision, so that the result is rounded once. */
function typesOf(operands: readonly Operand[], operation: Operation): Types {
  const { precision, result } = resultTypesOf(operands, operation);
  if (operation.outcome !== "truth") return { precision, result, numbers: precision };
  // 0.1 is to equal elements of f16 that hold it, which are not 0.1.
  const floats = operands.filter(isLists).find(({ dtype }) => isFloat(dtype));
  return { precision, result, numbers: floats?.dtype ?? precision };
}

function resultTypesOf(
  operands: readonly Operand[],
  { outcome = "common", keepsBool = false }: Operation,
): Omit<Types, "numbers"> {
  const common = commonDType(operands);
  const wide = operands.some((operand) =>
    isLists(operand) ? operand.dtype === "f64" || !isFloat(operand.dtype) : false
  );
  const floating = isFloat(common) || outcome === "float";
  const precision = !floating ? "i64" : wide ? "f64" : "f32";
  if (outcome === "truth") return { result: "bool", precision };
  if (outcome === "float" && !isFloat(common)) return { result: "f32", precision };
  return { result: common === "bool" && !keepsBool ? "u8" : common, precision };
}

/**
 * Applies an operation to elements.
 *
 * @returns A new tensor or new lists; the caller owns them.
 */
export function mapElements(operands: readonly Operand[], operation: Operation): Lists<DType> {
  const { operator, names, decides = false } = operation;
  const [first, ...others] = operands.filter(isLists);
  if (first === undefined) {
    throw new TypeError(`Cannot run ${operator}: no operand is a tensor or lists`);
  }
  shareContext(operator, first, ...others);
  const types = typesOf(decides ? operands.slice(1) : operands, operation);
  return compute(operator, operands, names, { ...types, op: operation.op });
}

/** Applies an operation to the operands `a` and `b`. */
export function join<A extends Operand, B extends Operand, D extends DType>(
  operator: string,
  op: ElementOp,
  operands: readonly [a: A, b: B],
  outcome: Outcome = "common",
): JoinedLists<A, B, D> {
  const operation = { operator, op, outcome, names: ["a", "b"] };
  return mapElements(operands, operation) as JoinedLists<A, B, D>;
}

/** Applies an operation to the operand `lists`. */
export function map<L extends Lists<DType>, D extends DType>(
  operator: string,
  op: ElementOp,
  lists: L,
  outcome: Outcome = "common",
): WithDType<L, D> {
  return mapElements([lists], { operator, op, outcome, names: ["lists"] }) as WithDType<L, D>;
}

/** Converts elements to another type. */
export function convert(operator: string, lists: Lists<DType>, result: DType): Lists<DType> {
  const { dtype } = lists;
  const exact = dtype === "f64" || result === "f64" || !isFloat(result);
  const precision = !isFloat(dtype) ? "i64" : exact ? "f64" : "f32";
  const types = { result, precision, numbers: precision } as const;
  return compute(operator, [lists], ["lists"], { ...types, op: ElementOp.CAST });
}

/**
 * A number as it is computed.
 *
 * @throws {RangeError} If 64 bits do not hold a whole number, or it is beyond those that are exact.
 * @throws {TypeError} If it is no number.
 */
function numberFor({ operator, name }: Argument, value: Scalar, dtype: DType): number | bigint {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "number" && typeof value !== "bigint") {
    const given = describeValue(value);
    throw new TypeError(
      `${cannot(operator)}: ${name} is ${given}, lists, a tensor or a number expected`,
    );
  }
  if (dtype !== "i64") return Number(value);
  const isHeld = typeof value === "bigint"
    ? BigInt.asIntN(64, value) === value
    : Number.isSafeInteger(value);
  if (isHeld) return value;
  refuse(
    operator,
    `${name} is ${describeValue(value)}, a number below 2^53 or a bigint of 64 bits expected`,
  );
}

/** Operands that are checked and laid against each other. */
interface Plan extends Types {
  readonly operator: string;
  readonly operands: readonly Operand[];
  readonly names: readonly string[];
  readonly op: ElementOp;
  readonly alignment: Alignment;
  readonly context: Context;
}

function compute(
  operator: string,
  operands: readonly Operand[],
  names: readonly string[],
  types: Types & { readonly op: ElementOp },
): Lists<DType> {
  const alignment = align(operator, operands, names);
  const [first] = operands.filter(isLists);
  if (first === undefined) throw new TypeError(`Cannot run ${operator}: there is no tensor`);
  const { context } = first;
  const plan = { ...types, operator, operands, names, alignment, context };
  const call = callOf(plan);
  const result = computeTensor(
    { operator, context, dtype: types.result, shape: alignment.shape },
    (native, out) => withTensors(plan, (tensors) => native.mapElements(call(tensors, out))),
  );
  const { lists } = alignment;
  return lists === undefined ? result : inListsOf(lists, result);
}

/** Applies an operation to the operands `a` and `b`, which are not in lists, and writes what it gives to a tensor. */
export function joinInto(
  operator: string,
  op: ElementOp,
  out: Tensor,
  operands: readonly [a: Operand, b: Operand],
  outcome: Outcome = "common",
): void {
  const names = ["a", "b"];
  checkDense(operator, out, "out");
  for (const [place, operand] of operands.entries()) {
    if (isLists(operand)) checkDense(operator, operand as Tensor, names[place]);
  }
  const tensors = operands.filter((operand) => operand instanceof Tensor);
  if (tensors.length === 0) throw new TypeError(`Cannot run ${operator}: no operand is a tensor`);
  const context = shareContext(operator, out, ...tensors);
  const types = typesOf(operands, { operator, op, outcome, names });
  const alignment = align(operator, operands, names);
  checkOut(operator, out, { shape: alignment.shape, dtype: types.result });
  for (const [place, operand] of operands.entries()) {
    if (operand instanceof Tensor) checkApartOrSame(operator, out, operand, names[place] ?? "");
  }
  const plan = { ...types, op, operator, operands, names, alignment, context };
  const call = callOf(plan);
  withTensors(
    plan,
    (tensors) =>
      callNative(
        operator,
        context,
        (native, context) =>
          native.mapElements(call(tensors, { context, out: handleOf(out.buffer) })),
      ),
  );
}

/** Calls a function with the tensors of operands, and with one for each number among them. */
function withTensors<R>(
  { operator, operands, names, numbers, context }: Plan,
  run: (tensors: readonly Tensor[]) => R,
): R {
  using scalars = new DisposableStack();
  return run(operands.map((operand, place) => {
    if (operand instanceof JaggedTensor) return operand.data;
    if (operand instanceof Tensor) return operand;
    const value = numberFor({ operator, name: names[place] ?? "" }, operand, numbers);
    return scalars.use(fullTensor([1], value, { context, dtype: numbers }));
  }));
}

/** The native call of an operation. */
function callOf(
  { operator, alignment, op, precision, result }: Plan,
): (tensors: readonly Tensor[], out: OutRequest) => MapElementsRequest {
  const { shape, strides } = walk(operator, alignment);
  return ([x, y = x, z = x], out) => {
    if (x === undefined || y === undefined || z === undefined) {
      refuse(operator, "there is no operand");
    }
    return {
      ...out,
      op,
      precision: Dtype[precision.toUpperCase() as "F32" | "F64" | "I64"],
      shape,
      rank: shape.length,
      x: handleOf(x.buffer),
      y: handleOf(y.buffer),
      z: handleOf(z.buffer),
      dtypes: Uint32Array.of(dtypeCode(x.dtype), dtypeCode(y.dtype), dtypeCode(z.dtype)),
      sizes: BigInt64Array.of(BigInt(x.length), BigInt(y.length), BigInt(z.length)),
      strides,
      outDtype: dtypeCode(result),
    };
  };
}
