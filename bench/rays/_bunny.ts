/**
 * All segments of rays in narrow bands around a scan: wall time of small calls and device time of large ones.
 *
 * @module
 */

import {
  type Context,
  firstActiveVoxel,
  type GridBatch,
  gridFromIjk,
  segmentsAlongRays,
  tensor,
} from "../../mod.ts";
import { pointsInGrid } from "../../lib/query/mod.ts";
import { measure, type MeasureOptions, type Row, summarize } from "../_harness.ts";
import { type AimBox, markOf, type Rays, raysIntoBox } from "./_band_inputs.ts";
import { readTriples } from "./_npy.ts";

/** What to measure, and where. */
export interface BunnySetting extends MeasureOptions {
  readonly context: Context;
  /** Folder with files `band_32.npy` and so on, or an archive of them that `tar` unpacks. */
  readonly bands: string;
  readonly resolutions: readonly number[];
  /** Rays of a small call. */
  readonly raysPerCall: number;
  /** Small calls that are timed. */
  readonly calls: number;
  /** Rays of the large call. */
  readonly rays: number;
}

/** What others reach, in M rays/s by resolution. */
const MARKS = {
  /** NerfAcc 0.5.3 on an H200, 1024 rays a call, wall time. */
  nerfaccCalls: { 32: 4.22, 64: 3.31, 128: 2.29, 256: 1.47, 512: 0.64 },
  /** The same, 1 048 576 rays, device time. */
  nerfaccLarge: { 32: 678, 64: 520, 128: 351, 256: 204, 512: 56.5 },
  /** fVDB on an RTX 3090 Ti, 1024 rays a call, as published. */
  fvdbCalls: { 32: 3.77, 64: 3.4, 128: 2.81, 256: 2.24, 512: 1.83, 1024: 1.43 },
} as const;

const MARKED = { raysPerCall: 1024, rays: 1 << 20 } as const;

/** How much larger than the voxels the box is that rays are aimed at. */
const BOX = 1.2;
/** Sets of rays that small calls take in turn. */
const SETS = 64;
/** Stretches that are shorter than this, in voxels, are not looked into: their middles are rounded. */
const SHORT = 0.01;

/** The rows of both tables. */
export interface BunnyReport {
  readonly calls: readonly Row[];
  readonly large: readonly Row[];
}

/** Measures all resolutions, or says what is missing. */
export async function reportBunny(setting: BunnySetting): Promise<BunnyReport | string> {
  const found = await openBands(setting.bands);
  if (found === undefined) {
    return `The bands are not measured: there is no "${setting.bands}". ` +
      "Set DENOVDB_DATA to the folder that has bands/bunny_bands.tar.xz, or name a folder by --bands";
  }
  using folder = found;
  const calls: Row[] = [];
  const large: Row[] = [];
  for (const resolution of setting.resolutions) {
    using grid = await readBand(setting.context, `${folder.path}/band_${resolution}.npy`);
    const box = boxAround(grid);
    calls.push(measureCalls(setting, resolution, grid, box));
    large.push(await measureLarge(setting, resolution, grid, box));
  }
  return { calls, large };
}

interface Folder extends Disposable {
  readonly path: string;
}

/** Opens a folder, or unpacks an archive into a folder that is removed in the end. */
async function openBands(path: string): Promise<Folder | undefined> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (info === undefined) return undefined;
  if (info.isDirectory) return { path, [Symbol.dispose]: () => {} };
  const folder = await Deno.makeTempDir({ prefix: "denovdb-bands-" });
  const dispose = (): void => Deno.removeSync(folder, { recursive: true });
  const { success, stderr } = await new Deno.Command("tar", {
    args: ["--extract", "--file", path, "--directory", folder],
    clearEnv: true, // Deno refuses to pass on what steers a program's libraries
    env: { PATH: Deno.env.get("PATH") ?? "" },
  }).output();
  if (success) return { path: folder, [Symbol.dispose]: dispose };
  dispose();
  throw new Error(`Cannot unpack "${path}": ${new TextDecoder().decode(stderr).trim()}`);
}

async function readBand(context: Context, path: string): Promise<GridBatch> {
  const bytes = await Deno.readFile(path).catch(() => undefined);
  if (bytes === undefined) throw new Error(`Cannot measure a band: there is no "${path}"`);
  const triples = readTriples(bytes);
  using ijk = tensor(triples, { context, shape: [triples.length / 3, 3] });
  return gridFromIjk(ijk);
}

/** The box around the cells of all voxels, scaled about its middle. */
function boxAround(grid: GridBatch): AimBox {
  const bbox = grid.bbox(0);
  const span = (axis: number): { readonly middle: number; readonly half: number } => {
    const [low, high] = [(bbox[axis] ?? 0) - 0.5, (bbox[axis + 3] ?? 0) + 0.5];
    return { middle: (low + high) / 2, half: (high - low) / 2 * BOX };
  };
  const [x, y, z] = [span(0), span(1), span(2)];
  return { middle: [x.middle, y.middle, z.middle], half: [x.half, y.half, z.half] };
}

function measureCalls(
  { context, raysPerCall, calls }: BunnySetting,
  resolution: number,
  grid: GridBatch,
  box: AimBox,
): Row {
  const sets = Array.from(
    { length: Math.min(SETS, calls) },
    (_, set) => raysIntoBox(context, box, raysPerCall, set * raysPerCall),
  );
  let segments = 0;
  const call = (n: number): number => {
    const { origins, directions } = sets[n % sets.length] as Rays;
    const start = performance.now();
    using found = segmentsAlongRays(grid, origins, directions);
    context.synchronizeSync();
    const time = performance.now() - start;
    segments += found.data.shape[0] ?? 0;
    return time;
  };
  for (let n = 0; n < calls; n++) call(n); // until what is called has been compiled
  segments = 0;
  const times = Array.from({ length: calls }, (_, n) => call(n));
  const checked = checkSegments(grid, sets[0] as Rays);
  for (const set of sets) set[Symbol.dispose]();
  const mean = times.reduce((sum, time) => sum + time, 0) / calls;
  const rate = raysPerCall / mean / 1e3;
  const marks = context.device !== "cpu" && raysPerCall === MARKED.raysPerCall;
  const nerfacc = markOf(marks, MARKS.nerfaccCalls, resolution);
  const fvdb = markOf(marks, MARKS.fvdbCalls, resolution);
  return {
    resolution,
    voxels: grid.numVoxels,
    "grid MB": grid.counts.bytes / 1e6,
    rays: raysPerCall,
    "mean us": mean * 1e3,
    "median us": summarize(times).median * 1e3,
    "segments/ray": segments / calls / raysPerCall,
    "M rays/s": rate,
    "NerfAcc": nerfacc,
    "/ NerfAcc": rate / nerfacc,
    "fVDB paper": fvdb,
    "/ fVDB paper": rate / fvdb,
    checked,
  };
}

async function measureLarge(
  setting: BunnySetting,
  resolution: number,
  grid: GridBatch,
  box: AimBox,
): Promise<Row> {
  const { context, rays: count } = setting;
  using rays = raysIntoBox(context, box, count, 0);
  const work = (): ReturnType<typeof segmentsAlongRays<"f32">> =>
    segmentsAlongRays(grid, rays.origins, rays.directions);
  const time = await measure(context, work, setting);
  using found = work();
  const rate = count / time.median / 1e3;
  const marks = context.device !== "cpu" && count === MARKED.rays;
  const nerfacc = markOf(marks, MARKS.nerfaccLarge, resolution);
  return {
    resolution,
    voxels: grid.numVoxels,
    rays: count,
    ms: time.median,
    "spread %": time.spread * 100,
    "segments/ray": (found.data.shape[0] ?? 0) / count,
    "M rays/s": rate,
    "NerfAcc": nerfacc,
    "/ NerfAcc": rate / nerfacc,
    checked: checkSegments(grid, rays),
  };
}

/** Looks up the middles of segments, which are in voxels, and of what is between them, which is not. */
function checkSegments(grid: GridBatch, { count, from, along, origins, directions }: Rays): string {
  const { context } = grid;
  using found = segmentsAlongRays(grid, origins, directions);
  using first = firstActiveVoxel(grid, origins, directions);
  const [offsets, times, begins] = [found.offsets, found.data.readSync(), first.times.readSync()];
  const middles: number[] = [];
  const inside: number[] = [];
  const look = (ray: number, begin: number, end: number, active: number): void => {
    if (end - begin < SHORT) return;
    const time = (begin + end) / 2;
    for (const axis of [0, 1, 2]) {
      middles.push((from[ray * 3 + axis] ?? 0) + time * (along[ray * 3 + axis] ?? 0));
    }
    inside.push(active);
  };
  for (let ray = 0; ray < Math.min(count, 4096); ray++) {
    const [start, end] = [Number(offsets[ray]), Number(offsets[ray + 1])];
    if ((start < end ? times[start * 2] : -1) !== begins[ray]) {
      throw new Error(
        `Cannot trust segmentsAlongRays: ray ${ray} begins elsewhere than its first voxel`,
      );
    }
    for (let at = start; at < end; at++) {
      look(ray, times[at * 2] ?? 0, times[at * 2 + 1] ?? 0, 1);
      if (at > start) look(ray, times[at * 2 - 1] ?? 0, times[at * 2] ?? 0, 0);
    }
  }
  using points = tensor(new Float32Array(middles), { context, shape: [inside.length, 3] });
  using active = pointsInGrid(grid, points);
  const wrong = active.readSync().findIndex((one, at) => Number(one) !== inside[at]);
  if (wrong >= 0) {
    throw new Error(`Cannot trust segmentsAlongRays: stretch ${wrong} is wrong about its voxels`);
  }
  return `${inside.length} stretches`;
}
