/**
 * WebAssembly against the native CPU library: five operators, one thread each, then more threads; the module's size, how
 * long it takes to start, and how long a program takes to its first result.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env=DENOVDB_* --allow-run bench/ffi/wasm_protocol.ts
 * ```
 *
 * Results are compared bit by bit. `--samples` is the number of runs, of which the median counts.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl } from "@std/path";
import { brotliCompressSync, constants } from "node:zlib";
import {
  buildLod,
  type Context,
  convPlan,
  type Device,
  firstActiveVoxel,
  type GridBatch,
  gridFromPoints,
  gridIjk,
  lodVoxels,
  openContext,
  sampleTrilinear,
  sparseConv,
  type Tensor,
  tensor,
} from "../_api.ts";
import { equalArrays, printTable, type Row, summarize } from "../_harness.ts";

const MODULE = fromFileUrl(new URL("../../build/wasm/denovdb.wasm", import.meta.url));
const POINTS = 1_000_000;
const RAYS = 1 << 18;

/** What all devices work on. */
interface Inputs {
  readonly points: Tensor<"f32">;
  readonly colors: Tensor<"u8">;
  readonly grid: GridBatch;
  readonly features: Tensor<"f32">;
  readonly weights: Tensor<"f32">;
  readonly origins: Tensor<"f32">;
  readonly directions: Tensor<"f32">;
}

/** A call whose result is read to the end. */
interface Work {
  readonly name: string;
  readonly size: string;
  readonly run: (inputs: Inputs) => Disposable;
  readonly read: (result: never) => ArrayLike<number | bigint>;
}

const WORK: readonly Work[] = [
  {
    name: "gridFromPoints",
    size: "1 M points of a sphere",
    run: ({ points }) => gridFromPoints(points, { voxelSize: 0.01 }),
    read: (grid: GridBatch) => {
      using ijk = gridIjk(grid);
      return ijk.data.readSync();
    },
  },
  {
    name: "firstActiveVoxel",
    size: "262 144 rays",
    run: ({ grid, origins, directions }) => firstActiveVoxel(grid, origins, directions),
    read: (hits: { readonly rows: Tensor<"i64"> }) => hits.rows.readSync(),
  },
  {
    name: "sparseConv",
    size: "3x3x3, 16 to 16 channels, f32",
    run: ({ grid, features, weights }) => {
      using plan = convPlan(grid, { kernel: 3 });
      return sparseConv(plan, features, weights);
    },
    read: (result: Tensor<"f32">) => result.readSync(),
  },
  {
    name: "sampleTrilinear",
    size: "1 M points, 16 channels, f32",
    run: ({ grid, points, features }) => sampleTrilinear(grid, points, features),
    read: (result: Tensor<"f32">) => result.readSync(),
  },
  {
    name: "buildLod",
    size: "1 M points",
    run: ({ points, colors }) => buildLod(points, colors),
    read: (tree) => {
      using voxels = lodVoxels(tree);
      return voxels.coordinates.readSync();
    },
  },
];

/** Numbers in [0, 1) that are the same everywhere. */
function* fractions(): Generator<number> {
  for (let state = 1;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Numbers of a length made by a function of a random number. */
function numbers(length: number, make: (random: () => number) => number): Float32Array {
  const source = fractions();
  const random = (): number => source.next().value ?? 0;
  return Float32Array.from({ length }, () => make(random));
}

/** Points on the unit sphere. */
function spherePoints(count: number): Float32Array {
  const points = numbers(3 * count, (random) => random() + random() + random() - 1.5);
  for (let at = 0; at < points.length; at += 3) {
    const vector = points.subarray(at, at + 3);
    const length = Math.hypot(...vector) || 1;
    for (let axis = 0; axis < 3; axis++) vector[axis] = (vector[axis] ?? 0) / length;
  }
  return points;
}

function makeInputs(context: Context): Inputs {
  const points = tensor(spherePoints(POINTS), { context, shape: [POINTS, 3] });
  const grid = gridFromPoints(points, { voxelSize: 0.01 });
  const { voxels } = grid.counts;
  const plain = (length: number): Float32Array => numbers(length, (random) => random() - 0.5);
  const targets = numbers(3 * RAYS, (random) => random() - 0.5);
  return {
    points,
    grid,
    colors: tensor(Uint8Array.from(numbers(3 * POINTS, (random) => 256 * random())), {
      context,
      shape: [POINTS, 3],
    }),
    features: tensor(plain(16 * voxels), { context, shape: [voxels, 16] }),
    weights: tensor(plain(27 * 16 * 16), { context, shape: [16, 16, 3, 3, 3] }),
    origins: tensor(targets.map((_, at) => at % 3 === 2 ? -3 : 0), { context, shape: [RAYS, 3] }),
    directions: tensor(targets.map((value, at) => at % 3 === 2 ? 3 : 2 * value), {
      context,
      shape: [RAYS, 3],
    }),
  } as Inputs;
}

/** Medians of the times of all work on a device, and the results. */
interface Timed {
  readonly name: string;
  readonly times: readonly number[];
  readonly results: readonly ArrayLike<number | bigint>[];
}

function timeAll(device: Device, threads: number, samples: number): Timed {
  using context = openContext({ device, threads });
  const inputs = makeInputs(context);
  const results: ArrayLike<number | bigint>[] = [];
  const times = WORK.map(({ run, read }) => {
    const laps: number[] = [];
    for (let sample = -3; sample < samples; sample++) {
      const start = performance.now();
      using result = run(inputs);
      context.synchronizeSync();
      if (sample >= 0) laps.push(performance.now() - start);
      if (sample === samples - 1) results.push(read(result as never));
    }
    return summarize(laps).median;
  });
  return { name: context.deviceName, times, results };
}

function reportWork(samples: number): Row[] {
  const cpu = timeAll("cpu", 1, samples);
  const cpu2 = timeAll("cpu", 2, samples);
  const one = timeAll("wasm", 1, samples);
  const two = timeAll("wasm", 2, samples);
  const shares: number[] = [];
  const scales: number[] = [];
  const rows = WORK.map(({ name, size }, at): Row => {
    for (const other of [one, two]) {
      const [result = [], expected = []] = [other.results[at], cpu.results[at]];
      if (!equalArrays(result, expected)) throw new Error(`${name}: ${other.name} differs`);
    }
    const [native = NaN, alone = NaN, both = NaN] = [cpu, one, two].map(({ times }) => times[at]);
    shares.push(native / alone);
    scales.push(alone / both);
    return {
      operator: name,
      input: size,
      "native, 1 thread, ms": native,
      "native, 2 threads": cpu2.times[at] ?? NaN,
      "WebAssembly, 1 thread": alone,
      "WebAssembly, 2 threads": both,
      "% of native": 100 * native / alone,
      "scaling": alone / both,
    };
  });
  rows.push({
    operator: "geometric mean",
    input: "",
    "% of native": 100 * geometricMean(shares),
    "scaling": geometricMean(scales),
  });
  return rows;
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Sizes of the module, and times from nothing to a context. */
function reportStart(): Row[] {
  const bytes = Deno.readFileSync(MODULE);
  const packed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const open = (threads: number): number => {
    const start = performance.now();
    using context = openContext({ device: "wasm", threads });
    context.synchronizeSync();
    return performance.now() - start;
  };
  const first = open(1);
  return [
    { what: "module, bytes", value: bytes.length },
    { what: "module, brotli 11, bytes", value: packed.length },
    { what: "first context: read, compile, start, ms", value: first },
    { what: "another context, 1 thread, ms", value: open(1) },
    { what: "another context, 2 threads, ms", value: open(2) },
  ];
}

/** The median time of a program from its start to its end, which opens a device and builds a grid. */
async function programTime(device: Device, samples: number): Promise<number> {
  const script = fromFileUrl(new URL("_first_result.ts", import.meta.url));
  const laps: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const start = performance.now();
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--allow-ffi", "--allow-read", "--allow-env", script, device],
    }).output();
    if (code !== 0) throw new Error(`the program for ${device} ended with status ${code}`);
    laps.push(performance.now() - start);
  }
  return summarize(laps).median;
}

if (import.meta.main) {
  const { samples } = parseArgs(Deno.args, { string: ["samples"], default: { samples: "7" } });
  const start = reportStart();
  using context = openContext({ device: "wasm" });
  for (const device of ["cpu", "wasm"] as const) {
    const value = await programTime(device, Number(samples));
    start.push({ what: `program to its first result on ${device}, ms`, value });
  }
  printTable("start", context, start);
  printTable("operators", context, reportWork(Number(samples)));
}
