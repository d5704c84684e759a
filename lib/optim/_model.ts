/**
 * Trees of parameters, and trees beside them, as native functions take them.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { checkFunction, checkNumber, refuse, refuseKind } from "../../ffi/base/checks.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { type DType, dtypeCode, FLOATS } from "../core/dtype.ts";
import type { Context, Tensor } from "../core/mod.ts";
import { shareContext } from "../core/ownership.ts";
import { tensorsOf } from "../core/tree.ts";
import type { WeightDecay } from "./base/state.ts";

/** Parameters of an operator. */
export interface Model {
  readonly operator: string;
  readonly context: Context;
  readonly parameters: readonly (readonly [path: string, tensor: Tensor])[];
  /** Buffers that the operator writes, and what they belong to. */
  readonly written: Map<number, string>;
}

/** Common arguments of the native functions of a model. */
export interface ModelRequest {
  readonly nTensors: number;
  readonly counts: BigInt64Array<ArrayBuffer>;
  readonly dtypes: Uint32Array<ArrayBuffer>;
}

/** Element type of what is kept of parameters. */
export function keptDType(dtype: DType): "f32" | "f64" {
  return dtype === "f64" ? "f64" : "f32";
}

/** Element type of masters, undefined for parameters that are their own. */
export function masterDType(dtype: DType): "f32" | undefined {
  return dtype === "f16" || dtype === "bf16" ? "f32" : undefined;
}

/**
 * Takes a tree of parameters.
 *
 * @throws {RangeError} If there are none.
 * @throws {TypeError} If they are not floats, if some are f64 and others not, or if contexts are mixed.
 */
export function takeModel(operator: string, params: object, name = "params"): Model {
  const parameters = tensorsOf(operator, params, name);
  const [first, ...others] = parameters.map(([, tensor]) => tensor);
  if (first === undefined) refuse(operator, `${name} has no tensors`);
  for (const [path, tensor] of parameters) {
    const argument = { operator, name: nameAt(name, path) };
    checkDType(argument, tensor, FLOATS);
    if (keptDType(tensor.dtype) === keptDType(first.dtype)) continue;
    refuseKind(argument, tensor.dtype, `${first.dtype === "f64" ? "f64" : "no f64"} as others are`);
  }
  const context = shareContext(operator, first, ...others);
  return { operator, context, parameters, written: new Map() };
}

/** Number, sizes and element types of the tensors. */
export function requestOf({ parameters }: Model): ModelRequest {
  return {
    nTensors: parameters.length,
    counts: BigInt64Array.from(parameters, ([, { length }]) => BigInt(length)),
    dtypes: Uint32Array.from(parameters, ([, { dtype }]) => dtypeCode(dtype)),
  };
}

/** Name of a tensor in an argument. */
function nameAt(name: string, path: string): string {
  return path === "" ? name : `${name}.${path}`;
}

/**
 * The buffers of parameters, which are written.
 *
 * @throws {RangeError} If a tensor is there twice.
 */
export function ownHandles(model: Model, name = "params"): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(
    model.parameters,
    ([path, tensor]) => take(model, tensor, { label: nameAt(name, path), isWritten: true }),
  );
}

/** A tree beside parameters. */
export interface Beside {
  readonly name: string;
  readonly tree: unknown;
  /** Element type that a tensor has to have, by that of the parameter; undefined where there has to be none. */
  readonly dtypeOf: (dtype: DType) => DType | undefined;
  readonly isWritten: boolean;
}

/**
 * The buffers of a tree of the form of parameters; 0 where there has to be none.
 *
 * @throws {RangeError} If a tensor has another shape, is missing, or belongs to no parameter.
 * @throws {TypeError} If an element type is another, or a context.
 */
export function handlesBeside(model: Model, beside: Beside): Uint32Array<ArrayBuffer> {
  const { operator, context } = model;
  const { name, tree, dtypeOf, isWritten } = beside;
  const found = new Map(tensorsOf(operator, tree, name));
  const handles = Uint32Array.from(model.parameters, ([path, { dtype, shape }]) => {
    const label = nameAt(name, path);
    const tensor = found.get(path);
    const expected = dtypeOf(dtype);
    if (expected === undefined) return 0;
    found.delete(path);
    if (tensor === undefined) refuse(operator, `${label} is missing`);
    checkDType({ operator, name: label }, tensor, [expected]);
    checkShape({ operator, name: label }, tensor, shape);
    if (tensor.context !== context) {
      shareContext(operator, model.parameters[0]?.[1] ?? tensor, tensor);
    }
    return take(model, tensor, { label, isWritten });
  });
  const [stranger] = found.keys();
  if (stranger !== undefined) {
    refuse(operator, `${nameAt(name, stranger)} belongs to no parameter`);
  }
  return handles;
}

function take(
  { operator, written }: Model,
  tensor: Tensor,
  { label, isWritten }: { readonly label: string; readonly isWritten: boolean },
): number {
  const handle = handleOf(tensor.buffer, operator);
  const other = written.get(handle);
  if (other !== undefined) {
    refuse(operator, `${label} is the tensor of ${other}, one of its own expected`);
  }
  if (isWritten) written.set(handle, label);
  return handle;
}

/** The weight decay of each parameter. */
export function decaysOf(model: Model, weightDecay: WeightDecay): Float64Array<ArrayBuffer> {
  const { operator, parameters } = model;
  const argument = { operator, name: "weightDecay" };
  if (typeof weightDecay !== "number") checkFunction(argument, weightDecay);
  return Float64Array.from(parameters, ([path, tensor]) => {
    const decay = typeof weightDecay === "number" ? weightDecay : weightDecay(path, tensor);
    return checkAtLeast0(
      operator,
      nameAt("weightDecay", typeof weightDecay === "number" ? "" : path),
      decay,
    );
  });
}

/** Refuses numbers that are not finite, or negative. */
export function checkAtLeast0(operator: string, name: string, value: number): number {
  checkNumber({ operator, name }, value);
  if (value < 0) refuse(operator, `${name} is ${value}, 0 or more expected`);
  return value;
}

/** Refuses numbers that are not in [0, 1). */
export function checkShare(operator: string, name: string, value: number): number {
  if (checkAtLeast0(operator, name, value) >= 1) {
    refuse(operator, `${name} is ${value}, less than 1 expected`);
  }
  return value;
}
