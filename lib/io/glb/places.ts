/**
 * Positions as binary glTF holds them: floats, from an origin near them.
 *
 * @module
 */

/** Positions in single precision. */
export interface GlbPlaces {
  /** Distances from the origin, [vertices, 3]. */
  readonly places: Float32Array<ArrayBuffer>;
  /** The origin, which is the translation of the node; undefined where it is that of the world. */
  readonly translation: readonly number[] | undefined;
}

/** Least distance of a mesh from the world's origin, in lengths of its box, for which it gets an origin of its own. */
const FAR = 8;

/**
 * Rounds positions to floats. Those in doubles that are far away for the size of their box, as in projected
 * coordinates, are taken from an origin near the middle of the box, in full precision, before they are rounded.
 *
 * @param positions Finite positions, [vertices, 3].
 */
export function glbPlaces(positions: Float32Array | Float64Array | Float16Array): GlbPlaces {
  const floats = new Float32Array(positions);
  const isExact = floats.every((one, at) => one === positions[at]);
  // Numbers beyond floats are for the caller to refuse.
  if (isExact || !floats.every(Number.isFinite)) return { places: floats, translation: undefined };
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((one, at) => {
    low[at % 3] = Math.min(low[at % 3] ?? NaN, one);
    high[at % 3] = Math.max(high[at % 3] ?? NaN, one);
  });
  const sides = low.map((least, axis) => (high[axis] ?? NaN) - least);
  const longest = Math.max(...sides);
  // A power of two, so that viewers which place nodes in single precision have the same origin.
  const step = 2 ** Math.floor(Math.log2(longest));
  const translation = low.map((least, axis) => {
    const middle = least + (sides[axis] ?? NaN) / 2;
    if (Math.abs(middle) <= FAR * longest) return 0;
    return longest > 0 ? Math.round(middle / step) * step : middle;
  });
  if (translation.every((one) => one === 0)) return { places: floats, translation: undefined };
  const places = Float32Array.from(positions, (one, at) => one - (translation[at % 3] ?? NaN));
  return { places, translation };
}
