// deno-lint-ignore-file no-console -- a protocol talks to a terminal
/**
 * Compares CPU libraries that were built for different processors, on one thread: five calls that stand for building,
 * rays, convolution, sampling and levels of detail. Libraries take turns, and the least time of each call counts.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read bench/release/levels_protocol.ts build/cpu/libdenovdb_cpu.so OTHER.so ...
 * ```
 *
 * @module
 */

import { type Context, openContext, type Tensor, tensor } from "../../mod.ts";
import { convPlan, sparseConv } from "../../lib/conv/mod.ts";
import { gridFromPoints } from "../../lib/grid/mod.ts";
import { buildLod } from "../../lib/lod/mod.ts";
import { firstActiveVoxel } from "../../lib/rays/mod.ts";
import { sampleTrilinear } from "../../lib/sample/mod.ts";

/** Many short calls: the least time is one that nothing else on the machine came between. */
const ROUNDS = 150;
const CHANNELS = 16;

/** Reproducible numbers from 0 to 1 (mulberry32). */
function numbers(count: number, seed: number): Float32Array<ArrayBuffer> {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  });
}

/** Points on a sphere around the origin. */
function onSphere(count: number, radius: number, seed: number): Float32Array<ArrayBuffer> {
  const random = numbers(2 * count, seed);
  const points = new Float32Array(3 * count);
  for (let at = 0; at < count; ++at) {
    const z = 2 * (random[2 * at] ?? 0) - 1;
    const angle = 2 * Math.PI * (random[2 * at + 1] ?? 0);
    const ring = Math.sqrt(1 - z * z);
    points.set([ring * Math.cos(angle), ring * Math.sin(angle), z].map((c) => radius * c), 3 * at);
  }
  return points;
}

/** Calls that make something and dispose of it. */
type Calls = Readonly<Record<string, () => void>>;

function callsOf(context: Context): Calls {
  const upload = (values: Float32Array<ArrayBuffer>, ...shape: number[]): Tensor<"f32"> =>
    tensor(values, { context, shape });
  const points = upload(onSphere(100_000, 40, 1), 100_000, 3);
  const grid = gridFromPoints(points, { voxelSize: 1 });
  const eyes = upload(onSphere(20_000, 120, 2), 20_000, 3);
  const ways = upload(numbers(60_000, 3).map((value) => 2 * value - 1), 20_000, 3);
  const features = upload(numbers(grid.numVoxels * CHANNELS, 4), grid.numVoxels, CHANNELS);
  const plan = convPlan(grid, { kernel: 3, target: grid });
  const weights = upload(numbers(27 * CHANNELS ** 2, 5), CHANNELS, CHANNELS, 3, 3, 3);
  const places = upload(onSphere(20_000, 40, 6), 20_000, 3);
  const run = (body: () => Disposable) => (): void => body()[Symbol.dispose]();
  return {
    "building a grid": run(() => gridFromPoints(points, { voxelSize: 1 })),
    "rays": run(() => firstActiveVoxel(grid, eyes, ways)),
    "convolution": run(() => sparseConv(plan, features, weights)),
    "sampling": run(() => sampleTrilinear(grid, places, features)),
    "levels of detail": run(() => buildLod(points)),
  };
}

if (import.meta.main) {
  const contexts = Deno.args.map((library) => openContext({ library, threads: 1 }));
  const tables = contexts.map(callsOf);
  for (const name of Object.keys(tables[0] ?? {})) {
    const least = tables.map(() => Infinity);
    for (let round = 0; round < ROUNDS; ++round) {
      tables.forEach((calls, at) => {
        const start = performance.now();
        calls[name]?.();
        least[at] = Math.min(least[at] ?? Infinity, performance.now() - start);
      });
    }
    const [first = 0] = least;
    const cells = least.map((time) => `${time.toFixed(2)} ms (${(first / time).toFixed(3)})`);
    console.log([name.padEnd(16), ...cells].join("  "));
  }
  for (const context of contexts) context[Symbol.dispose]();
}
