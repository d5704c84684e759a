/**
 * The distance to a sphere on a band of voxels around it, or on a box of voxels.
 *
 * @module
 */

import {
  type Context,
  dilatedGrid,
  type GridBatch,
  gridFromDense,
  gridFromPoints,
  gridIjk,
  type Tensor,
  tensor,
} from "../../mod.ts";

/** A field, and the surface of which it is the distance. */
export interface Sphere {
  readonly grid: GridBatch;
  readonly field: Tensor<"f32">;
  /** In voxels. */
  readonly radius: number;
}

/** Makes a band of voxels around a sphere. */
export function makeSphere(context: Context, radius: number): Sphere {
  const count = Math.ceil(radius ** 2 * 30);
  const flat = new Float32Array(count * 3);
  for (let n = 0; n < count; n++) { // evenly spread: the golden angle
    const z = 1 - (2 * n + 1) / count;
    const ring = Math.sqrt(1 - z * z);
    const angle = n * Math.PI * (3 - Math.sqrt(5));
    flat.set([ring * Math.cos(angle), ring * Math.sin(angle), z].map((x) => x * radius), n * 3);
  }
  using points = tensor(flat, { context, shape: [count, 3] });
  using shell = gridFromPoints(points, { voxelSize: 1 });
  const grid = dilatedGrid(shell, { radius: 2 });
  return { grid, field: distancesOn(context, grid, radius), radius };
}

/** Makes all voxels of a box around a sphere, `side` along each edge. */
export function makeDenseSphere(context: Context, radius: number, side: number): Sphere {
  const low = -Math.floor(side / 2);
  const grid = gridFromDense({ context, dims: side, ijkMin: [low, low, low] });
  return { grid, field: distancesOn(context, grid, radius), radius };
}

function distancesOn(context: Context, grid: GridBatch, radius: number): Tensor<"f32"> {
  using ijk = gridIjk(grid);
  const places = ijk.data.readSync();
  const distances = Float32Array.from({ length: grid.numVoxels }, (_, row) => {
    const [x = 0, y = 0, z = 0] = places.subarray(row * 3, row * 3 + 3);
    return Math.hypot(x, y, z) - radius;
  });
  return tensor(distances, { context });
}

/** Whether a mesh of triangles that meet in `vertices` points is closed and has no handles: V - E + F is 2. */
export function isSphere(vertices: number, faces: number): boolean {
  return vertices - faces / 2 === 2;
}
