/**
 * Rows of features: their checks, and values that fill them.
 *
 * @module
 */

import type { DType, GridBatch, Tensor } from "../core/mod.ts";
import { type Argument, checkTensor, refuse } from "../core/checks.ts";
import { toTypedArray } from "../core/dtype.ts";
import { elementCount, formatShape } from "../core/shape.ts";

/** The shape of one row of features. */
export interface Channels {
  /** Axes behind the rows. */
  readonly shape: readonly number[];
  /** Elements of a row. */
  readonly count: number;
}

/** Refuses features that do not have a number of rows; says what a row looks like. */
export function checkRows({ operator, name }: Argument, tensor: Tensor, rows: number): Channels {
  checkTensor({ operator, name }, tensor);
  const { shape } = tensor;
  const [first, ...rest] = shape;
  if (first !== rows) {
    refuse(operator, `${name} shape is ${formatShape(shape)}, [${rows}, ...] expected`);
  }
  return { shape: rest, count: elementCount(rest) };
}

/** Refuses batches that do not have as many grids as another. */
export function checkSameGrids(
  { operator, name }: Argument,
  { gridCount }: GridBatch,
  { gridCount: expected }: GridBatch,
): void {
  if (gridCount === expected) return;
  refuse(operator, `${name} has ${gridCount} grids, ${expected} expected`);
}

/**
 * Turns a value into the two words of an element's bytes.
 *
 * @throws {RangeError} If the value does not fit the element type.
 */
export function fillWords(
  dtype: DType,
  value: number | bigint | boolean,
): readonly [low: number, high: number] {
  const { buffer, byteLength } = toTypedArray(dtype, [value]);
  const words = new Uint32Array(2);
  new Uint8Array(words.buffer, 0, byteLength).set(new Uint8Array(buffer, 0, byteLength));
  return [words[0] ?? 0, words[1] ?? 0];
}
