/**
 * Tiles on a device: voxels, what the network sees of them, and their classes.
 *
 * @module
 */

import {
  type Context,
  type GridBatch,
  jagged,
  scope,
  type Tensor,
  tensor,
} from "../../core/mod.ts";
import { gridFromPointsWithRows } from "../../grid/mod.ts";
import { ownTree } from "../../nn/mod.ts";
import { voxelMean } from "../../pool/mod.ts";
import type { TiledCloud } from "./clouds.ts";
import { type Levels, makeLevels } from "./network.ts";

/** The place of voxels of no class. */
export const NO_CLASS = 255;

/** Points of a cloud, turned and mirrored. */
export interface Piece {
  readonly cloud: TiledCloud;
  readonly points: Uint32Array;
  /** Whether x and y are exchanged, and whether each changes its sign: bits 0, 1 and 2. */
  readonly turn: number;
}

/** A batch of pieces. */
export interface Sample extends Disposable {
  readonly grid: GridBatch;
  /** What is seen of each voxel, f32 [voxels, channels]. */
  readonly features: Tensor<"f32">;
  readonly levels: Levels;
  /** The voxel of each point, i64 [points]. */
  readonly rows: Tensor<"i64">;
}

/** Makes a batch; the caller owns it. */
export function makeSample(
  context: Context,
  pieces: readonly Piece[],
  { voxelSize, levels }: { readonly voxelSize: number; readonly levels: number },
): Sample {
  const ends = [0];
  for (const { points } of pieces) ends.push((ends.at(-1) ?? 0) + points.length);
  const count = ends.at(-1) ?? 0;
  const channels = (pieces[0]?.cloud.features.length ?? 0) / (pieces[0]?.cloud.count ?? 1);
  const places = new Float32Array(3 * count);
  const seen = new Float32Array(channels * count);
  for (const [nth, { cloud, points, turn }] of pieces.entries()) {
    const first = ends[nth] ?? 0;
    for (const [at, point] of points.entries()) {
      const to = first + at;
      const [x = NaN, y = NaN, z = NaN] = cloud.places.subarray(3 * point, 3 * point + 3);
      const [u, v] = (turn & 1) === 0 ? [x, y] : [y, x];
      places[3 * to] = (turn & 2) === 0 ? u : -u;
      places[3 * to + 1] = (turn & 4) === 0 ? v : -v;
      places[3 * to + 2] = z;
      const own = cloud.features.subarray(channels * point, channels * (point + 1));
      seen.set(own, channels * to);
    }
  }
  return ownTree(scope((own) => {
    const lists = own(
      jagged(own(tensor(places, { context, shape: [count, 3] })), { offsets: ends }),
    );
    const { grid, rows } = gridFromPointsWithRows(lists, { voxelSize });
    const features = voxelMean(
      grid,
      rows,
      own(tensor(seen, { context, shape: [count, channels] })),
    );
    return { grid, features, rows, levels: makeLevels(grid, levels) };
  }));
}

/**
 * The class of each voxel: that of most of its points, the first of several.
 *
 * @param sample The batch.
 * @param places The place among the classes of each point; {@linkcode NO_CLASS} does not count.
 * @param classes How many there are.
 */
export function voxelClasses(
  { grid, rows }: Sample,
  places: Uint8Array,
  classes: number,
): Uint8Array<ArrayBuffer> {
  const counts = new Uint32Array(grid.numVoxels * classes);
  for (const [point, row] of rows.readSync().entries()) {
    const place = places[point] ?? NO_CLASS;
    if (place === NO_CLASS) continue;
    const at = Number(row) * classes + place;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return Uint8Array.from({ length: grid.numVoxels }, (_, row) => {
    let [best, most] = [NO_CLASS, 0];
    for (let place = 0; place < classes; place++) {
      const count = counts[row * classes + place] ?? 0;
      if (count > most) [best, most] = [place, count];
    }
    return best;
  });
}
