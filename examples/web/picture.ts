/**
 * From a file of points to a picture of their voxels: what the page's worker does, and any other program can.
 *
 * @module
 */

import { readPointCloud } from "../../lib/io/mod.ts";
import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import { type Context, firstActiveVoxel, scope, tensor, voxelMean } from "../../mod.ts";

/** A picture and what it shows. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity, rows from the top. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly points: number;
  readonly voxels: number;
}

/** Light on the faces of a voxel: -x, +x, -y, +y, -z, +z, and on rays that start inside. */
const LIGHT = [0.6, 0.7, 0.8, 0.5, 0.3, 1, 1] as const;

const SKY = [205, 221, 238, 255] as const;

/** How steeply the picture looks down: rays go as far to the north as this, and down by 1. */
const SLANT = 0.5;

/**
 * Draws the voxels of a point cloud, seen from the south and above.
 *
 * @param context The device; borrowed.
 * @param bytes A file of any format that {@linkcode readPointCloud} knows.
 * @param name Its name.
 * @param width The picture's width in pixels: voxels are as large as two pixels.
 */
export async function drawCloud(
  context: Context,
  bytes: Uint8Array,
  name: string,
  width: number,
): Promise<Picture> {
  const cloud = await readPointCloud(bytes, { name });
  const { min, max } = cloud.bounds;
  const pixel = Math.max(max[0] - min[0], 1e-6) / width;
  const voxelSize = 2 * pixel;
  // A place's line in the picture is its y + SLANT z, seen along (0, SLANT, -1).
  const top = max[1] + SLANT * (max[2] - min[2]);
  const height = Math.min(4 * width, Math.floor((top - min[1]) / pixel) + 1);
  const rays = new Float32Array(3 * width * height);
  const ways = new Float32Array(rays.length);
  const above = max[2] - min[2] + voxelSize;
  for (let at = 0; at < width * height; at++) {
    const [column, row] = [at % width, Math.floor(at / width)];
    const line = top - min[1] - (row + 0.5) * pixel;
    rays.set([(column + 0.5) * pixel, line - SLANT * above, above], 3 * at);
    ways.set([0, SLANT, -1], 3 * at);
  }
  return await scope(async (own) => {
    const places = new Float32Array(3 * cloud.count);
    for (let at = 0; at < places.length; at++) {
      places[at] = (cloud.positions[at] ?? 0) - (min[at % 3] ?? 0);
    }
    const points = own(tensor(places, { context, shape: [cloud.count, 3] }));
    const { grid, rows } = own(gridFromPointsWithRows(points, { voxelSize }));
    const paint = cloud.colors ?? grays(places, max[2] - min[2]);
    const colors = own(tensor(paint, { context, shape: [cloud.count, 3] }));
    const means = own(voxelMean(grid, rows, colors));
    const shape = [width * height, 3];
    const hits = own(firstActiveVoxel(
      grid,
      own(tensor(rays, { context, shape })),
      own(tensor(ways, { context, shape })),
    ));
    const [hitRows, faces, palette] = await Promise.all([
      hits.rows.read(),
      hits.faces.read(),
      means.read(),
    ]);
    const pixels = new Uint8ClampedArray(4 * width * height);
    for (const [at, row] of hitRows.entries()) {
      const light = LIGHT[faces[at] ?? 6] ?? 1;
      const channel = (which: number): number => light * (palette[3 * Number(row) + which] ?? 0);
      pixels.set(row < 0n ? SKY : [channel(0), channel(1), channel(2), 255], 4 * at);
    }
    return { width, height, pixels, points: cloud.count, voxels: grid.numVoxels };
  });
}

/** Brighter for higher points, where a file has no colors. */
function grays(places: Float32Array, height: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(places, (_, at) => {
    const z = places[at - (at % 3) + 2] ?? 0;
    return 60 + 180 * z / Math.max(height, 1e-6);
  });
}
