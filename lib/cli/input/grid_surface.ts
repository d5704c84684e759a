/**
 * Surfaces of grids of files.
 *
 * @module
 */

import type { Context, GridBatch, Tensor } from "../../core/mod.ts";
import { gridFromNvdb } from "../../grid/mod.ts";
import type { MeshArrays, NvdbGrid } from "../../io/mod.ts";
import { marchingCubes, surfaceNormals } from "../../mesh/mod.ts";
import { gridNamed } from "../shared/naming.ts";
import { turnMesh, type VolumeAxes } from "./turned.ts";

/** A mesh with triangles. */
export interface GridSurface extends MeshArrays {
  readonly positions: Float64Array;
  readonly faces: BigInt64Array;
}

/** Axes of a grid in the world. */
export function axesOf({ voxelSize, origin, matrix }: NvdbGrid): VolumeAxes {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  return { spacing: voxelSize, origin, directions: [[a, d, g], [b, e, h], [c, f, i]] };
}

/**
 * Refuses grids that have no surface.
 *
 * @throws {TypeError} If values are no real numbers.
 */
export function checkReal(verb: "draw" | "convert", grid: NvdbGrid): void {
  const { values, channels, type } = grid;
  const isReal = values instanceof Float32Array || values instanceof Float64Array;
  if (isReal && channels === 1) return;
  throw new TypeError(
    `Cannot ${verb} ${gridNamed(grid)}: its values are ${type}, float or double expected`,
  );
}

/**
 * Puts a grid on a device with its axes along those of the world, whatever they are in the file.
 *
 * @param verb What is to be done with the grid.
 * @param context The device.
 * @param grid A grid of real numbers.
 * @returns The grid and its values; the caller owns them.
 * @throws {TypeError} If values are no real numbers.
 */
export function straightField(
  verb: "draw" | "convert",
  context: Context,
  grid: NvdbGrid,
): { readonly grid: GridBatch; readonly field: Tensor<"f32" | "f64"> } {
  checkReal(verb, grid);
  const { voxelSize: [x, y, z] } = grid;
  const straight = { ...grid, matrix: [x, 0, 0, 0, y, 0, 0, 0, z] };
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
  const parts = straightField("convert", context, grid);
  using placed = parts.grid;
  using field = parts.field;
  using surface = marchingCubes(placed, field, { isoLevel });
  using normals = surfaceNormals(placed, field, surface);
  const drawn = {
    positions: surface.vertices.data.readSync(),
    normals: normals.data.readSync(),
    faces: surface.faces.data.readSync(),
  };
  turnMesh(drawn, axesOf(grid));
  return drawn;
}

/** Use and file of a surface that was wanted. */
export interface WantedSurface {
  /** The intended use of the file. */
  readonly verb: "draw" | "convert";
  /** The file. */
  readonly input: string;
  /** Its values; those that are NaN are not known. */
  readonly values: Iterable<number | bigint>;
  /** The level of the surface. */
  readonly level: number;
  /** Side of the level on which values inside the surface are. */
  readonly inside?: "below" | "above";
  /** Whether an option picks the level. */
  readonly isChosen: boolean;
}

/**
 * Refuses a level that all values are on one side of.
 *
 * @throws {RangeError} If there is no surface for that.
 */
export function checkLevel({ values, level, inside = "below", ...wanted }: WantedSurface): void {
  let [low, high] = [Infinity, -Infinity];
  for (const one of values) {
    const value = Number(one);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) refuseSurface(wanted, "there is no value");
  const other = wanted.isChosen && low < high ? "; --iso picks another" : "";
  if (level < low || level > high) {
    refuseSurface(wanted, `the level ${level} is outside of the values, ${low} to ${high}${other}`);
  }
  // Values at the level are outside.
  if (level !== (inside === "below" ? low : high)) return;
  refuseSurface(
    wanted,
    `no value is ${inside} the level ${level}, they are ${low} to ${high}${other}`,
  );
}

/**
 * Says why there is no surface.
 *
 * @throws {RangeError} Always.
 */
export function refuseEmpty(wanted: WantedSurface): never {
  checkLevel(wanted);
  const { level } = wanted;
  refuseSurface(wanted, `no cube of eight voxels has values on both sides of the level ${level}`);
}

function refuseSurface({ verb, input }: Pick<WantedSurface, "verb" | "input">, why: string): never {
  throw new RangeError(`Cannot ${verb} "${input}": ${why}`);
}
