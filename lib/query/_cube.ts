/**
 * What the questions about cubes of cells and of points have in common.
 *
 * @module
 */

import type { Box } from "../core/boxes.ts";
import { refuse } from "../core/checks.ts";
import { spreadTriple } from "../core/triples.ts";

/** Largest extent that the native library takes. */
const MOST_EXTENT = 8191;

/**
 * The shape of the cube of cells around a coordinate.
 *
 * @throws {RangeError} If the extent is not a whole number from 0 to 8191.
 */
export function cellShape(operator: string, extent: number): [number, number, number] {
  if (!Number.isInteger(extent) || extent < 0 || extent > MOST_EXTENT) {
    refuse(operator, `extent ${extent} is not a whole number from 0 to ${MOST_EXTENT}`);
  }
  const width = 2 * extent + 1;
  return [width, width, width];
}

/**
 * One number for all axes, or one for each.
 *
 * @category Queries
 */
export type Offset = number | readonly [x: number, y: number, z: number];

/**
 * Options for {@linkcode cubesInGrid} and {@linkcode cubesIntersectGrid}.
 *
 * @category Queries
 */
export interface CubeOptions extends Box<Offset> {
  /** Offset from a center to the minimum corner of its cube, in world units. */
  readonly min: Offset;
  /** Offset from a center to the maximum corner of its cube, in world units. */
  readonly max: Offset;
}

/** The corners of a cube, three numbers each. */
export interface Corners {
  readonly least: Float64Array<ArrayBuffer>;
  readonly greatest: Float64Array<ArrayBuffer>;
}

/**
 * Spreads the corners of a cube over the axes.
 *
 * @throws {RangeError} If a number is not finite, or if a least one is above its greatest one.
 */
export function cornersOf(operator: string, { min, max }: CubeOptions): Corners {
  const least = spread(operator, "min", min);
  const greatest = spread(operator, "max", max);
  for (const [axis, low] of least.entries()) {
    const high = greatest[axis] ?? NaN;
    if (low > high) refuse(operator, `min ${low} is above max ${high} on axis ${axis}`);
  }
  return { least, greatest };
}

function spread(operator: string, name: string, value: Offset): Float64Array<ArrayBuffer> {
  const numbers = spreadTriple({ operator, name }, value);
  const odd = numbers.find((number) => !Number.isFinite(number));
  if (odd !== undefined) refuse(operator, `${name} ${odd} is not finite`);
  return Float64Array.from(numbers);
}
