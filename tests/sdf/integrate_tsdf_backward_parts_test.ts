import { assert } from "@std/assert";
import { integrateTsdfBackward, type TsdfGradients } from "../../lib/sdf/mod.ts";
import {
  type Context,
  gridFromDense,
  integrateTsdf,
  jagged,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { OPTIONS, placeBatch, seededNumbers } from "./_gradients.ts";

const STRAIGHT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function read(part: Tensor | undefined): Float64Array {
  return Float64Array.from(part?.readSync() ?? [], Number);
}

/** Some columns of rows. */
function columns(values: Float64Array, channels: number, first: number, end: number): number[] {
  return [...values].filter((_, at) => at % channels >= first && at % channels < end);
}

eachBackend("integrateTsdfBackward() gives many channels what it gives each alone", (context) => {
  scope((own) => {
    const [channels, side, count] = [19, 4, 3];
    const random = new Random(21);
    const numbers = (length: number): Float64Array =>
      Float64Array.from({ length }, () => random.number(-1, 1));
    const put = (values: Iterable<number>, ...shape: number[]): Tensor<"f64"> =>
      own(tensor([...values], { context, dtype: "f64", shape }));
    const grid = own(gridFromDense({ context, dims: 5, voxelSize: 0.25, origin: [-0.5, -0.5, 1] }));
    const voxels = 125;
    const pixels = count * side * side;
    const cameras = Array.from({ length: count }, (_, at) => ({
      intrinsics: [2, 0, 1.5 + at / 4, 0, 2, 1.5, 0, 0, 1],
      pose: STRAIGHT,
    }));
    const depth = put(numbers(pixels).map((one) => 1.5 + one / 2), count, side, side);
    const weights = put(numbers(pixels).map((one) => 1.5 + one), count, side, side);
    const [tsdf, held] = [put(numbers(voxels), voxels), put(numbers(voxels).map(Math.abs), voxels)];
    const [features, shown, given] = [voxels, pixels, voxels].map((n) => numbers(n * channels));
    const run = (first: number, end: number): TsdfGradients<"f64"> => {
      const cut = (values: Float64Array | undefined, ...shape: number[]): Tensor<"f64"> =>
        put(columns(values ?? new Float64Array(), channels, first, end), ...shape, end - first);
      const state = { grid, tsdf, weights: held, features: cut(features, voxels) };
      const images = { depth, cameras, weights, features: cut(shown, count, side, side) };
      const gradients = { features: cut(given, voxels) };
      return own(integrateTsdfBackward(state, images, { grid }, gradients, OPTIONS));
    };
    const all = run(0, channels);
    const byWeights = new Float64Array(pixels);
    for (let channel = 0; channel < channels; channel++) {
      const one = run(channel, channel + 1);
      for (const name of ["features", "imageFeatures"] as const) {
        const own = columns(read(all[name]), channels, channel, channel + 1);
        assertBits(Float64Array.from(own), read(one[name]));
      }
      read(one.imageWeights).forEach((by, pixel) =>
        byWeights[pixel] = (byWeights[pixel] ?? 0) + by
      );
    }
    assert(byWeights.some((by) => by !== 0));
    assertClose(read(all.imageWeights), byWeights, { absolute: 1e-11, relative: 1e-11 });
  });
});

/** Gradients of a batch by the depth of its images, which get this many pixels a side: what is added says nothing. */
function byDepth(context: Context, side: number): Float64Array {
  return scope((own) => {
    const types = { dtype: "f64", depth: "f64", weights: "f64", features: "f64" } as const;
    const { state, images, held } = placeBatch(context, seededNumbers(7), types, own);
    const [count = 0, height = 0, width = 0] = images.weights.shape;
    const [high, wide] = [Math.max(side, height), Math.max(side, width)];
    const placeOf = (pixel: number): number =>
      (Math.floor(pixel / height / width) * high + Math.floor(pixel / width) % height) * wide +
      pixel % width;
    const values = new Float32Array(count * high * wide);
    held.depth.forEach((one, pixel) => values[placeOf(pixel)] = one);
    const depth = own(jagged(
      own(tensor(values, { context, shape: [count, high, wide] })),
      { offsets: [0, 2, 2, 3] },
    ));
    const { grid, tsdf, weights } = state;
    const known = { grid, tsdf, weights };
    const shown = { depth, cameras: images.cameras };
    const volume = own(integrateTsdf(known, shown, OPTIONS));
    const slopes = Float64Array.from(
      { length: volume.tsdf.shape[0] ?? 0 },
      (_, row) => Math.sin(row),
    );
    const gradients = { tsdf: own(tensor(slopes, { context })) };
    const back = own(integrateTsdfBackward(known, shown, volume, gradients, OPTIONS));
    const all = back.depth?.readSync() ?? new Float32Array();
    return held.depth.map((_, pixel) => Number(all[placeOf(pixel)]));
  });
}

eachBackend(
  "integrateTsdfBackward() gives large images of several grids what it gives small ones",
  (context) => {
    // So many pixels that the images of the last grid are treated after the others.
    const small = byDepth(context, 0);
    assert(small.subarray(-small.length / 3).some((by) => by !== 0));
    assertBits(byDepth(context, 2400), small);
  },
);
