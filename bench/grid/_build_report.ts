/**
 * The build benchmark: times, memory and rates of `gridFromIjk` for several inputs, each result checked.
 *
 * @module
 */

import {
  type Context,
  type GridBatch,
  gridFromIjk,
  gridIjk,
  JaggedTensor,
  type Tensor,
  tensor,
} from "../../mod.ts";
import {
  COPIED_BYTES_PER_MS,
  measure,
  type MeasureOptions,
  peakScratch,
  type Row,
} from "../_harness.ts";
import { countDistinct, drawPoints, type Kind, type Order, sphereBand } from "./_inputs.ts";

/** Bytes of one coordinate triple. */
const POINT_BYTES = 12;

/** Largest input whose result is read back and compared voxel by voxel. */
const FULL_CHECK = 2e7;

/** What one case is. */
export interface BuildCase {
  readonly kind: Kind;
  readonly count: number;
  readonly order: Order;
}

/** Where to measure, and against what to check. */
export interface BuildSetting extends MeasureOptions {
  readonly context: Context;
  /** A CPU context to compare with; left out when the CPU itself is measured. */
  readonly reference: Context | undefined;
}

/** Measures and checks one case. */
export async function reportBuild(setting: BuildSetting, one: BuildCase): Promise<Row> {
  const { kind, count, order } = one;
  const points = drawPoints(kind, count, order);
  const { context } = setting;
  using ijk = tensor(points, { context, shape: [count, 3] });
  const checked = checkBuild(setting, ijk, points);
  return {
    input: kind,
    order,
    points: count,
    ...await measureBuild(setting, ijk),
    checked,
  };
}

/** Measures 64 surfaces of 100 000 points as one batch, and one surface of as many points. */
export async function reportBatch(setting: BuildSetting): Promise<readonly Row[]> {
  const { context } = setting;
  const [lists, each] = [64, 100_000];
  const points = new Int32Array(lists * each * 3);
  for (let b = 0; b < lists; b++) {
    points.set(drawPoints("surface", each, "random", b + 1), b * each * 3);
  }
  const offsets = BigInt64Array.from({ length: lists + 1 }, (_, b) => BigInt(b * each));
  using batch = new JaggedTensor(tensor(points, { context, shape: [lists * each, 3] }), offsets);
  const expected = Array.from(
    { length: lists },
    (_, b) => countDistinct(points.slice(b * each * 3, (b + 1) * each * 3)),
  );
  using grid = gridFromIjk(batch);
  requireEqual("voxels per grid", grid.voxelCounts.join(), expected.join());
  const rows: Row[] = [{
    input: `${lists} surfaces`,
    order: "random",
    points: lists * each,
    ...await measureBuild(setting, batch),
    checked: "counts",
  }];
  const single = await reportBuild(setting, {
    kind: "surface",
    count: lists * each,
    order: "random",
  });
  return [...rows, single];
}

/** Measures how small grids get: one voxel, and a narrow band of about ten million. */
export async function reportSizes(setting: BuildSetting): Promise<readonly Row[]> {
  const { context } = setting;
  const rows: Row[] = [];
  for (
    const [input, points] of [
      ["one voxel", Int32Array.of(1, 2, 3)],
      ["narrow band", sphereBand(515)],
    ] as const
  ) {
    const count = points.length / 3;
    using ijk = tensor(points, { context, shape: [count, 3] });
    const checked = checkBuild(setting, ijk, points);
    rows.push({
      input,
      order: "grid",
      points: count,
      ...await measureBuild(setting, ijk),
      checked,
    });
  }
  return rows;
}

async function measureBuild(
  setting: BuildSetting,
  ijk: Tensor<"i32"> | JaggedTensor<"i32">,
): Promise<Row> {
  const { context } = setting;
  const time = await measure(context, () => gridFromIjk(ijk), setting);
  const scratch = peakScratch(context, () => gridFromIjk(ijk));
  using grid = gridFromIjk(ijk);
  const { voxels, leaves, bytes } = grid.counts;
  const count = (ijk instanceof JaggedTensor ? ijk.data : ijk).length / 3;
  const floor = count * POINT_BYTES / COPIED_BYTES_PER_MS;
  return {
    voxels,
    "voxels/leaf": voxels / leaves,
    ms: time.median,
    "spread %": time.spread * 100,
    "M points/s": count / time.median / 1e3,
    "floor %": context.device === "cpu" ? NaN : floor / time.median * 100,
    "scratch MiB": scratch / 2 ** 20,
    "grid MiB": bytes / 2 ** 20,
    "B/voxel": bytes / voxels,
  };
}

/** Compares a build with a count that shares no code with it, and with the CPU's voxels where that is another device. */
function checkBuild(
  { context, reference }: BuildSetting,
  ijk: Tensor<"i32">,
  points: Int32Array<ArrayBuffer>,
): string {
  using grid = gridFromIjk(ijk);
  const count = points.length / 3;
  if (count <= FULL_CHECK) requireEqual("voxels", grid.numVoxels, countDistinct(points));
  if (reference === undefined) return count <= FULL_CHECK ? "count" : "no";
  using same = tensor(points, { context: reference, shape: [count, 3] });
  using expected = gridFromIjk(same);
  const counts = (of: GridBatch): string => JSON.stringify({ ...of.counts, bytes: 0 });
  requireEqual("counts", counts(grid), counts(expected));
  if (count > FULL_CHECK) return "CPU counts";
  requireEqual(`hash of voxels on ${context.device}`, hashVoxels(grid), hashVoxels(expected));
  return "CPU voxels";
}

function hashVoxels(grid: GridBatch): number {
  using ijk = gridIjk(grid);
  const values = ijk.data.readSync();
  let hash = 0x811c9dc5;
  for (let at = 0; at < values.length; at++) hash = Math.imul(hash ^ (values[at] ?? 0), 0x01000193);
  return hash >>> 0;
}

function requireEqual(what: string, actual: string | number, expected: string | number): void {
  if (actual === expected) return;
  throw new Error(`Cannot trust build: ${what} are ${actual}, ${expected} expected`);
}

/** Runs the measurement until the engine has compiled it and the device has memory, so that no case is charged for it. */
export async function wakeUp(context: Context): Promise<void> {
  using ijk = tensor(drawPoints("surface", 10_000, "random"), { context, shape: [10_000, 3] });
  for (let round = 0; round < 40; round++) {
    await measure(context, () => gridFromIjk(ijk), { samples: 25 });
  }
}
