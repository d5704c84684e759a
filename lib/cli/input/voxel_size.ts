/**
 * Sizes of voxels: one to begin with where none is given, and those that make more voxels than can be worked with.
 *
 * @module
 */

import type { PointBounds, PointCloud } from "../../io/mod.ts";
import { formatCount, shortNumber } from "../shared/table.ts";

/** Voxels along the longest side of a cloud, unless the user says otherwise. */
const CELLS = 256;

/** Most voxels along the longest side. */
const MOST_ACROSS = 1 << 20;

/** Most voxels near the triangles of a mesh, as far as their area tells. */
const MOST_NEAR = 5e8;

/** An edge length of voxels that shows a cloud as a whole. */
export function guessVoxelSize(bounds: PointBounds): number {
  return Number((longestSide(bounds) / CELLS || 1).toPrecision(3));
}

/**
 * Refuses a size with which voxels of points would be too small for any picture or walk through them.
 *
 * @throws {RangeError} If too many voxels lie along the longest side.
 */
export function checkPointVoxels(bounds: PointBounds, voxelSize: number): void {
  const across = longestSide(bounds) / voxelSize;
  if (!(across > MOST_ACROSS)) return;
  refuse(voxelSize, `${formatCount(across)} along the longest side`, formatCount(MOST_ACROSS));
}

/** A picture of fewer voxels shows next to nothing of a cloud, unless that has hardly more points. */
const [FEW, HARDLY_MORE] = [CELLS / 8, 10];

/**
 * Says that voxels show next to nothing of a cloud: they are larger than its parts, or its points lie in a few places
 * far from each other.
 *
 * @param cloud The cloud.
 * @param size Edge length of voxels, and how many there are.
 * @returns A sentence, if there is something to say.
 */
export function doubtsAboutVoxels(
  { bounds, count }: Pick<PointCloud, "bounds" | "count">,
  { voxelSize, voxels }: { readonly voxelSize: number; readonly voxels: number },
): string[] {
  if (voxels >= FEW || count < HARDLY_MORE * voxels) return [];
  const across = longestSide(bounds) / voxelSize;
  const found = `all points lie in ${formatCount(voxels)} of the voxels of size ${
    shortNumber(voxelSize)
  }: `;
  const isApart = across >= FEW;
  return [
    isApart
      ? `${found}some are far away from the rest, and a view of all shows next to nothing`
      : `${found}a smaller "--voxel-size" shows more`,
  ];
}

/**
 * Refuses a size with which there would be more voxels near a mesh than memory holds.
 *
 * @param mesh The mesh.
 * @param size Edge length of voxels, and how far they may be from a triangle.
 * @throws {RangeError} If there are too many, by the area of the triangles.
 */
export function checkMeshVoxels(
  { cloud, faces }: { readonly cloud: PointCloud; readonly faces: Uint32Array },
  { voxelSize, halfWidth = 0 }: { readonly voxelSize: number; readonly halfWidth?: number },
): void {
  checkPointVoxels(cloud.bounds, voxelSize);
  // A plane cuts 1 to 1.7 voxels for each square of their size.
  const near = areaOf(cloud.positions, faces) / voxelSize ** 2 * (1.5 + 2 * halfWidth / voxelSize);
  if (!(near > MOST_NEAR)) return;
  refuse(voxelSize, `about ${formatCount(near)} near the triangles`, formatCount(MOST_NEAR));
}

function refuse(voxelSize: number, count: string, most: string): never {
  throw new RangeError(
    `Cannot make voxels of size ${shortNumber(voxelSize)}: there would be ${count}, at most ` +
      `${most} expected; choose a larger "--voxel-size"`,
  );
}

function longestSide({ min, max }: PointBounds): number {
  const side = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return Number.isFinite(side) ? Math.max(0, side) : 0;
}

function areaOf(positions: Float64Array, faces: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at + 2 < faces.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * (faces[at + k] ?? 0)) as [number, number, number];
    const side = (to: number, axis: number): number =>
      (positions[to + axis] ?? NaN) - (positions[a + axis] ?? NaN);
    const x = side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1);
    const y = side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2);
    const z = side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0);
    const area = Math.hypot(x, y, z) / 2;
    if (Number.isFinite(area)) sum += area;
  }
  return sum;
}
