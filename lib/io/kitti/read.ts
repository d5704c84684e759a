/**
 * The KITTI velodyne format: little-endian float32 x, y, z, reflectance and nothing else.
 *
 * @module
 */
import { extentOf } from "../base/bounds.ts";
import { checkBytes } from "../base/bytes.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud } from "../cloud.ts";

const RECORD_BYTES = 16;

/**
 * Reads a KITTI velodyne scan.
 *
 * Coordinates are meters in the sensor frame. The format has no header, so only the length is checked; NaN and infinite
 * coordinates are kept, but excluded from the bounds.
 *
 * @param bytes The whole file, 16 bytes per point.
 * @returns The points, with reflectance as `intensities` in float32.
 * @throws {FormatError} If the file is empty or its length is not a multiple of 16.
 * @see KITTI raw data development kit, readme.txt, "Velodyne 3D laser scan data".
 * @category Point clouds
 */
export function readKitti(bytes: Uint8Array): PointCloud {
  checkBytes(bytes);
  if (bytes.length === 0) throw new FormatError("KITTI", "the file is empty", { offset: 0 });
  const rest = bytes.length % RECORD_BYTES;
  if (rest !== 0) {
    throw new FormatError(
      "KITTI",
      `${bytes.length} bytes are not a whole number of points, 16 bytes each expected`,
      { offset: bytes.length - rest },
    );
  }
  const count = bytes.length / RECORD_BYTES;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const positions = new Float64Array(count * 3);
  const intensities = new Float32Array(count);
  for (let point = 0; point < count; point++) {
    const at = point * RECORD_BYTES;
    positions[point * 3] = view.getFloat32(at, true);
    positions[point * 3 + 1] = view.getFloat32(at + 4, true);
    positions[point * 3 + 2] = view.getFloat32(at + 8, true);
    intensities[point] = view.getFloat32(at + 12, true);
  }
  return { format: "kitti", count, positions, intensities, ...extentOf(positions) };
}

/** KITTI among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"kitti"> = {
  name: "kitti",
  title: "KITTI",
  extensions: [".bin"],
  anyStart: true,
  read: readKitti,
};
