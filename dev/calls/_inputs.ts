/**
 * Inputs of the calls: made from integers by a generator of its own and by exact divisions, so that they have the same
 * bits on every machine.
 *
 * @module
 */
import {
  type Context,
  type DType,
  type GridBatch,
  type HostArray,
  jagged,
  type JaggedTensor,
  type Own,
  type Real,
  type Tensor,
  tensor,
  type Triple,
} from "../../lib/core/mod.ts";
import { gridFromIjk, gridFromZeroVoxels, gridIjk } from "../../lib/grid/mod.ts";

/** Integers in sequence: xorshift of 32 bits. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Seeds that differ little must not give sequences that do.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) || 1;
    for (let n = 0; n < 8; n++) this.#next();
  }

  #next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return this.#state >>> 0;
  }

  /** An integer from `low` to below `high`. */
  whole(low: number, high: number): number {
    return low + this.#next() % (high - low);
  }

  /** A number from `low` to below `high`, of all bits of its mantissa where the two are powers of two. */
  real(low: number, high: number): number {
    const part = this.#next() * 2 ** 21 + (this.#next() >>> 11);
    return low + part / 2 ** 53 * (high - low);
  }
}

/** Voxels between two spheres around the origin, given by the squares of their radii. */
function shell(least: number, beyond: number): number[] {
  const voxels: number[] = [];
  const reach = Math.ceil(Math.sqrt(beyond));
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      for (let k = -reach; k <= reach; k++) {
        const square = i * i + j * j + k * k;
        if (square >= least && square < beyond) voxels.push(i, j, k);
      }
    }
  }
  return voxels;
}

const BALL = { voxelSize: 0.5, origin: [0.25, -0.5, 1] } as const;
const BATCH = {
  voxelSize: [[0.5, 0.5, 0.5], [1, 1, 1], [0.25, 0.5, 0.75]],
  origin: [[0, 0, 0], [1, 2, 3], [-1.5, 0.125, 4]],
} as const satisfies Readonly<Record<string, readonly Triple[]>>;

/** Element types. */
export const REALS = ["f16", "f32", "f64"] as const;
export const FLOATS = ["f16", "bf16", "f32", "f64"] as const;
export const NUMBERS = ["f16", "bf16", "f32", "f64", "i16", "i32", "i64", "u8", "u16"] as const;
export const TYPES: readonly DType[] = [...NUMBERS, "bool"];

/** Values that calls have in common. They are borrowed: what edits its operand takes a copy. */
export class Inputs {
  readonly context: Context;
  /** A band around a sphere, about 20,000 voxels. */
  readonly ball: GridBatch;
  /** A band around a sphere, no voxels, and scattered voxels. */
  readonly batch: GridBatch;
  /** One grid without voxels. */
  readonly none: GridBatch;

  /** Owns what else calls need. */
  readonly own: Own;
  readonly #areFew: boolean;
  readonly #known = new Map<string, Disposable>();

  /** Owns what it makes by a scope; of each kind a few where calls are many. */
  constructor(context: Context, own: Own, { areFew = false }: { readonly areFew?: boolean } = {}) {
    this.context = context;
    this.own = own;
    this.#areFew = areFew;
    const [outer, inner] = areFew
      ? [shell(0, 7), shell(0, 4)]
      : [shell(22 ** 2, 25 ** 2), shell(9 ** 2, 12 ** 2)];
    this.ball = own(gridFromIjk(this.tensor(outer, "i32", 3), BALL));
    const random = new Random(1);
    const near = inner;
    const scattered = Array.from({ length: this.count(3000) * 3 }, () => random.whole(-40, 24));
    const ends = [0, near.length / 3, near.length / 3, (near.length + scattered.length) / 3];
    const ijk = jagged(this.tensor([...near, ...scattered], "i32", 3), { offsets: ends });
    this.batch = own(gridFromIjk(own(ijk), BATCH));
    this.none = own(gridFromZeroVoxels({ context }));
  }

  /** So many, or where few are wanted the 100th part of them. */
  count(many: number): number {
    return this.#areFew ? Math.ceil(many / 100) : many;
  }

  /** Numbers of rows or where lists end, as {@linkcode count} has them. */
  counts(...many: readonly number[]): number[] {
    return many.map((one) => this.count(one));
  }

  /** A tensor of given numbers, in rows of so many. */
  tensor<D extends DType>(data: HostArray, dtype: D, ...row: readonly number[]): Tensor<D> {
    const length = row.reduce((product, extent) => product * extent, 1);
    const shape = [data.length / length, ...row];
    return this.own(tensor(data, { context: this.context, dtype, shape }));
  }

  /** Numbers from -2 to 2, or of the range of an integer type up to 1000. */
  numbers<D extends DType>(dtype: D, shape: readonly number[], seed = 1): Tensor<D> {
    return this.#draw("numbers", dtype, shape, seed, DRAWS[dtype]);
  }

  /** Numbers above 0, up to 1. */
  weights<D extends Real>(dtype: D, shape: readonly number[], seed = 1): Tensor<D> {
    return this.#draw("weights", dtype, shape, seed, (random) => random.whole(1, 1025) / 1024);
  }

  /** Integers from `low` to below `high`. */
  wholes<D extends "i32" | "i64" | "u8" | "u16">(
    dtype: D,
    shape: readonly number[],
    range: { readonly low?: number; readonly high: number; readonly seed?: number },
  ): Tensor<D> {
    const { low = 0, high, seed = 1 } = range;
    return this.#draw(`${low} to ${high}`, dtype, shape, seed, (random) => random.whole(low, high));
  }

  #draw<D extends DType>(
    kind: string,
    dtype: D,
    shape: readonly number[],
    seed: number,
    next: (random: Random) => number,
  ): Tensor<D> {
    return this.keep(`${kind} ${dtype} ${shape} ${seed}`, () => {
      const random = new Random(seed);
      const count = shape.reduce((product, extent) => product * extent, 1);
      const data = Array.from({ length: count }, () => next(random));
      return tensor(data, { context: this.context, dtype, shape });
    });
  }

  /** Points in world space in and around the band of a sphere, 10,000 of them. */
  points<D extends Real>(dtype: D): Tensor<D> {
    return this.keep(`points ${dtype}`, () => {
      const [data = []] = this.#pointsIn(this.ball, this.counts(10_000));
      return tensor(data, { context: this.context, dtype, shape: [data.length / 3, 3] });
    });
  }

  /** Points in world space in and around the grids of the batch, a list for each. */
  batchPoints<D extends Real>(dtype: D): JaggedTensor<D> {
    return this.keep(`batch points ${dtype}`, () => {
      const counts = this.counts(4000, 500, 3000);
      const data = this.#pointsIn(this.batch, counts).flat();
      const shape = [data.length / 3, 3];
      using rows = tensor(data, { context: this.context, dtype, shape });
      return jagged(rows, { offsets: this.#ends });
    });
  }

  /** Where the lists of points and of voxels end. */
  get #ends(): number[] {
    return this.counts(0, 4000, 4500, 7500);
  }

  /** Rows in lists, as many in each as points. */
  inBatch<D extends DType>(rows: Tensor<D>): JaggedTensor<D> {
    return this.lists(rows, ...this.#ends);
  }

  /** Voxels, many of them active, 10,000 of them. */
  get coords(): Tensor<"i32"> {
    return this.keep("coords", () => {
      using points = this.points("f64").copy();
      const data = Int32Array.from(points.readSync(), (at, n) => {
        return Math.floor((at - (BALL.origin[n % 3] ?? 0)) * 2);
      });
      return tensor(data, { context: this.context, shape: [data.length / 3, 3] });
    });
  }

  /** Voxels, many of them active, a list for each grid of the batch. */
  get batchCoords(): JaggedTensor<"i32"> {
    return this.keep("batch coords", () => {
      const random = new Random(5);
      const count = this.count(7500);
      const data = Int32Array.from({ length: count * 3 }, () => random.whole(-12, 13));
      using rows = tensor(data, { context: this.context, shape: [count, 3] });
      return jagged(rows, { offsets: this.#ends });
    });
  }

  /** About the distance of each voxel from the middle of a band, in voxels; in f64 exactly (r^2 - level) / width. */
  field<D extends Real>(dtype: D, grid: GridBatch = this.ball): Tensor<D> {
    const isBall = grid === this.ball;
    const [level, width] = this.#areFew ? [2.5, 2] : isBall ? [552, 47] : [110, 21];
    return this.keep(`field ${dtype} ${isBall}`, () => {
      using ijk = gridIjk(grid);
      const at = ijk.data.readSync();
      const square = (n: number): number => (at[n] ?? 0) ** 2;
      const data = Array.from(
        { length: grid.numVoxels },
        (_, row) => (square(row * 3) + square(row * 3 + 1) + square(row * 3 + 2) - level) / width,
      );
      return tensor(data, { context: this.context, dtype });
    });
  }

  /** Rows in lists. */
  lists<D extends DType>(rows: Tensor<D>, ...offsets: readonly number[]): JaggedTensor<D> {
    return this.own(jagged(rows, { offsets }));
  }

  /** Features of the voxels of a batch. */
  features<D extends DType>(dtype: D, channels: number, grid: GridBatch = this.ball): Tensor<D> {
    return this.numbers(dtype, [grid.numVoxels, channels]);
  }

  /** Whether a voxel is chosen. */
  mask(grid: GridBatch = this.ball): Tensor<"bool"> {
    return this.numbers("bool", [grid.numVoxels], 7);
  }

  #pointsIn(grid: GridBatch, counts: readonly number[]): number[][] {
    using ijk = gridIjk(grid);
    const at = ijk.data.readSync();
    const random = new Random(3);
    return counts.map((count, b) => {
      const first = Number(grid.offsets[b]);
      const voxels = Number(grid.offsets[b + 1]) - first;
      return Array.from({ length: count }, (_, n) => {
        const row = (first + random.whole(0, Math.max(voxels, 1))) * 3;
        // Every fourth point may be anywhere.
        const isNear = voxels > 0 && n % 4 !== 0;
        return [0, 1, 2].map((axis) => {
          const voxel = isNear ? (at[row + axis] ?? 0) + random.real(-1, 1) : random.real(-32, 32);
          const size = grid.voxelSizes[b * 3 + axis] ?? 1;
          return voxel * size + (grid.origins[b * 3 + axis] ?? 0);
        });
      }).flat();
    });
  }

  /** What is made once for all calls. */
  keep<T extends Disposable>(key: string, make: () => T): T {
    const known = this.#known.get(key) as T | undefined;
    if (known !== undefined) return known;
    const made = this.own(make());
    this.#known.set(key, made);
    return made;
  }
}

const REAL = (random: Random): number => random.real(-2, 2);
const WHOLE = (random: Random): number => random.whole(-1000, 1000);

const DRAWS: Readonly<Record<DType, (random: Random) => number>> = {
  ...{ f16: REAL, bf16: REAL, f32: REAL, f64: REAL },
  ...{ i16: WHOLE, i32: WHOLE, i64: WHOLE },
  u8: (random) => random.whole(0, 256),
  u16: (random) => random.whole(0, 1000),
  bool: (random) => random.whole(0, 2),
};
