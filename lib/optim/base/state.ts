/**
 * States of optimizers, in trees of the form of parameters.
 *
 * @module
 */

import type { Tensor } from "../../core/mod.ts";

/**
 * Numbers that an optimizer keeps for each element of parameters: f64 for those in f64, f32 for others.
 *
 * @typeParam P The parameters.
 * @category Optimizers
 */
export type KeptTree<P> = P extends Tensor<infer D> ? Tensor<D extends "f64" ? "f64" : "f32">
  : P extends readonly unknown[] ? { readonly [K in keyof P]: KeptTree<P[K]> }
  : P extends object ? { readonly [K in keyof P as Exclude<K, symbol>]: KeptTree<P[K]> }
  : P;

/**
 * Masters of parameters in f16 and bf16, whose digits would not hold small steps: the same numbers in f32, which are
 * updated, and which parameters are rounded from. Parameters in f32 and f64 have none.
 *
 * @typeParam P The parameters.
 * @category Optimizers
 */
export type MasterTree<P> = P extends Tensor<infer D>
  ? D extends "f16" | "bf16" ? Tensor<"f32"> : undefined
  : P extends readonly unknown[] ? { readonly [K in keyof P]: MasterTree<P[K]> }
  : P extends object ? { readonly [K in keyof P as Exclude<K, symbol>]: MasterTree<P[K]> }
  : P;

/**
 * Weight decay: a number for all parameters, or a function that gives that of each, such as 0 for those of
 * normalizations.
 *
 * @category Optimizers
 */
export type WeightDecay = number | ((path: string, parameter: Tensor) => number);
