/**
 * The voxels of a grid that can be seen from outside, packed for the page.
 *
 * @module
 */

import type { GridBatch } from "../../core/mod.ts";
import { gridIjk } from "../../grid/mod.ts";
import { ijkToIndex } from "../../query/mod.ts";
import { erodedGrid } from "../../topology/mod.ts";
import { fromSrgb } from "../picture/shading.ts";
import { formatCount } from "../shared/table.ts";

/** Most cubes that browsers draw well. */
const MOST_VOXELS = 4_000_000;

/** Attributes of voxels besides their places. */
export interface VoxelPaint {
  /** Red, green and blue of each voxel as screens take them, 0 to 255, [voxels, 3]. */
  readonly colors?: ArrayLike<number> | undefined;
  /** Numbers that voxels can be colored by, [voxels] each. */
  readonly columns?: readonly VoxelColumn[];
}

/** A number of each voxel. */
export interface VoxelColumn {
  readonly name: string;
  readonly values: ArrayLike<number>;
}

/** Voxels that are not hidden by their six neighbors. */
export interface SurfaceVoxels {
  /**
   * Their cells from the middle, f32 [count, 3]; behind them, if there are colors, red, green, blue and opacity in
   * linear light, u8 [count, 4]; and each column, f32 [count].
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Their number. */
  readonly count: number;
  /** Number of voxels of the grid. */
  readonly total: number;
  /** Extents of a voxel along each axis. */
  readonly edges: readonly number[];
  /** Place of the middle in the world. */
  readonly origin: readonly number[];
  /** Names of the columns. */
  readonly columns: readonly string[];
}

/**
 * Picks the voxels at the surface of a grid.
 *
 * @param grid A batch of one grid; borrowed.
 * @param paint What voxels can be colored by.
 * @returns The voxels.
 * @throws {RangeError} If there are none, or too many to be drawn.
 */
export function surfaceVoxels(
  grid: GridBatch,
  { colors, columns = [] }: VoxelPaint = {},
): SurfaceVoxels {
  const total = grid.numVoxels;
  if (total === 0) throw new RangeError("Cannot view: there are no voxels");
  using inside = erodedGrid(grid, { neighbors: 6 });
  using ijk = gridIjk(grid);
  using rows = ijkToIndex(inside, ijk);
  const depths = rows.data.readSync();
  const cells = ijk.data.readSync();
  const count = total - inside.numVoxels;
  if (count > MOST_VOXELS) {
    throw new RangeError(
      `Cannot view: ${formatCount(count)} voxels are at the surface, at most ` +
        `${
          formatCount(MOST_VOXELS)
        } are drawn; choose a larger "--voxel-size" or another "--threshold"`,
    );
  }
  const box = grid.bbox();
  const middle = [0, 1, 2].map((axis) => Math.round(((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2));
  const colorBytes = colors === undefined ? 0 : 4 * count;
  const bytes = new Uint8Array(count * (12 + 4 * columns.length) + colorBytes);
  const places = new Float32Array(bytes.buffer, 0, count * 3);
  const tints = bytes.subarray(count * 12, count * 12 + colorBytes).fill(255);
  const numbers = new Float32Array(bytes.buffer, count * 12 + colorBytes);
  let next = 0;
  for (const [row, depth] of depths.entries()) {
    if (depth >= 0n) continue;
    for (let axis = 0; axis < 3; axis++) {
      places[next * 3 + axis] = (cells[row * 3 + axis] ?? 0) - (middle[axis] ?? 0);
      if (colors === undefined) continue;
      tints[next * 4 + axis] = Math.round(fromSrgb((colors[row * 3 + axis] ?? 0) / 255) * 255);
    }
    columns.forEach(({ values }, n) => numbers[n * count + next] = values[row] ?? 0);
    next++;
  }
  const edges = [...grid.voxelSizes];
  const origin = middle.map((cell, axis) => (grid.origins[axis] ?? 0) + cell * (edges[axis] ?? 0));
  const names = columns.map(({ name }) => name);
  return { bytes, count, total, edges, origin, columns: names };
}
