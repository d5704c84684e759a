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
import { cpuUsage } from "node:process";
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
const WARM_UP = 4;

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

/** A way to run the work. */
interface Setup {
  readonly title: string;
  readonly device: Device;
  readonly threads: number;
}

const SETUPS = [
  { title: "native, 1 thread", device: "cpu", threads: 1 },
  { title: "native, 2 threads", device: "cpu", threads: 2 },
  { title: "WebAssembly, 1 thread", device: "wasm", threads: 1 },
  { title: "WebAssembly, 2 threads", device: "wasm", threads: 2 },
] as const satisfies readonly Setup[];

/** What a call took, in milliseconds: by the clock, and of all processors together. */
interface Lap {
  readonly wall: number;
  readonly used: number;
}

/** Milliseconds of processors that this process has used. */
function usedTime(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

function timeOnce(context: Context, { run }: Work, inputs: Inputs): Lap {
  const [start, used] = [performance.now(), usedTime()];
  using _result = run(inputs);
  context.synchronizeSync();
  return { wall: performance.now() - start, used: usedTime() - used };
}

/** Runs of all setups take turns, so that what else the machine does falls on all of them. */
function reportWork(samples: number): Row[] {
  using stack = new DisposableStack();
  const all = SETUPS.map(({ device, threads }) => {
    const context = stack.use(openContext({ device, threads }));
    return { context, inputs: makeInputs(context) };
  });
  const [native, , one, two] = SETUPS.keys();
  const shares: number[] = [];
  const scales: number[] = [];
  const rows = WORK.map((work): Row => {
    const expected: ArrayLike<number | bigint>[] = [];
    for (const { context, inputs } of all) {
      using result = work.run(inputs);
      expected.push(work.read(result as never));
      const isSame = equalArrays(expected.at(-1) ?? [], expected[0] ?? []);
      if (!isSame) throw new Error(`${work.name}: ${context.deviceName} differs`);
    }
    const laps: Lap[][] = all.map(() => []);
    for (let sample = -WARM_UP; sample < samples; sample++) {
      for (const [at, { context, inputs }] of all.entries()) {
        const lap = timeOnce(context, work, inputs);
        if (sample >= 0) laps[at]?.push(lap);
      }
    }
    const times = laps.map((own) => summarize(own.map(({ wall }) => wall)));
    // One thread uses as much of a processor whatever else runs there.
    const used = (at = 0): number => summarize((laps[at] ?? []).map((lap) => lap.used)).median;
    shares.push(used(native) / used(one));
    scales.push((times[one ?? 0]?.least ?? NaN) / (times[two ?? 0]?.least ?? NaN));
    const columns = SETUPS.map(({ title }, at) => [title, times[at]?.median ?? NaN]);
    return {
      operator: work.name,
      input: work.size,
      ...Object.fromEntries(columns),
      "spread, %": 100 * Math.max(...times.map(({ spread }) => spread)),
      "% of native": 100 * (shares.at(-1) ?? NaN),
      "scaling": scales.at(-1) ?? NaN,
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
