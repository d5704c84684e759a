/**
 * Trees of parameters, and trees beside them, as native functions take them.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { checkFunction, checkNumber, refuse, refuseKind } from "../../ffi/base/checks.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { type DType, dtypeCode, FLOATS } from "../core/dtype.ts";
import type { Context, Float, Tensor } from "../core/mod.ts";
import { shareContext } from "../core/ownership.ts";
import { sameShape } from "../core/shape.ts";
import { listTensors, tensorsOf, walkBeside } from "../core/tree.ts";
import type { WeightDecay } from "./base/state.ts";

/** Parameters of an operator. */
export interface Model {
  readonly operator: string;
  readonly context: Context;
  /** The name of the argument. */
  readonly name: string;
  readonly params: object;
  /** Its tensors in order. What else is said of them has their places; paths are looked up for messages alone. */
  readonly tensors: readonly Tensor[];
  /** Buffers that the operator writes, and what they belong to. */
  readonly written: Map<number, Place>;
}

/** A tensor of a tree. */
interface Place {
  readonly name: string;
  readonly place: number;
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
  const tensors = listTensors(operator, params, name);
  const [first] = tensors;
  if (first === undefined) refuse(operator, `${name} has no tensors`);
  const { context } = first;
  const model = { operator, context, name, params, tensors, written: new Map<number, Place>() };
  const kept = keptDType(first.dtype);
  for (let place = 0; place < tensors.length; place++) {
    const tensor = tensors[place] as Tensor;
    if (!FLOATS.includes(tensor.dtype as Float) || keptDType(tensor.dtype) !== kept) {
      refuseDType(model, place);
    }
  }
  for (const tensor of tensors) {
    if (tensor.context !== context) shareContext(operator, first, tensor);
    tensor.assertUsable(operator);
  }
  return model;
}

function refuseDType(model: Model, place: number): void {
  const { operator, name, tensors: { 0: first, [place]: tensor } } = model;
  if (first === undefined || tensor === undefined) return;
  const argument = { operator, name: labelOf(model, { name, place }) };
  checkDType(argument, tensor, FLOATS);
  refuseKind(argument, tensor.dtype, `${first.dtype === "f64" ? "f64" : "no f64"} as others are`);
}

/** The path of a tensor of the model, which is that of what belongs to it in trees beside, too. */
export function pathOf({ operator, name, params }: Model, place: number): string {
  return tensorsOf(operator, params, name)[place]?.[0] ?? "";
}

function labelOf(model: Model, { name, place }: Place): string {
  return nameAt(name, pathOf(model, place));
}

/** Refuses a tensor of another context. */
export function shareWith({ operator, context, tensors }: Model, other: Tensor): void {
  const [first] = tensors;
  if (first !== undefined && other.context !== context) shareContext(operator, other, first);
  other.assertUsable(operator);
}

/** Number, sizes and element types of the tensors. */
export function requestOf({ tensors }: Model): ModelRequest {
  const nTensors = tensors.length;
  const counts = new BigInt64Array(nTensors);
  const words = new Uint32Array(counts.buffer); // a BigInt for each would be an object
  const dtypes = new Uint32Array(nTensors);
  for (let place = 0; place < nTensors; place++) {
    const { length, dtype } = tensors[place] as Tensor;
    words[2 * place] = length; // modulo 2^32
    words[2 * place + 1] = Math.floor(length / 2 ** 32);
    dtypes[place] = dtypeCode(dtype);
  }
  return { nTensors, counts, dtypes };
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
export function ownHandles(model: Model): Uint32Array<ArrayBuffer> {
  const { name, tensors } = model;
  const handles = new Uint32Array(tensors.length);
  for (let place = 0; place < handles.length; place++) {
    handles[place] = take(model, tensors[place] as Tensor, { name, place }, true);
  }
  return handles;
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
  const { name, isWritten } = beside;
  const found = tensorsBeside(model, beside) ?? lookUpBeside(model, beside);
  const handles = new Uint32Array(found.length);
  for (let place = 0; place < found.length; place++) {
    const tensor = found[place];
    if (tensor !== undefined) handles[place] = take(model, tensor, { name, place }, isWritten);
  }
  return handles;
}

/** The tensors of a tree that is alike in all; undefined where anything differs, to be said by a path. */
function tensorsBeside(
  { context, params, tensors }: Model,
  { tree, dtypeOf }: Beside,
): readonly (Tensor | undefined)[] | undefined {
  const found: (Tensor | undefined)[] = [];
  if (!walkBeside(params, tree, found)) return undefined;
  for (let place = 0; place < found.length; place++) {
    const [own, tensor] = [tensors[place] as Tensor, found[place]];
    const expected = dtypeOf(own.dtype);
    if (expected === undefined && tensor === undefined) continue;
    const fits = tensor !== undefined && tensor.dtype === expected &&
      tensor.context === context && sameShape(tensor.shape, own.shape);
    if (!fits) return undefined;
  }
  return found;
}

/** The same for any tree, by paths. */
function lookUpBeside(model: Model, beside: Beside): readonly (Tensor | undefined)[] {
  const { operator, context, params } = model;
  const { name, tree, dtypeOf } = beside;
  const found = new Map(tensorsOf(operator, tree, name));
  const parameters = tensorsOf(operator, params, model.name);
  const taken = parameters.map(([path, { dtype, shape }]) => {
    const label = nameAt(name, path);
    const tensor = found.get(path);
    const expected = dtypeOf(dtype);
    if (expected === undefined) return undefined;
    found.delete(path);
    if (tensor === undefined) refuse(operator, `${label} is missing`);
    checkDType({ operator, name: label }, tensor, [expected]);
    checkShape({ operator, name: label }, tensor, shape);
    if (tensor.context !== context) {
      shareContext(operator, model.tensors[0] ?? tensor, tensor);
    }
    return tensor;
  });
  const [stranger] = found.keys();
  if (stranger !== undefined) {
    refuse(operator, `${nameAt(name, stranger)} belongs to no parameter`);
  }
  return taken;
}

function take(model: Model, tensor: Tensor, place: Place, isWritten: boolean): number {
  const { operator, written } = model;
  const handle = handleOf(tensor.buffer, operator);
  const other = written.get(handle);
  if (other !== undefined) {
    const [own, its] = [labelOf(model, place), labelOf(model, other)];
    refuse(operator, `${own} is the tensor of ${its}, one of its own expected`);
  }
  if (isWritten) written.set(handle, place);
  return handle;
}

/** The weight decay of each parameter. */
export function decaysOf(model: Model, weightDecay: WeightDecay): Float64Array<ArrayBuffer> {
  const { operator, params, tensors } = model;
  const name = "weightDecay";
  if (typeof weightDecay === "number") {
    const decays = new Float64Array(tensors.length);
    return decays.fill(checkAtLeast0(operator, name, weightDecay));
  }
  checkFunction({ operator, name }, weightDecay);
  return Float64Array.from(
    tensorsOf(operator, params, model.name),
    ([path, tensor]) => checkAtLeast0(operator, nameAt(name, path), weightDecay(path, tensor)),
  );
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
