/**
 * Layers on a device, with numbers from a seed, and what brute force says of them.
 *
 * @module
 */

import type { ConvPlan, ConvPlanOptions } from "../../lib/conv/mod.ts";
import { fromBf16, toBf16 } from "../../lib/core/mod.ts";
import {
  type Context,
  convPlan,
  type Float,
  type GridBatch,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { readLists } from "../grid/_grids.ts";
import type { Ijk } from "../grid/_oracle.ts";
import { type Channels, type Layout, mapOf } from "./_oracle.ts";

/** Rounds numbers to an element type. */
export function rounded(dtype: Float, numbers: ArrayLike<number>): Float64Array {
  switch (dtype) {
    case "f16":
      return Float64Array.from(Float16Array.from(numbers));
    case "bf16":
      return Float64Array.from(fromBf16(toBf16(Float64Array.from(numbers))));
    case "f32":
      return Float64Array.from(Float32Array.from(numbers));
    case "f64":
      return Float64Array.from(numbers);
  }
  return dtype satisfies never;
}

/** Numbers in [-1, 1) that an element type holds. */
export function draw(seed: number, length: number, dtype: Float = "f64"): Float64Array {
  const random = new Random(seed);
  return rounded(dtype, Array.from({ length }, () => random.number(-1, 1)));
}

/** Reads a tensor as doubles. */
export function readNumbers(held: Tensor<Float>): Float64Array {
  const data = held.readSync();
  return data instanceof Uint16Array
    ? Float64Array.from(fromBf16(data))
    : Float64Array.from(data as Float64Array);
}

/** Puts rows of numbers on a device. */
export function put<D extends Float>(
  context: Context,
  dtype: D,
  numbers: ArrayLike<number>,
  shape: readonly number[],
): Tensor<D> {
  return tensor(Array.from(numbers), { context, dtype, shape });
}

/** What a plan ties, as brute force sees it. */
export function layoutOf({ source, target, kernel, stride, transposed }: ConvPlan): Layout {
  const [sources, targets] = [readLists(source), readLists(target)];
  return { sources, targets, kernel, stride, transposed };
}

/** The kernel map of a plan by brute force. */
export function expectedMap(plan: ConvPlan): number[][] {
  return mapOf(layoutOf(plan));
}

/** A layer on a device with random numbers. */
export class Layer<D extends Float> implements Disposable {
  readonly #owned = new DisposableStack();
  readonly plan: ConvPlan;
  readonly map: readonly (readonly number[])[];
  readonly channels: Channels;
  readonly dtype: D;
  /** Features of the source, [sources, in]. */
  readonly features: Float64Array;
  /** Weights, [out, in, taps]. */
  readonly weights: Float64Array;
  /** Gradients of the results, [targets, out]. */
  readonly gradients: Float64Array;
  /** The same on the device. */
  readonly held: {
    readonly features: Tensor<D>;
    readonly weights: Tensor<D>;
    readonly gradients: Tensor<D>;
  };

  /** Plans a convolution and draws numbers for it, which another element type may hold, too. */
  constructor(
    grid: GridBatch,
    options: ConvPlanOptions,
    { dtype, ...channels }: Channels & { readonly dtype: D },
    seed = 1,
    drawn: Float = dtype,
  ) {
    const { context } = grid;
    this.plan = this.#owned.use(convPlan(grid, options));
    this.map = expectedMap(this.plan);
    this.channels = channels;
    this.dtype = dtype;
    const { inChannels, outChannels } = channels;
    const { source, target, taps, kernel } = this.plan;
    this.features = draw(seed, source.numVoxels * inChannels, drawn);
    this.weights = draw(seed + 1, outChannels * inChannels * taps, drawn);
    this.gradients = draw(seed + 2, target.numVoxels * outChannels, drawn);
    const own = <T extends Disposable>(value: T): T => this.#owned.use(value);
    this.held = {
      features: own(put(context, dtype, this.features, [source.numVoxels, inChannels])),
      weights: own(put(context, dtype, this.weights, [outChannels, inChannels, ...kernel])),
      gradients: own(put(context, dtype, this.gradients, [target.numVoxels, outChannels])),
    };
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }
}

/** A box of voxels with holes, around a corner of leaves. */
export function cloud(seed: number, size: number, share = 0.6, low: Ijk = [-3, -3, -3]): Ijk[] {
  const random = new Random(seed);
  const list: Ijk[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) {
        if (random.number() < share) list.push([low[0] + i, low[1] + j, low[2] + k]);
      }
    }
  }
  return list;
}
