/**
 * The box around a set of points.
 *
 * @module
 */
import type { PointCloud } from "../cloud.ts";

/**
 * Returns the smallest box that holds every point with three finite coordinates, and how many points
 * are left out.
 *
 * Without a finite point the box is empty: its minimum is +Infinity and its maximum -Infinity.
 *
 * @param positions Coordinates x, y, z interleaved, [points, 3].
 */
export function extentOf(positions: Float64Array): Pick<PointCloud, "bounds" | "nonFinite"> {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  let nonFinite = 0;
  for (let at = 0; at + 2 < positions.length; at += 3) {
    const x = positions[at] ?? NaN;
    const y = positions[at + 1] ?? NaN;
    const z = positions[at + 2] ?? NaN;
    // A difference with itself is 0 for finite numbers only.
    if (x - x + (y - y) + (z - z) !== 0) {
      nonFinite++;
      continue;
    }
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  return { bounds: { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] }, nonFinite };
}
