/**
 * Surfaces of grids of files.
 *
 * @module
 */

import { type Context, scope, type Tensor } from "../core/mod.ts";
import { gridFromNvdb } from "../grid/mod.ts";
import type { MeshArrays, NvdbGrid } from "../io/mod.ts";
import { marchingCubes, surfaceNormals } from "../mesh/mod.ts";

/** A mesh with triangles. */
export interface GridSurface extends MeshArrays {
  readonly positions: Float64Array;
  readonly faces: BigInt64Array;
}

/**
 * Draws the surface on which the values of a grid have a level, in the world.
 *
 * @param context Where to draw it.
 * @param grid A grid of real numbers, which may be turned in the world.
 * @param isoLevel The level.
 * @throws {TypeError} If values are no real numbers.
 */
export function surfaceOfGrid(context: Context, grid: NvdbGrid, isoLevel: number): GridSurface {
  const { values, channels, type, matrix } = grid;
  const isReal = values instanceof Float32Array || values instanceof Float64Array;
  if (!isReal || channels !== 1) {
    throw new TypeError(
      `Cannot draw grid "${grid.name}": its values are ${type}, float or double expected`,
    );
  }
  return scope((own) => {
    // Drawn among voxels and moved after that: no map is too slanted, and doubles keep the place.
    const placed = { ...grid, matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], origin: [0, 0, 0] } as const;
    using sparse = gridFromNvdb([placed], { context });
    // Which of both it is makes no difference below.
    const field = sparse.values as Tensor<"f32">;
    using surface = marchingCubes(sparse.grid, field, { isoLevel });
    const normals = own(surfaceNormals(sparse.grid, field, surface));
    const positions = toWorld(grid, surface.vertices.data.readSync());
    const faces = surface.faces.data.readSync();
    const [size = 1] = matrix;
    const isEven = [size, 0, 0, 0, size, 0, 0, 0, size].every((one, at) => one === matrix[at]);
    if (determinantSign(matrix) < 0) turnFaces(faces);
    return { positions, faces, ...(isEven ? { normals: normals.data.readSync() } : {}) };
  });
}

/** Moves places among voxels to the world. */
export function toWorld({ matrix, origin }: NvdbGrid, places: ArrayLike<number>): Float64Array {
  const positions = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = origin[axis as 0 | 1 | 2];
      for (let other = 0; other < 3; other++) {
        sum += (matrix[3 * axis + other] ?? 0) * (places[at + other] ?? 0);
      }
      positions[at + axis] = sum;
    }
  }
  return positions;
}

function determinantSign(
  [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: readonly number[],
): number {
  return Math.sign(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g));
}

/** Turns triangles over: a mirror has done so before. */
function turnFaces(faces: BigInt64Array): void {
  for (let at = 0; at < faces.length; at += 3) {
    [faces[at], faces[at + 1]] = [faces[at + 1] ?? 0n, faces[at] ?? 0n];
  }
}
