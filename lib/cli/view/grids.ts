/**
 * Sparse grids of files as voxels that the viewer shows.
 *
 * @module
 */

import { type Context, type GridBatch, tensor } from "../../core/mod.ts";
import { gridFromNvdb } from "../../grid/mod.ts";
import { type NrrdValues, type NvdbFeature, nvdbFeatures, type NvdbGrid } from "../../io/mod.ts";
import { prunedGrid } from "../../topology/mod.ts";
import { knownColors } from "../input/colors.ts";
import { axesOf } from "../input/grid_surface.ts";
import { gridNamed } from "../shared/naming.ts";
import { type SurfaceVoxels, surfaceVoxels, type VoxelColumn } from "./voxels.ts";

/** Most numbers that voxels can be colored by. */
const MOST_COLUMNS = 8;

/** Voxels of a grid that can be seen. */
export interface GridVoxels extends SurfaceVoxels {
  /** Rows of the matrix that turns them into the world; undefined where their axes are those of the world. */
  readonly axes: readonly number[] | undefined;
  /** Which voxels are shown, if not all. */
  readonly shown: string | undefined;
}

/**
 * Picks the voxels of a grid that can be seen, with what they can be colored by.
 *
 * Of a level set the voxels that are inside are shown.
 *
 * @param context Where voxels are sorted.
 * @param grid A grid that was read; voxels of tiles are written out.
 * @param threshold Only voxels with a value above it are shown, those below it of level sets.
 * @throws {RangeError} If there are no voxels, or too many, or no values for a threshold.
 */
export function gridVoxels(
  context: Context,
  grid: NvdbGrid,
  threshold: number | undefined,
): GridVoxels {
  const { voxelSize: [x, y, z], voxelCount, tiles, matrix, origin, gridClass } = grid;
  // Each voxel knows its row among the values of leaves and tiles.
  const rows = (first: number, count: number): Int32Array<ArrayBuffer> =>
    Int32Array.from({ length: count }, (_, n) => first + n);
  const numbered = {
    ...grid,
    matrix: [x, 0, 0, 0, y, 0, 0, 0, z],
    origin: [0, 0, 0] as const,
    channels: 1,
    values: rows(0, voxelCount),
    tiles: { ...tiles, values: rows(voxelCount, tiles.sides.length) },
  };
  using placed = gridFromNvdb([numbered], { context });
  let from = placed.values.readSync() as Int32Array;
  const { colors, columns } = paintOf(grid);
  const [first] = columns;
  if (threshold !== undefined && first === undefined) {
    throw new RangeError(
      `Cannot view ${gridNamed(grid)}: it has no values to compare with the threshold`,
    );
  }
  const level = threshold ?? (gridClass === "levelSet" && first !== undefined ? 0 : undefined);
  let shown: string | undefined;
  using chosen = level === undefined || first === undefined ? undefined : ((): GridBatch => {
    const isLevelSet = gridClass === "levelSet";
    shown = isLevelSet ? `${level} or less` : `above ${level}`;
    const isShown = Array.from(from, (row) => {
      const value = first.values[row] ?? NaN;
      return isLevelSet ? value <= level : value > level;
    });
    from = from.filter((_, row) => isShown[row]);
    using mask = tensor(isShown, { context, dtype: "bool" });
    return prunedGrid(placed.grid, mask);
  })();
  const take = (values: ArrayLike<number>, width = 1): Float32Array =>
    Float32Array.from(
      { length: from.length * width },
      (_, at) => values[(from[Math.floor(at / width)] ?? 0) * width + at % width] ?? 0,
    );
  const seen = surfaceVoxels(chosen ?? placed.grid, {
    colors: colors === undefined ? undefined : take(colors, 3),
    columns: columns.map(({ name, values }) => ({ name, values: take(values) })),
  });
  const { directions: [i, j, k] } = axesOf(grid);
  const axes = [0, 1, 2].flatMap((
    row,
  ) => [(i[row] ?? 0) / x, (j[row] ?? 0) / y, (k[row] ?? 0) / z]);
  const turned = [0, 1, 2].map((row) =>
    axes.slice(3 * row, 3 * row + 3).reduce((sum, one, n) => sum + one * (seen.origin[n] ?? 0), 0)
  );
  const isStraight = matrix.every((one, at) => at % 4 === 0 ? one > 0 : one === 0);
  return {
    ...seen,
    origin: turned.map((one, axis) => one + (origin[axis] ?? 0)),
    axes: isStraight ? undefined : axes,
    shown,
  };
}

/** Colors of voxels: a row for each of the leaves, then of the tiles. */
function paintOf(
  grid: NvdbGrid,
): { readonly colors: ArrayLike<number> | undefined; readonly columns: readonly VoxelColumn[] } {
  const features = nvdbFeatures(grid).map((feature): NvdbFeature =>
    feature.values === grid.values
      ? { ...feature, values: joined(grid.values, grid.tiles.values) }
      : feature
  );
  const colors = knownColors(features.map(colorsOf).find((found) => found !== undefined));
  const columns = features.filter((feature) => colorsOf(feature) === undefined)
    .slice(0, MOST_COLUMNS)
    .map(({ name, shape, values }) => ({
      name: name === "" ? "value" : name,
      values: lengthsOf(values, shape.reduce((product, one) => product * one, 1)),
    }));
  return { colors, columns };
}

function joined(first: NrrdValues, second: NrrdValues): NrrdValues {
  if (second.length === 0) return first;
  const Kind = first.constructor as new (length: number) => Float64Array;
  const all = new Kind(first.length + second.length);
  all.set(first as Float64Array); // any kind: numbers are moved, not changed
  all.set(second as Float64Array, first.length);
  return all as NrrdValues;
}

/** Red, green and blue, 0 to 255, of three or four bytes. */
function colorsOf({ shape, values }: NvdbFeature): Uint8Array | undefined {
  const [channels] = shape;
  if (!(values instanceof Uint8Array) || shape.length !== 1) return undefined;
  if (channels === 3) return values;
  return channels === 4 ? values.filter((_, at) => at % 4 !== 3) : undefined;
}

/** Numbers themselves, and the lengths of vectors. */
function lengthsOf(values: NrrdValues, channels: number): Float32Array {
  return Float32Array.from({ length: channels === 0 ? 0 : values.length / channels }, (_, row) => {
    if (channels === 1) return Number(values[row]);
    let sum = 0;
    for (let at = row * channels; at < (row + 1) * channels; at++) sum += Number(values[at]) ** 2;
    return Math.sqrt(sum);
  });
}
