/**
 * Files that are read and written for measuring: a level set of a sphere, and a scan.
 *
 * @module
 */

import type { NvdbGridInput } from "../../lib/io/mod.ts";

/** The voxels within three of a sphere, with their distances from it. */
export function sphereBand(
  radius: number,
): NvdbGridInput & { readonly ijk: Int32Array; readonly values: Float32Array<ArrayBuffer> } {
  const reach = radius + 3;
  const voxels: number[] = [];
  const values: number[] = [];
  for (let x = -reach; x <= reach; x++) {
    for (let y = -reach; y <= reach; y++) {
      for (let z = -reach; z <= reach; z++) {
        const distance = Math.sqrt(x * x + y * y + z * z) - radius;
        if (Math.abs(distance) >= 3) continue;
        voxels.push(x, y, z);
        values.push(distance);
      }
    }
  }
  return {
    type: "float",
    name: "sphere",
    gridClass: "levelSet",
    ijk: Int32Array.from(voxels),
    values: Float32Array.from(values),
    background: Float32Array.of(3),
  };
}

const HEADER_BYTES = 227;
const RECORD_BYTES = 26;

/** A LAS 1.2 file of points on a slope, in format 2 with colors. */
export function lasFile(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + count * RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("LASF"));
  bytes.set([1, 2], 24);
  view.setUint16(94, HEADER_BYTES, true);
  view.setUint32(96, HEADER_BYTES, true);
  view.setUint8(104, 2);
  view.setUint16(105, RECORD_BYTES, true);
  view.setUint32(107, count, true);
  for (const axis of [0, 1, 2]) view.setFloat64(131 + 8 * axis, 0.01, true);
  for (let point = 0; point < count; point++) {
    const at = HEADER_BYTES + point * RECORD_BYTES;
    [point % 1000, Math.floor(point / 1000), point % 977].forEach((one, axis) =>
      view.setInt32(at + 4 * axis, one, true)
    );
    [point & 255, point >> 4 & 255, 9].forEach((one, channel) =>
      view.setUint16(at + 20 + 2 * channel, one, true)
    );
  }
  return bytes;
}
