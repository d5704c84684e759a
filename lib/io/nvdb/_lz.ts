/**
 * LZ4 and BloscLZ: runs of bytes as they are, and repetitions of earlier output.
 *
 * @module
 */

/** Bytes from which on copying them as a whole is faster. */
const LONG = 32;

/**
 * Unpacks one block of LZ4.
 *
 * @returns Whether it ends where the target does, and is right before.
 * @see Y. Collet, "LZ4 block format description".
 */
export function unpackLz4(from: Uint8Array, to: Uint8Array): boolean {
  let [at, out] = [0, 0];
  while (at < from.length) {
    const token = from[at++] ?? 0;
    let literals = token >>> 4;
    if (literals === 15) {
      for (let byte = 255; byte === 255;) {
        if (at >= from.length) return false;
        byte = from[at++] ?? 0;
        literals += byte;
      }
    }
    if (at + literals > from.length || out + literals > to.length) return false;
    if (literals < LONG) { for (const end = at + literals; at < end;) to[out++] = from[at++] ?? 0; }
    else {
      to.set(from.subarray(at, at + literals), out);
      at += literals;
      out += literals;
    }
    if (at === from.length) return out === to.length; // the last part has literals only
    if (at + 2 > from.length) return false;
    const distance = (from[at] ?? 0) | (from[at + 1] ?? 0) << 8;
    at += 2;
    let match = (token & 15) + 4;
    if (match === 19) {
      for (let byte = 255; byte === 255;) {
        if (at >= from.length) return false;
        byte = from[at++] ?? 0;
        match += byte;
      }
    }
    if (distance === 0 || distance > out || out + match > to.length) return false;
    out = repeat(to, out, distance, match);
  }
  return false;
}

/** Distances up to this one are short in BloscLZ. */
const SHORT = 8191;

/**
 * Unpacks one block of BloscLZ.
 *
 * A byte below 32 says that so many bytes and one more follow as they are; the upper three bits of the first one are
 * left out. Any other byte repeats: its upper three bits are the length less 2, or 7 and the rest in bytes up to one below 255; its
 * lower five bits and a further byte are the distance less 1. Where all of these are ones, two bytes follow, the higher
 * one first: the distance less 8192.
 *
 * @returns Whether it ends where the target does, and is right before.
 * @see F. Alted, "BloscLZ", a codec of c-blosc 1.21.
 */
export function unpackBloscLz(from: Uint8Array, to: Uint8Array): boolean {
  let [at, out] = [0, 0];
  while (at < from.length) {
    const code = at === 0 ? (from[at++] ?? 0) & 31 : from[at++] ?? 0;
    if (code < 32) {
      const end = at + code + 1;
      if (end > from.length || out + code + 1 > to.length) return false;
      while (at < end) to[out++] = from[at++] ?? 0;
      continue;
    }
    let length = (code >>> 5) + 2;
    if (length === 9) {
      for (let byte = 255; byte === 255;) {
        if (at >= from.length) return false;
        byte = from[at++] ?? 0;
        length += byte;
      }
    }
    if (at >= from.length) return false;
    let distance = ((code & 31) << 8 | (from[at++] ?? 0)) + 1;
    if (distance === SHORT + 1) {
      if (at + 2 > from.length) return false;
      distance += (from[at] ?? 0) << 8 | (from[at + 1] ?? 0);
      at += 2;
    }
    if (distance > out || out + length > to.length) return false;
    out = repeat(to, out, distance, length);
  }
  return out === to.length;
}

/** Writes again what lies so far back, which may be what is being written; returns where it ends. */
function repeat(to: Uint8Array, out: number, distance: number, length: number): number {
  const end = out + length;
  if (length >= LONG && distance === 1) to.fill(to[out - 1] ?? 0, out, end);
  else if (length >= LONG && distance >= length) to.copyWithin(out, out - distance, end - distance);
  else for (let at = out; at < end; at++) to[at] = to[at - distance] ?? 0;
  return end;
}
