/**
 * The benchmark of convolutions: kernel maps and passes of layers on sets of voxels.
 *
 * @module
 */

import {
  coarsenedGrid,
  type Context,
  convPlan,
  emptyTensor,
  type Float,
  type GridBatch,
  type Tensor,
} from "../../mod.ts";
import { elapsed, recordEvent } from "../../lib/core/mod.ts";
import { type Measurement, type Row, summarize } from "../_harness.ts";
import {
  type Backend,
  BenchLayer,
  gridOf,
  gridOfSet,
  type Pass,
  toleranceOf,
  type Widths,
} from "./_layers.ts";
import { readScan } from "./_sets.ts";

/** What to measure, and how often. */
export interface ConvSetting {
  readonly context: Context;
  readonly sets: readonly string[];
  readonly widths: readonly Widths[];
  readonly dtypes: readonly Float[];
  readonly passes: readonly Pass[];
  /** Who computes; those that refuse a layer are left out. */
  readonly backends: readonly Backend[];
  /** Runs before the first that is timed. */
  readonly warmUp: number;
  /** Runs that are timed. */
  readonly samples: number;
  /** Folder of real scans. */
  readonly data: string;
}

/** Name of the set that is a real scan. */
const SCAN = "nuscenes";

/** Bytes that are written before a run, more than any cache of a GPU holds. */
const FLUSHED_BYTES = 512 * 2 ** 20;

/** Times runs one by one; before each, the caches of a GPU are filled with something else. */
class Stopwatch implements Disposable {
  readonly #setting: ConvSetting;
  readonly #flushed: Tensor<"u8"> | undefined;

  constructor(setting: ConvSetting) {
    const { context } = setting;
    this.#setting = setting;
    this.#flushed = context.device === "cpu"
      ? undefined
      : emptyTensor([FLUSHED_BYTES], { context, dtype: "u8" });
  }

  async measure(work: () => Disposable): Promise<Measurement> {
    const { context, warmUp, samples } = this.#setting;
    for (let run = 0; run < warmUp; run++) work()[Symbol.dispose]();
    const times: number[] = [];
    for (let run = 0; run < samples; run++) {
      this.#flushed?.fill(0);
      using start = recordEvent(context);
      using _result = work();
      using stop = recordEvent(context);
      times.push(await elapsed(start, stop));
    }
    return summarize(times);
  }

  [Symbol.dispose](): void {
    this.#flushed?.dispose();
  }
}

/** Kernel maps and passes. */
export interface ConvReport {
  readonly maps: readonly Row[];
  readonly layers: readonly Row[];
}

/** Measures all sets that are there. */
export async function reportConvolutions(setting: ConvSetting): Promise<ConvReport> {
  using watch = new Stopwatch(setting);
  const maps: Row[] = [];
  const layers: Row[] = [];
  for (const name of setting.sets) {
    using grid = openSet(setting, name);
    if (grid === undefined) continue;
    maps.push(await measureMap(watch, name, grid));
    for (const widths of setting.widths) {
      for (const dtype of setting.dtypes) {
        layers.push(...await measureLayer(watch, setting, { name, grid, widths, dtype }));
      }
    }
  }
  return { maps, layers };
}

/** The grid of a set, of a scan with voxels as many times larger as its name says; nothing where its file is missing. */
function openSet({ context, data }: ConvSetting, name: string): GridBatch | undefined {
  const [scan, factor = "1"] = name.split("/");
  if (scan !== SCAN) return gridOfSet(context, name);
  try {
    const bytes = Deno.readFileSync(`${data}/sparseconv/in_indices_zyx.torch.int32.tensor`);
    using grid = gridOf(context, readScan(bytes));
    return coarsenedGrid(grid, { factor: Number(factor) });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Milliseconds of all backends next to each other, NaN for those that refuse a layer. */
export function sideBySide(layers: readonly Row[], backends: readonly Backend[]): Row[] {
  const merged = new Map<string, Row>();
  for (const { set = "", channels = "", dtype = "", pass = "", backend = "", ms = NaN } of layers) {
    const key = [set, channels, dtype, pass].join();
    const blank = Object.fromEntries(backends.map((name) => [name, NaN]));
    const row = merged.get(key) ?? { set, channels, dtype, pass, ...blank };
    merged.set(key, { ...row, [backend]: ms });
  }
  return [...merged.values()];
}

async function measureMap(watch: Stopwatch, name: string, grid: GridBatch): Promise<Row> {
  const make = (): Disposable => {
    const plan = convPlan(grid, { kernel: 3, target: grid });
    plan.prepare();
    return plan;
  };
  const time = await watch.measure(make);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  const { pairs, pairsPerTarget, windowFill, mapBytes } = plan.explain();
  return {
    set: name,
    voxels: grid.numVoxels,
    leaves: grid.counts.leaves,
    pairs,
    "taps a voxel": pairsPerTarget,
    "window fill": windowFill,
    "map MiB": mapBytes / 2 ** 20,
    ms: time.median,
    "least ms": time.least,
    "M voxels/s": grid.numVoxels / time.median / 1e3,
  };
}

interface LayerCase {
  readonly name: string;
  readonly grid: GridBatch;
  readonly widths: Widths;
  readonly dtype: Float;
}

async function measureLayer(
  watch: Stopwatch,
  { passes, backends }: ConvSetting,
  { name, grid, widths, dtype }: LayerCase,
): Promise<Row[]> {
  using layer = new BenchLayer(grid, widths, dtype);
  const { pairs } = layer.plan.explain();
  const channels = widths.join(" to ");
  const onGpu = layer.plan.context.device !== "cpu";
  const rows: Row[] = [];
  for (const backend of backends) {
    if (layer.refusal(backend) !== undefined) continue;
    const error = layer.relativeError(backend);
    if (!(error <= toleranceOf(dtype, backend))) {
      throw new Error(`Cannot trust ${name}, ${channels}, ${dtype}, ${backend}: off by ${error}`);
    }
    for (const pass of passes) {
      const time = await watch.measure(() => layer.run(pass, backend));
      const operations = layer.operations(pairs) / 1e6;
      rows.push({
        set: name,
        channels,
        dtype,
        backend,
        pass,
        ms: time.median,
        "least ms": time.least,
        "spread %": time.spread * 100,
        "GFLOP/s": operations / time.median,
        "most GFLOP/s": operations / time.least,
        "floor %": onGpu ? 100 * layer.floor(pairs, backend) / time.median : NaN,
        "error 1e-9": error * 1e9,
      });
    }
  }
  return rows;
}
