/**
 * Convolution layers as the benchmarks run them, with a check of some rows in double precision.
 *
 * @module
 */

import {
  type Context,
  convPlan,
  type Float,
  type GridBatch,
  gridFromIjk,
  NativeError,
  sparseConv,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { type ConvBackendName, type ConvPlan, sparseConvBackward } from "../../lib/conv/mod.ts";
import { COPIED_BYTES_PER_MS } from "../_harness.ts";
import { SETS } from "./_sets.ts";

/** Channels of a layer. */
export type Widths = readonly [inChannels: number, outChannels: number];

/** What is measured: the results, or gradients of the features or of the weights. */
export const PASSES = ["forward", "features", "weights"] as const;

/** One of {@linkcode PASSES}. */
export type Pass = typeof PASSES[number];

/** Who computes a layer. */
export type Backend = ConvBackendName | "auto";

/** Builds the grid of a list of voxels. */
export function gridOf(context: Context, flat: Int32Array<ArrayBuffer>): GridBatch {
  using ijk = tensor(flat, { context, shape: [flat.length / 3, 3] });
  return gridFromIjk(ijk);
}

/**
 * Builds the grid of a set.
 *
 * @throws {Error} If there is no such set, or it does not have the voxels and leaves that were published.
 */
export function gridOfSet(context: Context, name: string): GridBatch {
  const set = SETS[name];
  if (set === undefined) {
    throw new Error(`Cannot measure ${name}: it is none of ${Object.keys(SETS)}`);
  }
  const grid = gridOf(context, set.list());
  const { numVoxels, counts } = grid;
  const isOff = (held: number, wanted: number): boolean =>
    Math.abs(held - wanted) > wanted * set.tolerance;
  if (isOff(numVoxels, set.voxels) || isOff(counts.leaves, set.leaves)) {
    grid.dispose();
    throw new Error(
      `Cannot measure ${name}: ${numVoxels} voxels in ${counts.leaves} leaves, ` +
        `${set.voxels} in ${set.leaves} expected`,
    );
  }
  return grid;
}

/** A 3x3x3 submanifold layer. */
export class BenchLayer implements Disposable {
  readonly plan: ConvPlan;
  readonly features: Tensor<Float>;
  readonly weights: Tensor<Float>;
  readonly gradients: Tensor<Float>;
  readonly #widths: Widths;
  readonly #owned = new DisposableStack();

  /** Makes a layer with numbers in [-1/2, 1/2). */
  constructor(grid: GridBatch, widths: Widths, dtype: Float) {
    const { context } = grid;
    const [inChannels, outChannels] = widths;
    const own = <T extends Disposable>(value: T): T => this.#owned.use(value);
    this.#widths = widths;
    this.plan = own(convPlan(grid, { kernel: 3, target: grid }));
    const numbers = (count: number, by: number): Float32Array => {
      const values = new Float32Array(count);
      for (let at = 0; at < count; at++) values[at] = (at * by % 1013) / 1013 - 0.5;
      return values;
    };
    const rows = grid.numVoxels;
    const put = (shape: readonly number[], by: number): Tensor<Float> => {
      const count = shape.reduce((product, extent) => product * extent, 1);
      return own(tensor(numbers(count, by), { context, dtype, shape }));
    };
    this.features = put([rows, inChannels], 7919);
    this.weights = put([outChannels, inChannels, 3, 3, 3], 104_729);
    this.gradients = put([rows, outChannels], 15_485_863);
  }

  /** Multiplications and additions of one pass. */
  operations(pairs: number): number {
    return 2 * pairs * this.#widths[0] * this.#widths[1];
  }

  /**
   * Milliseconds that one H200 needs at least for one pass: features, results, weights and leaves pass its memory once, or
   * the operations of the pairs that exist its units, whichever takes longer.
   */
  floor(pairs: number, backend: Backend = "auto"): number {
    const { plan, features, weights, gradients } = this;
    const bytes = features.byteLength + weights.byteLength + gradients.byteLength +
      LEAF_BYTES * plan.target.counts.leaves;
    const rate = backend === "tf32" || backend === "igemm-split"
      ? OPERATIONS_PER_MS[backend]
      : OPERATIONS_PER_MS[weights.dtype];
    return Math.max(bytes / COPIED_BYTES_PER_MS, this.operations(pairs) / rate);
  }

  /** Why a backend cannot compute the layer; nothing where it can. */
  refusal(backend: Backend): string | undefined {
    const [inChannels, outChannels] = this.#widths;
    try {
      this.plan.explain({ dtype: this.weights.dtype, inChannels, outChannels, backend });
    } catch (error) {
      if (error instanceof NativeError && error.kind === "unsupported") return error.message;
      throw error;
    }
  }

  /** Computes one pass. */
  run(pass: Pass, backend: Backend = "auto"): Disposable {
    const { plan, features, weights, gradients } = this;
    if (pass === "forward") return sparseConv(plan, features, weights, { backend });
    return sparseConvBackward(plan, features, weights, gradients, { wanted: [pass], backend });
  }

  /** The largest error of some results, as a share of the largest result. */
  relativeError(backend: Backend = "auto", samples = 200): number {
    const [inChannels, outChannels] = this.#widths;
    using map = this.plan.kernelMap();
    using results = sparseConv(this.plan, this.features, this.weights, { backend });
    const [rows, got] = [map.readSync(), numbersOf(results)];
    const [features, weights] = [numbersOf(this.features), numbersOf(this.weights)];
    const targets = this.plan.target.numVoxels;
    let [worst, most] = [0, 0];
    for (let sample = 0; sample < samples; sample++) {
      const target = sample * 7919 % targets;
      const channel = sample % outChannels;
      let sum = 0;
      for (let tap = 0; tap < 27; tap++) {
        const row = rows[tap * targets + target] ?? -1;
        for (let i = 0; i < inChannels && row >= 0; i++) {
          const weight = weights[(channel * inChannels + i) * 27 + tap] ?? NaN;
          sum += (features[row * inChannels + i] ?? NaN) * weight;
        }
      }
      worst = Math.max(worst, Math.abs(sum - (got[target * outChannels + channel] ?? NaN)));
      most = Math.max(most, Math.abs(sum));
    }
    return worst / most;
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }
}

/** Bytes of a leaf of an index grid. */
const LEAF_BYTES = 80;

/**
 * Multiplications and additions of one H200 in a millisecond: on matrix units as measured with large matrices, of f32 by
 * TF32 or as three products of halves where a backend does so, else by FMA.
 */
const OPERATIONS_PER_MS = {
  f16: 790e9,
  bf16: 790e9,
  tf32: 395e9,
  "igemm-split": 790e9 / 3,
  f32: 67e9,
  f64: 33.5e9,
};

/** How far results may be off, by element type. */
const TOLERANCES: Readonly<Record<Float, number>> = {
  f16: 1e-3,
  bf16: 8e-3,
  f32: 1e-6,
  f64: 1e-13,
};

/** How far results of a backend may be off. */
export function toleranceOf(dtype: Float, backend: Backend = "auto"): number {
  return backend === "tf32" ? 1e-3 : TOLERANCES[dtype];
}

function numbersOf(held: Tensor<Float>): ArrayLike<number> {
  const data = held.readSync();
  if (!(data instanceof Uint16Array)) return data as Float32Array;
  const words = new Uint32Array(data.length);
  for (let at = 0; at < words.length; at++) words[at] = (data[at] ?? 0) << 16;
  return new Float32Array(words.buffer);
}
