/**
 * How long calls take to end when they are told to: the time from when a signal is to abort to the rejection, with the time
 * in which a call blocks the thread that would abort it.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env bench/ffi/cancel_protocol.ts --device cuda
 * deno run --allow-ffi=build --allow-read --allow-env bench/ffi/cancel_protocol.ts --device cuda --call integrate \
 *   --moments 10 --within 400 --steps
 * ```
 *
 * `--after` lists moments in milliseconds; `--moments` takes so many instead, spread over the first `--within`
 * milliseconds. `--call` runs those whose names begin so. `--steps` first lets each call run for up to `--within`
 * milliseconds and lists when it allocated memory, which tells how far it was; then each moment comes with how many
 * allocations had been made when the signal aborted, and when the call ended: what lies between them is the step that
 * the abort had to wait for.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import {
  concat,
  concatenateGridsAsync,
  type Context,
  convPlanAsync,
  type DepthImages,
  type Device,
  dilatedGridAsync,
  emptyTensor,
  erodedGridAsync,
  fullTensor,
  gridFromDense,
  gridFromDenseAsync,
  gridFromMeshAsync,
  gridFromPointsAsync,
  gridFromZeroVoxels,
  integrateTsdfAsync,
  mergedGridAsync,
  openContext,
  type PinholeCamera,
  randomNormalAsync,
  randomUniform,
  randomUniformAsync,
  refinedGridAsync,
  reinitializeSdfAsync,
  retopologizeSdfAsync,
  sampleRaysByWeightAsync,
  tensor,
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
  const line = stack.use(gridFromDense({ context, dims: [2 ** 20, 1, 1] }));
  const copies = Array.from({ length: 4000 }, () => grid);
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
    "convPlanAsync, a line of 2^20 voxels by 2^20 taps": (signal) =>
      convPlanAsync(line, { kernel: [2 ** 20, 1, 1], signal }),
    "mergedGridAsync, 400 times 96^3": (signal) =>
      mergedGridAsync(grid, ...copies.slice(0, 399), { signal }),
    "concatenateGridsAsync, 4000 times 96^3": (signal) => concatenateGridsAsync(copies, { signal }),
    "refinedGridAsync, by 16": (signal) => refinedGridAsync(grid, { factor: 16, signal }),
    "erodedGridAsync, a line of 2^20 voxels by 2^19": (signal) =>
      erodedGridAsync(line, { ijkMin: [-(2 ** 19), 0, 0], ijkMax: 0, signal }),
    ...callsOnPoints(context, stack),
  };
}

/** Calls on points, triangles and rays. */
function callsOnPoints(context: Context, stack: DisposableStack): Readonly<Record<string, Long>> {
  // On a diagonal: in far more tiles than are in use, so that these have to be listed, which takes a sort.
  const count = context.device === "cpu" ? 2 ** 24 : 2 ** 30;
  using along = randomUniform([count, 1], { context, dtype: "f32", seed: 1n });
  const points = stack.use(concat([along, along, along], { axis: 1 }));
  const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const vertices = stack.use(tensor(corners, { context, shape: [4, 3] }));
  const sides = Int32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3);
  const faces = stack.use(tensor(sides, { context, shape: [4, 3] }));
  const spans = stack.use(tensor([0, 1], { context, shape: [1, 2] }));
  const weights = stack.use(tensor([1], { context }));
  return {
    [`gridFromPointsAsync, 2^${Math.log2(count)} points on a diagonal`]: (signal) =>
      gridFromPointsAsync(points, { voxelSize: 2 ** -22, signal }),
    "gridFromMeshAsync, half-width of 600 voxels": (signal) =>
      gridFromMeshAsync(vertices, faces, { voxelSize: 1, halfWidth: 600, signal }),
    "sampleRaysByWeightAsync, 2^28 samples of a ray": (signal) =>
      sampleRaysByWeightAsync(spans, weights, { count: 2 ** 28, signal }),
  };
}

/** What has been asked for on the command line. */
interface Asked {
  readonly moments: readonly number[];
  readonly within: number;
  readonly steps: boolean;
}

if (import.meta.main) {
  const { device, after, moments, within, call, steps } = parseArgs(Deno.args, {
    string: ["device", "after", "moments", "within", "call"],
    boolean: ["steps"],
    default: { device: "cpu", after: "5,20,100", moments: "0", within: "400", call: "" },
  });
  using context = openContext({ device: device as Device });
  using stack = new DisposableStack();
  const spread = spreadOver(Number(moments), Number(within));
  const asked = {
    moments: spread.length > 0 ? spread : after.split(",").map(Number),
    within: Number(within),
    steps,
  };
  const calls = Object.entries(longCalls(context, stack)).filter(([name]) => name.startsWith(call));
  if (steps) { for (const [name, long] of calls) await reportSteps(context, name, long, asked); }
  else await report(context, calls, asked);
}

/** Moments of an interval that are spread evenly and in no order, the same in every run. */
function spreadOver(count: number, within: number): number[] {
  const golden = (Math.sqrt(5) - 1) / 2;
  return Array.from({ length: count }, (_, n) => Math.round((n + 1) * golden % 1 * within));
}

/** One row for each call. */
async function report(
  context: Context,
  calls: readonly (readonly [string, Long])[],
  { moments }: Asked,
): Promise<void> {
  const table: Row[] = [];
  for (const [name, long] of calls) {
    const row: Record<string, string> = { call: name };
    for (const ms of moments) row[`told after ${ms} ms`] = (await endOf(context, long, ms)).took;
    table.push(row);
  }
  printTable("from the abort to the end, ms", context, table);
}

/** How far a call comes, and how far it was whenever it was told to end. */
async function reportSteps(
  context: Context,
  name: string,
  long: Long,
  { moments, within }: Asked,
): Promise<void> {
  printTable(`${name}: allocations`, context, await stepsOf(context, long, within));
  const table: Row[] = [];
  for (const ms of moments.toSorted((a, b) => a - b)) {
    const { took, begun, ended } = await endOf(context, long, ms);
    table.push({
      "told after ms": String(ms),
      "took ms": took,
      "allocations at the abort": String(begun),
      "at the end": String(ended),
    });
  }
  printTable(`${name}: from the abort to the end`, context, table);
}

/** When a call allocated memory, until it is told to end. */
async function stepsOf(context: Context, long: Long, within: number): Promise<Row[]> {
  const told = new AbortController();
  const first = context.stats().allocations;
  const begun = performance.now();
  let isOver = false;
  const running = long(told.signal).then((made) => made[Symbol.dispose](), () => {})
    .finally(() => isOver = true);
  const table: Row[] = [];
  let last = -1;
  while (!isOver) {
    const { allocations, liveBytes } = context.stats();
    const ms = performance.now() - begun;
    if (allocations - first !== last) {
      last = allocations - first;
      table.push({
        "after ms": ms.toFixed(1),
        allocations: String(last),
        "results held MB": (liveBytes / 1e6).toFixed(0),
      });
    }
    if (ms > within) told.abort();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await running;
  table.push({ "after ms": (performance.now() - begun).toFixed(1), allocations: "end" });
  return table;
}

/** How a call ended. */
interface End {
  /** Milliseconds from the abort to the rejection; or how else it ended. */
  readonly took: string;
  /** Allocations that it had made when the signal aborted, and when it had ended. */
  readonly begun: number;
  readonly ended: number;
}

async function endOf(context: Context, long: Long, after: number): Promise<End> {
  const told = new AbortController();
  const first = context.stats().allocations;
  const made = (): number => context.stats().allocations - first;
  let begun = 0;
  const aborts = performance.now() + after;
  const timer = setTimeout(() => {
    begun = made();
    told.abort();
  }, after);
  let took: string;
  try {
    (await long(told.signal))[Symbol.dispose]();
    took = "done before";
  } catch (error) {
    const isEnded = error instanceof DOMException && error.name === "AbortError";
    took = isEnded ? (performance.now() - aborts).toFixed(1) : String(error).slice(0, 60);
  } finally {
    clearTimeout(timer);
  }
  return { took, begun, ended: made() };
}
