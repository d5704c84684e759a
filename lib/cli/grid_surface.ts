/**
 * Surfaces of grids of files.
 *
 * @module
 */

import type { Context, GridBatch, Tensor, Triple } from "../core/mod.ts";
import { gridFromNvdb } from "../grid/mod.ts";
import type { MeshArrays, NvdbGrid } from "../io/mod.ts";
import { marchingCubes, surfaceNormals } from "../mesh/mod.ts";
import { turnMesh, type VolumeAxes } from "./turned.ts";

/** A mesh with triangles. */
export interface GridSurface extends MeshArrays {
  readonly positions: Float64Array;
  readonly faces: BigInt64Array;
}

/** Where the axes of a grid lie in the world. */
export function axesOf({ voxelSize, origin, matrix }: NvdbGrid): VolumeAxes {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  return { spacing: voxelSize, origin, directions: [[a, d, g], [b, e, h], [c, f, i]] };
}

/**
 * Puts a grid on a device with its axes along those of the world, whatever they are in the file.
 *
 * @param verb What is to be done with the grid.
 * @param context The device.
 * @param grid A grid of real numbers.
 * @param origin World position of the centre of voxel (0, 0, 0).
 * @returns The grid and its values; the caller owns them.
 * @throws {TypeError} If values are no real numbers.
 */
export function straightField(
  verb: "draw" | "convert",
  context: Context,
  grid: NvdbGrid,
  origin: Triple,
): { readonly grid: GridBatch; readonly field: Tensor<"f32" | "f64"> } {
  const { values, channels, type, voxelSize: [x, y, z] } = grid;
  const isReal = values instanceof Float32Array || values instanceof Float64Array;
  if (!isReal || channels !== 1) {
    throw new TypeError(
      `Cannot ${verb} grid "${grid.name}": its values are ${type}, float or double expected`,
    );
  }
  const straight = { ...grid, matrix: [x, 0, 0, 0, y, 0, 0, 0, z], origin };
  const placed = gridFromNvdb([straight], { context });
  return { grid: placed.grid, field: placed.values as Tensor<"f32" | "f64"> };
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
  const parts = straightField("convert", context, grid, [0, 0, 0]);
  using placed = parts.grid;
  using field = parts.field;
  using surface = marchingCubes(placed, field, { isoLevel });
  using normals = surfaceNormals(placed, field, surface);
  const drawn = {
    positions: new Float64Array(surface.vertices.data.readSync()),
    normals: normals.data.readSync(),
    faces: surface.faces.data.readSync(),
  };
  turnMesh(drawn, { ...axesOf(grid), origin: [0, 0, 0] });
  // Doubles keep the place of what is far away.
  for (let at = 0; at < drawn.positions.length; at++) {
    drawn.positions[at] = (drawn.positions[at] ?? 0) + grid.origin[at % 3 as 0 | 1 | 2];
  }
  return drawn;
}

/**
 * Says why there is no surface.
 *
 * @param verb What was to be done with the file.
 * @param input The file.
 * @param values Its values; those that are NaN are not known.
 * @param level The level that no surface has.
 * @throws {RangeError} Always.
 */
export function refuseEmpty(
  verb: "draw" | "convert",
  input: string,
  values: Iterable<number | bigint>,
  level: number,
): never {
  let [low, high] = [Infinity, -Infinity];
  for (const one of values) {
    const value = Number(one);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const why = low > high
    ? "there is no value"
    : level < low || level > high
    ? `the level ${level} is outside of the values, ${low} to ${high}`
    : `no cube of eight voxels has values on both sides of the level ${level}`;
  throw new RangeError(`Cannot ${verb} "${input}": ${why}`);
}
