/**
 * The benchmark of operators on grids: times and memory for several sizes, and batches against single grids.
 *
 * @module
 */

import { type Context, type GridBatch, gridIjk } from "../../mod.ts";
import {
  COPIED_BYTES_PER_MS,
  equalArrays,
  measure,
  type MeasureOptions,
  peakScratch,
  type Row,
} from "../_harness.ts";
import { type Case, type CaseInput, LEAF_BYTES } from "./_cases.ts";
import { buildSurfaces, type Surface } from "./_surface.ts";

/** Largest grid whose results are checked. */
const MOST_CHECKED = 100_000;

/** Points of the inputs that the peer was measured on, by their number of voxels. */
const POINTS: Readonly<Record<number, number>> = { 66819: 1e5, 667922: 1e6, 6679728: 1e7 };

/** Voxels per point of a surface. */
const VOXELS_PER_POINT = 0.668;

/** Where to measure what. */
export interface TopologySetting extends MeasureOptions {
  readonly context: Context;
  /** The CPU, to compare with. */
  readonly reference: Context;
  readonly cases: readonly Case[];
}

/** Measures every case on surfaces of so many voxels each. */
export async function reportSizes(
  setting: TopologySetting,
  sizes: readonly number[],
): Promise<readonly Row[]> {
  const { context, cases } = setting;
  const rows: Row[] = [];
  for (const size of sizes) {
    const points = POINTS[size] ?? Math.round(size / VOXELS_PER_POINT);
    using surface = buildSurfaces(context, points);
    for (const one of cases) {
      const time = await measure(context, () => one.run(surface), setting);
      using result = one.run(surface);
      const peer = context.device === "cpu" ? NaN : one.peers[size] ?? NaN;
      rows.push({
        operator: one.name,
        voxels: surface.grid.numVoxels,
        result: result.numVoxels,
        ms: time.median,
        "spread %": time.spread * 100,
        "NanoVDB ms": peer,
        ratio: peer / time.median,
        "floor %": context.device === "cpu"
          ? NaN
          : leastBytes(one, surface, result) / COPIED_BYTES_PER_MS / time.median * 100,
        "M voxels/s": surface.grid.numVoxels / time.median / 1e3,
        "scratch MiB": peakScratch(context, () => one.run(surface)) / 2 ** 20,
        checked: size > MOST_CHECKED ? "no" : checkCase(setting, one, surface, points),
      });
    }
  }
  return rows;
}

/** What an operator has to move at least: it reads the leaves of the source and writes those of the result. */
function leastBytes({ alsoReads }: Case, input: CaseInput, result: GridBatch): number {
  const leaves = input.grid.counts.leaves + result.counts.leaves;
  return leaves * LEAF_BYTES + (alsoReads?.(input) ?? 0);
}

/** Measures every case on 64 grids of about 100 000 voxels in one call, and on one grid of as many. */
export async function reportBatches(setting: TopologySetting): Promise<readonly Row[]> {
  const { context, cases } = setting;
  const [grids, points] = [64, 150_000];
  using batch = buildSurfaces(context, points, grids);
  using single = buildSurfaces(context, points * grids);
  const rows: Row[] = [];
  for (const { name, run } of cases) {
    const many = await measure(context, () => run(batch), setting);
    const one = await measure(context, () => run(single), setting);
    rows.push({
      operator: name,
      "voxels of 64": batch.grid.numVoxels,
      "voxels of 1": single.grid.numVoxels,
      "ms of 64": many.median,
      "ms of 1": one.median,
      "64 / 1": many.median / one.median,
      "scratch MiB of 64": peakScratch(context, () => run(batch)) / 2 ** 20,
    });
  }
  return rows;
}

/** Compares a result with a count that shares no code with it, and with the CPU's voxels. */
function checkCase(
  { context, reference }: TopologySetting,
  { name, run, count }: Case,
  surface: Surface,
  points: number,
): string {
  using result = run(surface);
  const expected = count(surface.voxels());
  if (result.numVoxels !== expected) {
    throw new Error(`Cannot trust ${name}: ${result.numVoxels} voxels, ${expected} expected`);
  }
  if (context.device === "cpu") return "count";
  using same = buildSurfaces(reference, points);
  using other = run(same);
  if (!equalArrays(coordinates(result), coordinates(other))) {
    throw new Error(`Cannot trust ${name}: its voxels on ${context.device} differ from the CPU's`);
  }
  return "CPU voxels";
}

function coordinates(grid: GridBatch): Int32Array {
  using ijk = gridIjk(grid);
  return ijk.data.readSync();
}
