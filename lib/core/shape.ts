/**
 * Shapes of tensors.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";

/**
 * Number of elements of a shape.
 *
 * @throws {TypeError} If the shape is not a list.
 * @throws {RangeError} If an extent is not a whole number, or if there are too many elements.
 */
export function elementCount(shape: readonly number[]): number {
  const isList: boolean = Array.isArray(shape) || ArrayBuffer.isView(shape);
  if (!isList) {
    throw new TypeError(
      `Cannot use shape: it is ${describeValue(shape)}, a list of extents expected`,
    );
  }
  let count = 1;
  for (const extent of shape) {
    if (!Number.isSafeInteger(extent) || extent < 0) {
      throw new RangeError(
        `Cannot use shape ${
          formatShape(shape)
        }: ${extent} is no extent, a whole number from 0 expected`,
      );
    }
    count *= extent;
  }
  if (!Number.isSafeInteger(count * 8)) {
    throw new RangeError(`Cannot use shape ${formatShape(shape)}: it has too many elements`);
  }
  return count;
}

/** A shape in brackets; a name stands for any extent. */
export function formatShape(shape: readonly (number | string)[]): string {
  return `[${shape.join(", ")}]`;
}

/** Whether two shapes are the same. */
export function sameShape(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let axis = 0; axis < a.length; axis++) if (a[axis] !== b[axis]) return false;
  return true;
}
