/**
 * Colors of any width brought to 8 bits per channel.
 *
 * @module
 */

/** Colors of 8 bits per channel, and the width they had in the file. */
export interface PackedColors {
  /** Red, green, blue interleaved, [points, 3]. */
  readonly colors: Uint8Array;
  /** Bits per channel that the file made use of. */
  readonly colorBits: 8 | 16;
  /** Whether the file says more of colors than 8 bits hold. */
  readonly colorsRounded?: true;
}

/**
 * Brings integer colors to 8 bits, deciding the width once for the whole file.
 *
 * Many files keep 0..255 in 16-bit fields: when no channel exceeds 255 the values are taken as they
 * are, otherwise the upper byte of 16 bits is kept. Deciding per point would tint dark points.
 *
 * @param values Red, green, blue interleaved, [points, 3].
 */
export function packIntegerColors(values: Uint16Array | Float32Array): PackedColors {
  if (values instanceof Uint16Array) return packShorts(values);
  let most = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value > most) most = value;
  }
  const colors = new Uint8ClampedArray(values.length);
  if (most <= 255) {
    for (let at = 0; at < values.length; at++) colors[at] = values[at] ?? 0;
    return { colors: new Uint8Array(colors.buffer), colorBits: 8 };
  }
  for (let at = 0; at < values.length; at++) colors[at] = Math.floor((values[at] ?? 0) / 256);
  return { colors: new Uint8Array(colors.buffer), colorBits: 16, ...roundingOf(values) };
}

/**
 * Tells whether the upper bytes say less than all 16 bits. They do not where they are all that was written: with zeros
 * behind them, or twice, as 8 bits become 16.
 */
export function roundingOf(
  values: Uint16Array | Float32Array,
): Pick<PackedColors, "colorsRounded"> {
  let [zeros, twice] = [true, true];
  for (let at = 0; at < values.length && (zeros || twice); at++) {
    const value = values[at] ?? 0;
    zeros &&= value % 256 === 0;
    twice &&= value % 257 === 0;
  }
  return zeros || twice ? {} : { colorsRounded: true };
}

function packShorts(values: Uint16Array): PackedColors {
  let any = 0;
  for (let at = 0; at < values.length; at++) any |= values[at] ?? 0;
  if (any <= 255) return { colors: new Uint8Array(values), colorBits: 8 };
  const colors = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) colors[at] = (values[at] ?? 0) >>> 8;
  return { colors, colorBits: 16, ...roundingOf(values) };
}

/**
 * Brings colors written as text to 8 bits, deciding once for the whole file what they are.
 *
 * Whole numbers are taken for integers, any other for floating point.
 *
 * @param values Red, green, blue interleaved, [points, 3].
 */
export function packNumberColors(values: Float32Array): PackedColors {
  return values.every(Number.isInteger) ? packIntegerColors(values) : packFloatColors(values);
}

/**
 * Brings floating-point colors to 8 bits, deciding the range once for the whole file.
 *
 * When no channel exceeds 1 the range is 0..1, otherwise 0..255. NaN becomes 0.
 *
 * @param values Red, green, blue interleaved, [points, 3].
 */
export function packFloatColors(values: Float32Array): PackedColors {
  let most = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value > most) most = value;
  }
  const factor = most <= 1 ? 255 : 1;
  const colors = new Uint8ClampedArray(values.length);
  for (let at = 0; at < values.length; at++) colors[at] = (values[at] ?? 0) * factor;
  return { colors: new Uint8Array(colors.buffer), colorBits: 8 };
}
