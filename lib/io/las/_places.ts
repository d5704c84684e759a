/**
 * Places of points as whole numbers of a scale.
 *
 * @module
 */
import type { LasIntegers } from "../cloud.ts";
import { refuse } from "./_check_input.ts";
import type { LasInput } from "./input.ts";

/** The largest whole number. */
const MOST = 2 ** 31 - 1;
/** Steps across the extent of points, unless the scale is given: small objects keep their shape. */
const LEAST_STEPS = 1e5;
/** Digits behind the point that a scale has at most: powers of ten end soon after. */
const MOST_DIGITS = 300;

/** A thousandth, or the power of ten next to it at which an extent has enough steps, and not too many. */
function scaleFor(extent: number): number {
  let scale = 0.001;
  while (extent / scale > MOST) scale *= 10;
  if (extent === 0 || extent / scale >= LEAST_STEPS) return scale;
  // A quotient: products of 0.1 are not the numbers that they stand for.
  return 1 / 10 ** Math.min(Math.ceil(Math.log10(LEAST_STEPS / extent)), MOST_DIGITS);
}

/** Whole numbers near the places of points. */
export function roundedPlaces({ positions, scale: wanted }: LasInput): LasIntegers {
  if (wanted !== undefined && !(wanted > 0 && wanted < Infinity)) {
    refuse(`scale is ${wanted}, a positive number expected`);
  }
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    const value = positions[at] ?? NaN;
    const axis = at % 3;
    if (!Number.isFinite(value)) {
      refuse(`positions holds ${value} at ${at}, finite numbers expected`);
    }
    if (value < (low[axis] ?? 0)) low[axis] = value;
    if (value > (high[axis] ?? 0)) high[axis] = value;
  }
  const isEmpty = positions.length === 0;
  const extent = isEmpty ? 0 : Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)));
  const scale = wanted ?? scaleFor(extent);
  if (!(extent / scale <= MOST)) {
    refuse(`scale is ${scale}, with which 32 bits do not hold an extent of ${extent}`);
  }
  // From the whole number below if 32 bits hold that: what is a multiple of the scale remains the number that it is.
  const offset = low.map((value, axis) => {
    const whole = Math.floor(value);
    return isEmpty ? 0 : ((high[axis] ?? 0) - whole) / scale <= MOST ? whole : value;
  });
  const [x = 0, y = 0, z = 0] = offset;
  const coordinates = new Int32Array(positions.length);
  for (let at = 0; at + 2 < positions.length; at += 3) {
    coordinates[at] = Math.round(((positions[at] ?? 0) - x) / scale);
    coordinates[at + 1] = Math.round(((positions[at + 1] ?? 0) - y) / scale);
    coordinates[at + 2] = Math.round(((positions[at + 2] ?? 0) - z) / scale);
  }
  return { coordinates, scale: [scale, scale, scale], offset: [x, y, z] };
}
