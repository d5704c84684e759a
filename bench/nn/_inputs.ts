/**
 * Scans and shells that a network is trained on, as batches of grids with features and classes.
 *
 * @module
 */

import { gridIjk } from "../../lib/grid/mod.ts";
import { readKitti } from "../../lib/io/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromIjk,
  gridFromPoints,
  jagged,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { lidarScans } from "../conv/_lidar.ts";
import { SETS } from "../conv/_sets.ts";

/** Channels of the features. */
export const INPUTS = 4;

/** Classes. */
export const CLASSES = 19;

/** The file of a real scan, in the folder of data. */
const SCAN = "lidar/kitti_0000000000.bin";

/** Edge lengths of voxels of the scan: as it is trained with, and with about 20 000 voxels. */
const SIZES: Readonly<Record<string, number>> = { kitti: 0.05, small: 0.24 };

/** The names of inputs. */
export const INPUT_NAMES = ["kitti", "four", "mid", "small"] as const;

/** A batch of grids, and what of it says what it is. */
export interface BenchInput extends Disposable {
  readonly grid: GridBatch;
  readonly features: Tensor<"f32">;
  readonly labels: Tensor<"u8">;
  /** What it is made from. */
  readonly source: string;
}

/** Makes an input; a scan that is made up stands for the real one where its file is missing. */
export function makeInput(context: Context, name: string, data: string): BenchInput {
  return scope(() => {
    const { grid, source } = gridOf(context, name, data);
    const ijk = gridIjk(grid).data.readSync();
    const rows = grid.numVoxels;
    // Waves of the place, and classes that belong to them, so that there is something to learn.
    const features = new Float32Array(INPUTS * rows);
    const labels = new Uint8Array(rows);
    for (let row = 0; row < rows; row++) {
      const [x = 0, y = 0, z = 0] = ijk.subarray(3 * row, 3 * row + 3);
      const waves = [
        Math.sin(0.1 * x),
        Math.cos(0.07 * y),
        Math.sin(0.3 * z),
        Math.cos(0.02 * (x + y)),
      ];
      features.set(waves, INPUTS * row);
      labels[row] = Math.floor((waves[0] ?? 0) * 4 + (waves[2] ?? 0) * 5 + 9.5) % CLASSES;
    }
    const parts = {
      grid,
      features: tensor(features, { context, shape: [rows, INPUTS] }),
      labels: tensor(labels, { context }),
    };
    const dispose = (): void => Object.values(parts).forEach((part) => part.dispose());
    return { ...parts, source, [Symbol.dispose]: dispose };
  });
}

function gridOf(
  context: Context,
  name: string,
  data: string,
): { readonly grid: GridBatch; readonly source: string } {
  if (name === "mid") {
    const list = SETS.mid?.list() ?? new Int32Array();
    const ijk = tensor(list, { context, shape: [list.length / 3, 3] });
    return { grid: gridFromIjk(ijk), source: "shell of a gyroid" };
  }
  if (name === "four") {
    const scans = Array.from({ length: 4 }, (_, n) => lidarScans(1, n));
    const ends = [0];
    for (const { length } of scans) ends.push((ends.at(-1) ?? 0) + length / 3);
    const all = new Int32Array(3 * (ends.at(-1) ?? 0));
    for (const [n, scan] of scans.entries()) all.set(scan, 3 * (ends[n] ?? 0));
    const lists = jagged(tensor(all, { context, shape: [all.length / 3, 3] }), { offsets: ends });
    return { grid: gridFromIjk(lists), source: "four scans that are made up" };
  }
  const voxelSize = SIZES[name];
  if (voxelSize === undefined) {
    throw new Error(`Cannot measure "${name}": ${INPUT_NAMES.join(", ")} are known`);
  }
  const points = scanOf(data) ?? madeUp();
  const placed = tensor(points.places, { context, shape: [points.places.length / 3, 3] });
  return { grid: gridFromPoints(placed, { voxelSize }), source: points.source };
}

interface ScanPoints {
  readonly places: Float32Array<ArrayBuffer>;
  readonly source: string;
}

function scanOf(data: string): ScanPoints | undefined {
  try {
    const { positions } = readKitti(Deno.readFileSync(`${data}/${SCAN}`));
    return { places: Float32Array.from(positions), source: SCAN };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** A scan that is made up, of voxels of 5 cm. */
function madeUp(): ScanPoints {
  const places = Float32Array.from(lidarScans(1, 4), (at) => at * 0.05);
  return { places, source: "a scan that is made up" };
}
