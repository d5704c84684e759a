/**
 * One grid of a file, and sparse grids as dense boxes of samples.
 *
 * @module
 */

import {
  nvdbFeatures,
  type NvdbGrid,
  nvdbIjk,
  type Volume,
  type VolumeDims,
} from "../../io/mod.ts";
import { axesOf } from "./grid_surface.ts";
import { gridNamed } from "../shared/naming.ts";
import { formatBytes } from "../shared/table.ts";

/**
 * Finds the grid that is meant.
 *
 * @param grids The grids of a file.
 * @param wanted A name, or a place from 0; the only grid of a file needs none.
 * @throws {Error} If there is none, or several could be meant.
 */
export function pickGrid(grids: readonly NvdbGrid[], wanted: string | undefined): NvdbGrid {
  const names = grids.map(({ name }, which) => `${which} "${name.slice(0, 40)}"`).join(", ");
  const found = wanted === undefined
    ? grids
    : grids.filter(({ name }, which) => name === wanted || String(which) === wanted);
  const [grid] = found;
  if (grid !== undefined && found.length === 1) return grid;
  if (found.length > 1) {
    throw new Error(`There are ${found.length} grids, --grid picks one of ${names}`);
  }
  throw new Error(`There is no grid "${wanted}", one of ${names} expected`);
}

/** Whether a grid has rows for its voxels instead of values. */
export function isIndexGrid({ type }: NvdbGrid): boolean {
  return type === "onIndex" || type === "index";
}

/** Samples of the box around a grid. */
export interface DenseGrid extends Pick<Volume, "values" | "dims" | "origin" | "directions"> {
  /** Numbers of a sample. */
  readonly channels: number;
}

/** Dense boxes may have as many bytes. */
const MOST_BYTES = 2 ** 31;

/**
 * Writes a grid out, all voxels of the box around the active ones.
 *
 * Inactive places have the value of the background, or its negative inside of a level set: between voxels of a line
 * along z that are inside.
 *
 * @param grid The grid.
 * @param fastest The axis whose neighbors are neighbors in memory; channels are closer still.
 * @throws {RangeError} If nothing is active, there is nothing to write, or it would take too many bytes.
 */
export function denseGrid(grid: NvdbGrid, fastest: "x" | "z"): DenseGrid {
  const { bounds, gridClass, tiles } = grid;
  const refuse = (problem: string): never => {
    throw new RangeError(`Cannot write ${gridNamed(grid)} densely: ${problem}`);
  };
  if (bounds === undefined) return refuse("it has no active voxels");
  const [feature] = nvdbFeatures(grid);
  const isMask = grid.type === "mask";
  if (feature === undefined && !isMask) refuse("its voxels have no values");
  const values = feature?.values ?? grid.values;
  const channels = (feature?.shape ?? []).reduce((product, one) => product * one, 1);
  const size = ([0, 1, 2] as const).map((axis) => bounds.max[axis] - bounds.min[axis] + 1);
  const [nx = 0, ny = 0, nz = 0] = size;
  const dims: VolumeDims = [nx, ny, nz];
  const bytes = nx * ny * nz * channels * values.BYTES_PER_ELEMENT;
  if (bytes > MOST_BYTES) {
    refuse(
      `${size.join(" x ")} samples take ${formatBytes(bytes)}, ${formatBytes(MOST_BYTES)} at most`,
    );
  }
  const Kind = values.constructor as new (length: number) => Volume["values"];
  const made = new Kind(nx * ny * nz * channels);
  const out = made as Float64Array; // any kind: numbers are moved, not changed
  const background = feature?.values === grid.values
    ? grid.background as Float64Array
    : new Kind(channels) as Float64Array;
  const [sx, sy, sz] = fastest === "x" ? [1, nx, nx * ny] : [ny * nz, nz, 1];
  const at = (x: number, y: number, z: number): number =>
    ((x - bounds.min[0]) * sx + (y - bounds.min[1]) * sy + (z - bounds.min[2]) * sz) * channels;
  const put = (place: number, from: Float64Array, row: number): void => {
    for (let channel = 0; channel < channels; channel++) {
      out[place + channel] = from[row * channels + channel] ?? 0;
    }
  };
  if (background.some((one) => Number(one) !== 0)) {
    for (let place = 0; place < out.length; place += channels) put(place, background, 0);
  }
  tiles.sides.forEach((side, tile) => {
    const [x = 0, y = 0, z = 0] = tiles.origins.subarray(3 * tile, 3 * tile + 3);
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        for (let k = 0; k < side; k++) {
          put(at(x + i, y + j, z + k), tiles.values as Float64Array, tile);
        }
      }
    }
  });
  const ijk = nvdbIjk(grid.leaves);
  for (let row = 0; row < grid.voxelCount; row++) {
    put(
      at(ijk[3 * row] ?? 0, ijk[3 * row + 1] ?? 0, ijk[3 * row + 2] ?? 0),
      values as Float64Array,
      row,
    );
  }
  if (gridClass === "levelSet" && channels === 1) {
    fillInside(out, [nx, ny, nz], [sx, sy, sz], Number(background[0]));
  }
  return { values: made, dims, channels, ...placeOf(grid, bounds.min) };
}

/** Gives what lies behind a voxel that is inside the negative of the background, up to the next voxel. */
function fillInside(
  values: Float64Array,
  [nx, ny, nz]: VolumeDims,
  [sx, sy, sz]: readonly [number, number, number],
  background: number,
): void {
  for (let x = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++) {
      let inside = false;
      for (let z = 0; z < nz; z++) {
        const place = x * sx + y * sy + z * sz;
        if (values[place] === background) {
          if (inside) values[place] = -background;
        } else inside = (values[place] ?? 0) < 0;
      }
    }
  }
}

/** Place of the samples of a box that begins at a voxel. */
function placeOf(
  grid: NvdbGrid,
  [i, j, k]: readonly [number, number, number],
): Pick<Volume, "origin" | "directions"> {
  const { matrix, origin } = grid;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, l = 0] = matrix;
  return {
    origin: [
      origin[0] + a * i + b * j + c * k,
      origin[1] + d * i + e * j + f * k,
      origin[2] + g * i + h * j + l * k,
    ],
    directions: axesOf(grid).directions,
  };
}
