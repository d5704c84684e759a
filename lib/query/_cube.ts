/**
 * Questions about cubes of cells and of points.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import type { GridBatch, Lists, Real } from "../core/mod.ts";
import { spreadTriple } from "../../ffi/base/numbers.ts";
import { askPoints } from "./_ask.ts";
import type { CubeOptions, Offset } from "./cubes_in_grid.ts";

const NAMES = optionNames<CubeOptions>({ min: true, max: true });

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
 * Asks about the cubes around centers.
 *
 * @throws {RangeError} If a number is not finite, or if a least one is above its greatest one.
 */
export function askCubes(
  operator: "cubesInGrid" | "cubesIntersectGrid",
  grid: GridBatch,
  centers: Lists<Real>,
  options: CubeOptions,
): Lists<"bool"> {
  const { min, max } = checkOptions(operator, options, NAMES);
  const cubeMin = spread(operator, "min", min);
  const cubeMax = spread(operator, "max", max);
  for (const [axis, low] of cubeMin.entries()) {
    const high = cubeMax[axis] ?? NaN;
    if (low > high) refuse(operator, `min ${low} is above max ${high} on axis ${axis}`);
  }
  const answer = { dtype: "bool", shape: [] } as const;
  return askPoints(operator, grid, centers, answer, { cubeMin, cubeMax }, "centers");
}

function spread(operator: string, name: string, value: Offset): Float64Array<ArrayBuffer> {
  const numbers = spreadTriple({ operator, name }, value);
  const odd = numbers.find((number) => !Number.isFinite(number));
  if (odd !== undefined) refuse(operator, `${name} ${odd} is not finite`);
  return Float64Array.from(numbers);
}
