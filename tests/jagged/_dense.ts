/**
 * Dense tensors as the host sees them: elements by place, and what is made of them, one by one.
 *
 * @module
 */

import { type Context, type DType, type Tensor, tensor } from "../../mod.ts";

/** All element types. */
export const TYPES: readonly DType[] = [
  ...["f16", "bf16", "f32", "f64"] as const,
  ...["i16", "i32", "i64", "u8", "u16", "bool"] as const,
];

/** All places of a shape, in row-major order. */
export function placesOf(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (places, extent) =>
      places.flatMap((place) => Array.from({ length: extent }, (_, at) => [...place, at])),
    [[]],
  );
}

/** Where a place is in row-major order. */
export function positionOf(place: readonly number[], shape: readonly number[]): number {
  return place.reduce((position, at, axis) => position * (shape[axis] ?? 0) + at, 0);
}

/** The elements of a tensor as they are stored. */
export function bitsOf(x: Tensor): (number | bigint)[] {
  return Array.from<number | bigint>(x.readSync());
}

/** A tensor whose elements are small whole numbers, in no order. */
export function counted<D extends DType>(
  context: Context,
  dtype: D,
  shape: readonly number[],
  seed = 0,
): Tensor<D> {
  const count = shape.reduce((product, extent) => product * extent, 1);
  const most = dtype === "bool" ? 2 : 120;
  const numbers = Array.from({ length: count }, (_, at) => (at * 37 + seed * 11) % 127 % most);
  return tensor(numbers, { context, dtype, shape });
}
