/**
 * Numbers of tensors of any float type.
 *
 * @module
 */

import { asType } from "../lib/jagged/mod.ts";
import type { Float, Tensor } from "../mod.ts";

/** Numbers of a tensor; those of bf16 are read as the words that they are. */
export function numbersOf(rows: Tensor<Float> | undefined): Float64Array {
  if (rows === undefined) throw new TypeError("no tensor, whose numbers are asked for");
  using wide = asType(rows, "f64");
  return wide.readSync() as Float64Array;
}
