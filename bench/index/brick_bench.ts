/**
 * Volumes in bricks.
 *
 * ```sh
 * deno run --allow-ffi=build bench/index/brick_bench.ts --device cuda --n 256,512 --operator brick
 * ```
 *
 * `--n` lists voxels along an axis.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import {
  brickCompact,
  brickFromSlabs,
  brickLookup,
  brickSample,
  brickSetBox,
  brickStats,
  brickToDense,
  BrickVolume,
  brickVolume,
  type Context,
  type Tensor,
  tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, equalArrays, type Make, row, shared } from "../_harness.ts";

/** A volume, dense and in bricks. */
interface BrickInput {
  readonly context: Context;
  /** Voxels along each axis. */
  readonly n: number;
  readonly dense: Tensor<"u16">;
  readonly bricks: BrickVolume<"u16">;
  /** Places near the filled bricks, at random. */
  readonly points: Tensor<"f32">;
  /** The voxels that they lie in. */
  readonly ijk: Tensor<"i32">;
  /** The voxels that are in the middle. */
  readonly box: Tensor<"u16">;
  /** The first voxel of the box. */
  readonly low: readonly [x: number, y: number, z: number];
}

const THRESHOLD = 500;
const POINTS = 2 ** 20;

/** A thick sphere: about a tenth of the voxels are above the threshold. */
function shell(n: number, x: number, y: number, z: number): number {
  const middle = (n - 1) / 2;
  const radius = Math.hypot(x - middle, y - middle, z - middle);
  return Math.max(0, Math.round(1000 - 8000 / n * Math.abs(radius - 0.38 * n)));
}

/** Makes a volume of n^3 voxels. */
function makeBricks(context: Context, n: number): BrickInput {
  const voxels = new Uint16Array(n ** 3);
  let at = 0;
  for (let z = 0; z < n; z++) {
    for (let y = 0; y < n; y++) {
      for (let x = 0; x < n; x++) voxels[at++] = shell(n, x, y, z);
    }
  }
  const places = new Float32Array(3 * POINTS);
  let state = 1;
  for (let k = 0; k < places.length; k++) {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    places[k] = state / 2 ** 32 * n;
  }
  const dense = tensor(voxels, { context, shape: [n, n, n], dtype: "u16" });
  const bricks = brickVolume(dense, { threshold: THRESHOLD, slots: "table" });
  const points = tensor(places, { context, shape: [POINTS, 3] });
  const ijk = tensor(Int32Array.from(places), { context, shape: [POINTS, 3] });
  const edge = n >> 2;
  const low = [n >> 2, 0, n >> 2] as const;
  const middle = new Uint16Array(edge ** 3);
  for (let k = 0; k < middle.length; k++) {
    const [x, y, z] = [k % edge, Math.floor(k / edge) % edge, Math.floor(k / edge / edge)];
    middle[k] = shell(n, low[0] + x, low[1] + y, low[2] + z);
  }
  const box = tensor(middle, { context, shape: [edge, edge, edge], dtype: "u16" });
  return { context, n, dense, bricks, points, ijk, box, low };
}

/** Whether bricks, or voxels made of them, hold every voxel above the threshold. */
function isWhole({ dense }: BrickInput, made: BrickVolume<"u16"> | Tensor<"u16">): boolean {
  using again = made instanceof BrickVolume ? brickToDense(made) : made.copy();
  const [a, b] = [dense.readSync(), again.readSync()];
  return a.every((value, at) => value === b[at] || (value <= THRESHOLD && b[at] === 0));
}

const voxels = ({ n }: BrickInput): number => n ** 3;
const options = { threshold: THRESHOLD } as const;
const SLICES = 16;

/** Slices one after the other. */
function* slabsOf({ n, voxels }: Slabs): Generator<Uint16Array<ArrayBuffer>> {
  const step = SLICES * n * n;
  for (let at = 0; at < voxels.length; at += step) yield voxels.subarray(at, at + step);
}

interface Slabs extends BrickInput {
  readonly voxels: Uint16Array<ArrayBuffer>;
}

/** The rows of an input. */
function rowsOf(make: Make<BrickInput>): readonly BenchRow[] {
  const slabs = (context: Context): Slabs => {
    const input = shared(context, make);
    return { ...input, voxels: input.dense.readSync() };
  };
  return [
    row(brickStats, make, {
      on: "all sizes",
      items: voxels,
      bytes: ({ dense }) => dense.byteLength,
      run: ({ dense }) => brickStats(dense, options),
      check: ({ above }, { dense }) =>
        above === dense.readSync().reduce((sum, value) => sum + (value > THRESHOLD ? 1 : 0), 0),
    }),
    ...([4, 8, 32, "best"] as const).map((brick) =>
      row(brickVolume, make, {
        on: `edge ${brick}`,
        items: voxels,
        bytes: ({ dense, bricks }) => dense.byteLength + 2 * bricks.pool.byteLength,
        run: ({ dense }) => brickVolume(dense, { ...options, brick }),
        check: (bricks, input) => isWhole(input, bricks),
      })
    ),
    ...(["read twice", "read once"] as const).map((name) =>
      row(brickFromSlabs, slabs, {
        on: name,
        items: voxels,
        run: (input) => {
          const { context, bricks: { dims, edge: brick } } = input;
          const source = name === "read twice" ? () => slabsOf(input) : slabsOf(input);
          return brickFromSlabs<"u16">(source, { ...options, context, dims, brick, dtype: "u16" });
        },
        check: ({ pool }, { bricks }) => equalArrays(pool.readSync(), bricks.pool.readSync()),
      })
    ),
    row(brickToDense, make, {
      on: "best edge",
      items: voxels,
      bytes: ({ dense, bricks }) => dense.byteLength + bricks.pool.byteLength,
      run: ({ bricks }) => brickToDense(bricks),
      check: (again, input) => isWhole(input, again),
    }),
    row(brickLookup, make, {
      on: "places at random",
      items: () => POINTS,
      bytes: ({ ijk }) => ijk.byteLength * 7 / 6,
      run: ({ bricks, ijk }) => brickLookup(bricks, ijk),
      check: (found, { bricks, ijk, n }) => {
        using dense = brickToDense(bricks);
        const [values, places] = [dense.readSync(), ijk.readSync()];
        const at = (nth: number, axis: number): number => places[3 * nth + axis] ?? 0;
        return found.readSync().every((value, nth) =>
          value === values[(at(nth, 2) * n + at(nth, 1)) * n + at(nth, 0)]
        );
      },
    }),
    row(brickSample, make, {
      on: "places at random",
      items: () => POINTS,
      bytes: ({ points }) => points.byteLength * 4 / 3,
      run: ({ bricks, points }) => brickSample(bricks, points),
      check: (_, { dense, bricks, points }) => {
        using full = brickVolume(dense, { threshold: -Infinity, brick: 64 });
        using some = points.slice(0, 1000);
        using samples = brickSample(bricks, some, { fill: NaN });
        using wanted = brickSample(full, some);
        const all = wanted.readSync();
        const own = samples.readSync().map((value, at) =>
          Number.isNaN(value) ? all[at] ?? 0 : value
        );
        return equalArrays(own, all);
      },
    }),
    row(brickSetBox, make, {
      on: "the voxels that are there",
      items: ({ box }) => box.length,
      bytes: ({ box }) => 4 * box.byteLength,
      run: ({ bricks, box, low }) => brickSetBox(bricks, box, { ijkMin: low }),
      check: ({ added, removed, kept }, input) =>
        added === 0 && removed === 0 && kept > 0 && isWhole(input, input.bricks),
    }),
    row(brickCompact, make, {
      on: "in order",
      items: ({ bricks }) => bricks.pool.length,
      bytes: ({ bricks }) => 2 * bricks.pool.byteLength,
      run: ({ bricks }) => brickCompact(bricks),
      check: (compact, input) => isWhole(input, compact),
    }),
  ];
}

const { n } = parseArgs(Deno.args, { string: ["n"] });
const sizes: readonly (number | undefined)[] = n?.split(",").map(Number) ?? [undefined];

await benchTable(
  import.meta.main,
  sizes.flatMap((size) =>
    rowsOf((context) => makeBricks(context, size ?? (context.device === "cpu" ? 128 : 512)))
  ),
);
