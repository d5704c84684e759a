/**
 * What is measured of volumes in bricks: one case or several for each operator.
 *
 * @module
 */

import {
  brickCompact,
  brickLookup,
  brickSample,
  brickSetBox,
  brickStats,
  brickToDense,
  type BrickVolume,
  brickVolume,
  type Context,
  openContext,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";

/** A volume, dense and in bricks. */
export interface BrickInput {
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

/** Something to measure. */
export interface BrickCase {
  readonly operator: string;
  /** What it runs on. */
  readonly name: string;
  /** Items that one call handles. */
  readonly items: (input: BrickInput) => number;
  /** Bytes that have to be moved at the least. */
  readonly bytes: (input: BrickInput) => number;
  readonly run: (input: BrickInput) => Disposable;
  /** Whether one call is right. */
  readonly check: (input: BrickInput) => boolean;
}

export const THRESHOLD = 500;
const POINTS = 2 ** 20;
const nothing: Disposable = { [Symbol.dispose]: () => {} };

/** A thick sphere: about a tenth of the voxels are above the threshold. */
function shell(n: number, x: number, y: number, z: number): number {
  const middle = (n - 1) / 2;
  const radius = Math.hypot(x - middle, y - middle, z - middle);
  return Math.max(0, Math.round(1000 - 8000 / n * Math.abs(radius - 0.38 * n)));
}

/** Makes a volume of n^3 voxels. */
export function makeBricks(context: Context, n: number): BrickInput {
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

/** Voxels along each axis that a benchmark runs on. */
export function brickSize({ device }: Context): number {
  return device === "cpu" ? 128 : 512;
}

/** Whether bricks hold every voxel above the threshold. */
function isWhole({ dense }: BrickInput, bricks: BrickVolume<"u16">): boolean {
  using again = brickToDense(bricks);
  const [a, b] = [dense.readSync(), again.readSync()];
  return a.every((value, at) => value === b[at] || (value <= THRESHOLD && b[at] === 0));
}

const voxels = ({ n }: BrickInput): number => n ** 3;
const options = { threshold: THRESHOLD } as const;

/** All cases. */
export const BRICK_CASES: readonly BrickCase[] = [
  {
    operator: "brickStats",
    name: "all sizes",
    items: voxels,
    bytes: ({ dense }) => dense.byteLength,
    run: ({ dense }) => {
      brickStats(dense, options);
      return nothing;
    },
    check: ({ dense }) =>
      brickStats(dense, options).above ===
        dense.readSync().reduce((sum, value) => sum + (value > THRESHOLD ? 1 : 0), 0),
  },
  ...([4, 8, 32, "best"] as const).map((brick): BrickCase => ({
    operator: "brickVolume",
    name: `edge ${brick}`,
    items: voxels,
    bytes: ({ dense, bricks }) => dense.byteLength + 2 * bricks.pool.byteLength,
    run: ({ dense }) => brickVolume(dense, { ...options, brick }),
    check: (input) => {
      using made = brickVolume(input.dense, { ...options, brick });
      return isWhole(input, made);
    },
  })),
  {
    operator: "brickToDense",
    name: "best edge",
    items: voxels,
    bytes: ({ dense, bricks }) => dense.byteLength + bricks.pool.byteLength,
    run: ({ bricks }) => brickToDense(bricks),
    check: (input) => isWhole(input, input.bricks),
  },
  {
    operator: "brickLookup",
    name: "places at random",
    items: () => POINTS,
    bytes: ({ ijk }) => ijk.byteLength * 7 / 6,
    run: ({ bricks, ijk }) => brickLookup(bricks, ijk),
    check: ({ bricks, ijk, n }) => {
      using found = brickLookup(bricks, ijk);
      using dense = brickToDense(bricks);
      const [voxels, places] = [dense.readSync(), ijk.readSync()];
      const [x, y, z] = [0, 1, 2].map((axis) => (at: number): number => places[3 * at + axis] ?? 0);
      return found.readSync().every((value, at) =>
        value === voxels[((z?.(at) ?? 0) * n + (y?.(at) ?? 0)) * n + (x?.(at) ?? 0)]
      );
    },
  },
  {
    operator: "brickSample",
    name: "places at random",
    items: () => POINTS,
    bytes: ({ points }) => points.byteLength * 4 / 3,
    run: ({ bricks, points }) => brickSample(bricks, points),
    check: ({ dense, bricks, points }) => {
      using full = brickVolume(dense, { threshold: -Infinity, brick: 64 });
      using some = points.slice(0, 1000);
      using samples = brickSample(bricks, some, { fill: NaN });
      using wanted = brickSample(full, some);
      const all = wanted.readSync();
      const own = samples.readSync().map((value, at) => Number.isNaN(value) ? all[at] ?? 0 : value);
      return equalArrays(own, all);
    },
  },
  {
    operator: "brickSetBox",
    name: "the voxels that are there",
    items: ({ box }) => box.length,
    bytes: ({ box }) => 4 * box.byteLength,
    run: ({ bricks, box, low }) => {
      brickSetBox(bricks, box, { ijkMin: low });
      return nothing;
    },
    check: (input) => {
      const { added, removed, kept } = brickSetBox(input.bricks, input.box, { ijkMin: input.low });
      return added === 0 && removed === 0 && kept > 0 && isWhole(input, input.bricks);
    },
  },
  {
    operator: "brickCompact",
    name: "in order",
    items: ({ bricks }) => bricks.pool.length,
    bytes: ({ bricks }) => 2 * bricks.pool.byteLength,
    run: ({ bricks }) => brickCompact(bricks),
    check: (input) => {
      using compact = brickCompact(input.bricks);
      return isWhole(input, compact);
    },
  },
];

/** Registers the cases of some operators with `deno bench`. */
export function benchBricks(...operators: readonly string[]): void {
  const context = openContext();
  const input = makeBricks(context, brickSize(context));
  for (const one of BRICK_CASES) {
    if (!operators.includes(one.operator)) continue;
    let right: boolean | undefined;
    benchOperator(
      `${one.operator}, ${one.name}, ${one.items(input)} items`,
      context,
      () => {
        right ??= one.check(input);
        return one.run(input);
      },
      () => right === true,
    );
  }
}
