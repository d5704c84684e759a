/**
 * The voxels of a grid that can be seen from outside, packed for the page.
 *
 * @module
 */

import type { GridBatch } from "../core/mod.ts";
import { gridIjk } from "../grid/mod.ts";
import { ijkToIndex } from "../query/mod.ts";
import { erodedGrid } from "../topology/mod.ts";
import { fromSrgb } from "./shading.ts";
import { formatCount } from "./table.ts";

/** Most cubes that browsers draw well. */
const MOST_VOXELS = 4_000_000;

/** Voxels that are not hidden by their six neighbours. */
export interface SurfaceVoxels {
  /**
   * Their cells from the middle, f32 [count, 3], and behind them, if there are colours, red, green, blue and opacity in
   * linear light, u8 [count, 4].
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many there are. */
  readonly count: number;
  /** How many voxels the grid has. */
  readonly total: number;
  /** Edge lengths of a voxel. */
  readonly edges: readonly number[];
  /** Where the middle lies in the world. */
  readonly origin: readonly number[];
}

/**
 * Picks the voxels at the surface of a grid.
 *
 * @param grid A batch of one grid; borrowed.
 * @param colors Red, green and blue of each voxel as screens take them, 0 to 255, [voxels, 3].
 * @returns The voxels.
 * @throws {RangeError} If there are none, or too many to be drawn.
 */
export function surfaceVoxels(grid: GridBatch, colors?: Float32Array): SurfaceVoxels {
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
        `${formatCount(MOST_VOXELS)} are drawn; choose a larger "--voxel-size"`,
    );
  }
  const box = grid.bbox();
  const middle = [0, 1, 2].map((axis) => Math.round(((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2));
  const bytes = new Uint8Array(count * (colors === undefined ? 12 : 16));
  const places = new Float32Array(bytes.buffer, 0, count * 3);
  const tints = bytes.subarray(count * 12).fill(255);
  let next = 0;
  for (const [row, depth] of depths.entries()) {
    if (depth >= 0n) continue;
    for (let axis = 0; axis < 3; axis++) {
      places[next * 3 + axis] = (cells[row * 3 + axis] ?? 0) - (middle[axis] ?? 0);
      if (colors === undefined) continue;
      tints[next * 4 + axis] = Math.round(fromSrgb((colors[row * 3 + axis] ?? 0) / 255) * 255);
    }
    next++;
  }
  const edges = [...grid.voxelSizes];
  const origin = middle.map((cell, axis) => (grid.origins[axis] ?? 0) + cell * (edges[axis] ?? 0));
  return { bytes, count, total, edges, origin };
}
