/**
 * The lookup benchmark: rates of 27-neighbor gathers and of single rows on spherical shells, each result checked.
 *
 * @module
 */

import {
  type Context,
  type GridBatch,
  gridFromIjk,
  gridIjk,
  ijkToIndex,
  type JaggedTensor,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { neighborRows } from "../../lib/query/mod.ts";
import { COPIED_BYTES_PER_MS, measure, type MeasureOptions, type Row } from "../_harness.ts";
import { isInBand, sphereBand } from "../grid/_inputs.ts";

/** Bytes of one row in the answer. */
const ROW_BYTES = 8;

/** Voxels whose answers are checked, spread over all. */
const CHECKED = 20_000;

/** Below this many voxels a measurement takes several calls in a row, so that it shows a rate and not a latency. */
const FEW_VOXELS = 2 ** 21;
const CALLS_IN_A_ROW = 16;

/** Measures the lookups on a shell of three voxels around a sphere. */
export async function reportLookups(
  context: Context,
  radius: number,
  options: MeasureOptions,
): Promise<readonly Row[]> {
  const points = sphereBand(radius);
  const count = points.length / 3;
  using list = tensor(points, { context, shape: [count, 3] });
  using grid = gridFromIjk(list);
  if (grid.numVoxels !== count) throw new Error(`Cannot trust grid: ${grid.numVoxels} voxels`);
  using ijk = gridIjk(grid);
  const voxels = ijk.data.readSync();
  list.write(shuffleTriples(points));

  checkGather(radius, grid, voxels);
  checkRows(grid, ijk.data, voxels, voxels);
  checkRows(grid, list, points, voxels);
  const shared = { radius, voxels: count, "grid MiB": grid.counts.bytes / 2 ** 20 };
  const line = async (
    name: string,
    lookups: number,
    bytes: number,
    work: () => Tensor | JaggedTensor,
  ): Promise<Row> => {
    const calls = context.device !== "cpu" && count < FEW_VOXELS ? CALLS_IN_A_ROW : 1;
    const time = await measure(context, () => {
      for (let call = 1; call < calls; call++) work().dispose();
      return work();
    }, options);
    const median = time.median / calls;
    return {
      lookups: name,
      ...shared,
      calls,
      "ms a call": median,
      "spread %": time.spread * 100,
      "G lookups/s": lookups / median / 1e6,
      "floor %": context.device === "cpu" ? NaN : bytes / COPIED_BYTES_PER_MS / median * 100,
      checked: "sample",
    };
  };
  const asked = count * (ROW_BYTES + 12);
  return [
    await line(
      "27 neighbors",
      count * 27,
      count * 27 * ROW_BYTES,
      () => neighborRows(grid, { extent: 1 }),
    ),
    await line("rows in order", count, asked, () => ijkToIndex(grid, ijk.data)),
    await line("rows shuffled", count, asked, () => ijkToIndex(grid, list)),
  ];
}

/** Compares neighbors with the formula of the shell, and rows with the coordinates that they have. */
function checkGather(radius: number, grid: GridBatch, voxels: Int32Array): void {
  using rows = neighborRows(grid, { extent: 1 });
  const pieces = 8;
  const each = Math.min(Math.floor(grid.numVoxels / pieces), CHECKED / pieces);
  for (let piece = 0; piece < pieces; piece++) {
    const begin = Math.floor((grid.numVoxels - each) * piece / (pieces - 1));
    using part = rows.data.slice(begin, begin + each);
    part.readSync().forEach((row, at) => {
      const voxel = begin + Math.floor(at / 27);
      const step = [Math.floor(at / 9) % 3 - 1, Math.floor(at / 3) % 3 - 1, at % 3 - 1];
      const near = step.map((by, axis) => (voxels[voxel * 3 + axis] ?? NaN) + by);
      const [i = NaN, j = NaN, k = NaN] = near;
      const isRight = isInBand(radius, i, j, k) ? isAt(voxels, row, near) : row === -1n;
      if (!isRight) throw new Error(`Cannot trust neighbors: row ${row} for ${near}`);
    });
  }
}

/** Compares rows with the coordinates that they have. */
function checkRows(
  grid: GridBatch,
  asked: Tensor<"i32">,
  coordinates: Int32Array,
  voxels: Int32Array,
): void {
  using rows = ijkToIndex(grid, asked);
  const all = rows.readSync();
  const step = Math.max(1, Math.floor(all.length / CHECKED));
  for (let n = 0; n < all.length; n += step) {
    const wanted = coordinates.subarray(n * 3, n * 3 + 3);
    if (!isAt(voxels, all[n] ?? -1n, wanted)) {
      throw new Error(`Cannot trust rows: row ${all[n]} for ${wanted}`);
    }
  }
}

function isAt(voxels: Int32Array, row: bigint, wanted: ArrayLike<number>): boolean {
  const at = Number(row) * 3;
  return row >= 0n && [0, 1, 2].every((axis) => voxels[at + axis] === wanted[axis]);
}

/** Shuffles coordinates in place (Fisher and Yates) with a xorshift generator. */
function shuffleTriples(points: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  let state = 0x9e3779b9;
  for (let n = points.length / 3 - 1; n > 0; n--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const other = Math.floor((state >>> 0) / 2 ** 32 * (n + 1));
    for (let axis = 0; axis < 3; axis++) {
      const kept = points[n * 3 + axis] ?? 0;
      points[n * 3 + axis] = points[other * 3 + axis] ?? 0;
      points[other * 3 + axis] = kept;
    }
  }
  return points;
}
