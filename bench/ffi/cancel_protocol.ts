/**
 * How long calls take to end when they are told to: the time from when a signal is to abort to the rejection, with the time
 * in which a call blocks the thread that would abort it.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env bench/ffi/cancel_protocol.ts --device cuda
 * ```
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import {
  type Context,
  convPlanAsync,
  type DepthImages,
  type Device,
  dilatedGridAsync,
  emptyTensor,
  fullTensor,
  gridFromDense,
  gridFromDenseAsync,
  gridFromZeroVoxels,
  integrateTsdfAsync,
  openContext,
  type PinholeCamera,
  randomNormalAsync,
  randomUniformAsync,
  reinitializeSdfAsync,
  retopologizeSdfAsync,
} from "../_api.ts";
import { printTable, type Row } from "../_harness.ts";

/** Of images of 64 by 48 pixels, along z. */
const CAMERA: PinholeCamera = {
  intrinsics: [56, 0, 31.5, 0, 56, 23.5, 0, 0, 1],
  pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
};

/** Starts a call that takes longer than anybody waits. */
type Long = (signal: AbortSignal) => Promise<Disposable>;

function longCalls(context: Context, stack: DisposableStack): Readonly<Record<string, Long>> {
  const grid = stack.use(gridFromDense({ context, dims: 96 }));
  const field = stack.use(fullTensor([grid.numVoxels], 1, { context, dtype: "f32" }));
  const many = [2 ** 31];
  const none = stack.use(emptyTensor([0], { context, dtype: "f32" }));
  const nothing = {
    grid: stack.use(gridFromZeroVoxels({ context, voxelSize: 1 })),
    tsdf: none,
    weights: none,
  };
  const state = { grid, tsdf: field, weights: field };
  const depths = stack.use(fullTensor([2000, 48, 64], 40, { context, dtype: "f32" }));
  const images = (count: number): DepthImages => ({
    depth: stack.use(depths.slice(0, count)),
    cameras: Array.from({ length: count }, () => CAMERA),
  });
  return {
    "randomUniformAsync, 2^31 f32": (signal) =>
      randomUniformAsync(many, { context, dtype: "f32", seed: 1n, signal }),
    "randomNormalAsync, 2^31 f32": (signal) =>
      randomNormalAsync(many, { context, dtype: "f32", seed: 1n, signal }),
    "gridFromDenseAsync, 1500^3": (signal) => gridFromDenseAsync({ context, dims: 1500, signal }),
    "reinitializeSdfAsync, 60 000 steps of 96^3": (signal) =>
      reinitializeSdfAsync(grid, field, { steps: 60_000, signal }),
    "retopologizeSdfAsync, 60 000 steps of 96^3": (signal) =>
      retopologizeSdfAsync(grid, field, { steps: 60_000, signal }),
    "integrateTsdfAsync, boxes of 601^3": (signal) =>
      integrateTsdfAsync(nothing, images(1), { halfWidth: 300, maxDepth: 100, signal }),
    "integrateTsdfAsync, 2000 images of 96^3 voxels": (signal) =>
      integrateTsdfAsync(state, images(2000), { halfWidth: 1, maxDepth: 100, signal }),
    "dilatedGridAsync, radius 900": (signal) => dilatedGridAsync(grid, { radius: 900, signal }),
    "convPlanAsync, kernel 301": (signal) => convPlanAsync(grid, { kernel: 301, signal }),
  };
}

if (import.meta.main) {
  const { device, after } = parseArgs(Deno.args, {
    string: ["device", "after"],
    default: { device: "cpu", after: "5,20,100" },
  });
  using context = openContext({ device: device as Device });
  using stack = new DisposableStack();
  const table: Row[] = [];
  for (const [name, long] of Object.entries(longCalls(context, stack))) {
    const row: Record<string, string> = { call: name };
    for (const ms of after.split(",").map(Number)) {
      row[`told after ${ms} ms`] = await endOf(long, ms);
    }
    table.push(row);
  }
  printTable("from the abort to the end, ms", context, table);
}

/** Milliseconds from the abort to the rejection; or how else it ended. */
async function endOf(long: Long, after: number): Promise<string> {
  const told = new AbortController();
  const aborts = performance.now() + after;
  const timer = setTimeout(() => told.abort(), after);
  try {
    (await long(told.signal))[Symbol.dispose]();
    return "done before";
  } catch (error) {
    const isEnded = error instanceof DOMException && error.name === "AbortError";
    return isEnded ? (performance.now() - aborts).toFixed(1) : String(error).slice(0, 60);
  } finally {
    clearTimeout(timer);
  }
}
