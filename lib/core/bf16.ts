/**
 * bfloat16 on the host: the upper half of a binary32.
 *
 * @module
 */

import { checkNumbers } from "../../ffi/base/checks.ts";

const NAN_BITS = 0x7fc0;

/**
 * Rounds numbers to bfloat16, to nearest even.
 *
 * @returns The raw bits.
 * @throws {TypeError} If the numbers are not a list or a typed array.
 * @category Tensors
 *
 * @example Usage
 * ```ts
 * import { fromBf16, toBf16 } from "@denovdb/denovdb/core";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([...fromBf16(toBf16([1, 0.1, -3]))], [1, 0.10009765625, -3]);
 * ```
 */
export function toBf16(values: ArrayLike<number>): Uint16Array<ArrayBuffer> {
  checkNumbers({ operator: "toBf16", name: "values" }, values);
  const single = new Float32Array(1);
  const bits = new Uint32Array(single.buffer);
  const result = new Uint16Array(values.length);
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? NaN;
    single[0] = value;
    const rounded = single[0];
    let word = bits[0] ?? 0;
    // Rounding twice must not differ from rounding once: the first step rounds to odd.
    if (Math.abs(rounded) > Math.abs(value)) word -= 1;
    if (rounded !== value) word |= 1;
    const nearest = (word + 0x7fff + ((word >>> 16) & 1)) >>> 16;
    result[place] = Number.isNaN(value) ? ((word >>> 16) & 0x8000) | NAN_BITS : nearest;
  }
  return result;
}

/**
 * Widens bfloat16 to binary32, which is exact.
 *
 * @param bits Raw bits, as {@linkcode toBf16} returns them.
 * @throws {TypeError} If they are not a list or a typed array.
 * @category Tensors
 */
export function fromBf16(bits: ArrayLike<number>): Float32Array<ArrayBuffer> {
  checkNumbers({ operator: "fromBf16", name: "bits" }, bits);
  const words = new Uint32Array(bits.length);
  for (let at = 0; at < words.length; at++) words[at] = (bits[at] ?? 0) << 16;
  return new Float32Array(words.buffer);
}
