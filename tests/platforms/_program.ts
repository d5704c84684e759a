/**
 * A program for every runtime: it opens a device, builds a grid of a scan, casts rays, and writes a PLY file.
 *
 * @module
 */

import { encodePly, readPointCloud } from "../../lib/io/mod.ts";
import { firstActiveVoxel, gridFromPoints, gridIjk, openContext, tensor } from "../../mod.ts";

/** What the program found. */
export interface Found {
  readonly device: string;
  readonly threads: number;
  readonly fallbackReason: string | undefined;
  /** The voxels, and the rows and times of rays through them. */
  readonly results: readonly (readonly (number | string)[])[];
  /** The file of the voxels. */
  readonly ply: Uint8Array<ArrayBuffer>;
}

/** Runs the program on the file of a scan. */
export async function findVoxels(scan: Uint8Array<ArrayBuffer>): Promise<Found> {
  using context = openContext();
  const cloud = await readPointCloud(scan, { name: "scan.laz" });
  using points = tensor(cloud.positions, { context, shape: [cloud.count, 3] });
  using grid = gridFromPoints(points, { voxelSize: 9, origin: cloud.bounds.min });
  using ijk = gridIjk(grid);
  const voxels = await ijk.data.read();
  const [x, y, z] = cloud.bounds.min;
  const starts = Array.from({ length: 300 }, (_, at) => [x + 2 * at, y + 3 * at, z + 999]);
  using origins = tensor(Float64Array.from(starts.flat()), { context, shape: [300, 3] });
  const downwards = Float64Array.from({ length: 900 }, (_, at) => at % 3 === 2 ? -1 : 0);
  using directions = tensor(downwards, { context, shape: [300, 3] });
  using hits = firstActiveVoxel(grid, origins, directions);
  const rows = await hits.rows.read();
  return {
    device: context.device,
    threads: context.threads,
    fallbackReason: context.fallbackReason,
    results: [[...voxels], Array.from(rows, String), [...await hits.times.read()]],
    ply: encodePly({ positions: Float32Array.from(voxels) }),
  };
}
