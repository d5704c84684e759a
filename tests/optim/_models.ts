/**
 * Models to optimize, and optimizers by their definitions in f64.
 *
 * @module
 */

import { asType } from "../../lib/jagged/mod.ts";
import { type Context, type Float, type Tensor, tensor } from "../../mod.ts";
import { numbersOf } from "../_numbers.ts";

/** Numbers that repeat nothing, between -1 and 1. */
export function wave(length: number, seed: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length }, (_, at) => Math.sin(1 + 1.7 * at + 0.3 * at * at + seed));
}

/** A tensor of waves. */
export function waves<D extends Float>(
  context: Context,
  dtype: D,
  shape: readonly number[],
  seed: number,
): Tensor<D> {
  const length = shape.reduce((count, extent) => count * extent, 1);
  using wide = tensor(wave(length, seed), { context, shape });
  return asType(wide, dtype) as Tensor<D>;
}

/** A tree of tensors, one of them larger than what a block of a launch takes, and one empty. */
export interface Net<D extends Float> {
  readonly stem: { readonly weight: Tensor<D>; readonly bias: Tensor<D> };
  readonly blocks: readonly [Tensor<D>, Tensor<D>];
}

/** Makes such a tree; the stack owns its tensors. */
export function makeNet<D extends Float>(
  context: Context,
  dtype: D,
  { seed, stack }: { readonly seed: number; readonly stack: DisposableStack },
): Net<D> {
  const make = (shape: readonly number[], part: number): Tensor<D> =>
    stack.use(waves(context, dtype, shape, seed + part));
  return {
    stem: { weight: make([3, 5], 1), bias: make([0], 2) },
    blocks: [make([17001], 3), make([1], 4)],
  };
}

/** The tensors of such a tree. */
export function partsOf<D extends Float>({ stem, blocks }: Net<D>): Tensor<D>[] {
  return [stem.weight, stem.bias, ...blocks];
}

/** Numbers of all tensors, one after another. */
export function allNumbers(net: Net<Float>): Float64Array {
  return Float64Array.from(partsOf(net).flatMap((part) => [...numbersOf(part)]));
}
