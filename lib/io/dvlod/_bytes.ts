/**
 * Places, colors and numbers as columns of bytes, those that are alike next to each other.
 *
 * @module
 */

/** Bytes that a coordinate of so many bits takes. */
export function placeBytes(bits: number): number {
  return Math.ceil(bits / 8);
}

/** Places [n, 3], less a corner, as planes of bytes: for each axis the highest first. */
export function packPlaces(
  places: Uint32Array,
  corner: readonly number[],
  bits: number,
): Uint8Array<ArrayBuffer> {
  const count = places.length / 3;
  const bytes = placeBytes(bits);
  const out = new Uint8Array(count * 3 * bytes);
  let to = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = corner[axis] ?? 0;
    for (let byte = bytes - 1; byte >= 0; byte--) {
      for (let n = 0; n < count; n++) {
        out[to++] = ((places[n * 3 + axis] ?? 0) - low) >>> (8 * byte);
      }
    }
  }
  return out;
}

/** The places that {@linkcode packPlaces} packed. */
export function unpackPlaces(
  planes: Uint8Array,
  corner: readonly number[],
  bits: number,
): Uint32Array<ArrayBuffer> {
  const bytes = placeBytes(bits);
  const count = bytes === 0 ? 0 : planes.length / 3 / bytes;
  const out = new Uint32Array(count * 3);
  let from = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (let byte = bytes - 1; byte >= 0; byte--) {
      for (let n = 0; n < count; n++) {
        const at = n * 3 + axis;
        out[at] = (out[at] ?? 0) | (planes[from++] ?? 0) << (8 * byte);
      }
    }
    const low = corner[axis] ?? 0;
    for (let at = axis; at < out.length; at += 3) out[at] = (out[at] ?? 0) + low;
  }
  return out;
}

/** Colors [n, 4] as one plane for each channel, each byte less the one before. */
export function packColors(colors: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(colors.length);
  let to = 0;
  for (let channel = 0; channel < 4; channel++) {
    let before = 0;
    for (let at = channel; at < colors.length; at += 4) {
      const value = colors[at] ?? 0;
      out[to++] = value - before;
      before = value;
    }
  }
  return out;
}

/** The colors that {@linkcode packColors} packed. */
export function unpackColors(planes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(planes.length);
  let from = 0;
  for (let channel = 0; channel < 4; channel++) {
    let value = 0;
    for (let at = channel; at < out.length; at += 4) {
      value = (value + (planes[from++] ?? 0)) & 255;
      out[at] = value;
    }
  }
  return out;
}

/** Items of some bytes each as a plane for each byte. */
export function splitPlanes(items: Uint8Array, stride: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(items.length);
  let to = 0;
  for (let byte = 0; byte < stride; byte++) {
    for (let at = byte; at < items.length; at += stride) out[to++] = items[at] ?? 0;
  }
  return out;
}

/** The bytes that {@linkcode splitPlanes} split. */
export function joinPlanes(planes: Uint8Array, stride: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(planes.length);
  let from = 0;
  for (let byte = 0; byte < stride; byte++) {
    for (let at = byte; at < out.length; at += stride) out[at] = planes[from++] ?? 0;
  }
  return out;
}

/** One part after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
