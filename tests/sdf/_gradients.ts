/**
 * Batches with images and gradients that look random, and what goes back by plain loops.
 *
 * @module
 */

import type { DepthImages, IntegrateTsdfOptions, TsdfState } from "../../lib/sdf/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromIjk,
  gridIjk,
  jagged,
  jaggedFromList,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { canonical, flatten, type Ijk, keyOf } from "../grid/_oracle.ts";
import {
  cameraAt,
  counts,
  type GridScene,
  type Known,
  lookAt,
  type OneImage,
  randomDepth,
} from "./_scenes.ts";

const [WIDTH, HEIGHT] = [9, 7];
const LISTS: readonly Ijk[][] = [[[0, 0, 0], [5, -3, 40], [1, 0, -1]], [[1, 2, 3]], [[0, 1, 0]]];
const IMAGES = [2, 0, 1];

/** Channels of all features. */
export const CHANNELS = 5;
/** Truncation and range of the batch. */
export const OPTIONS: IntegrateTsdfOptions = { halfWidth: 0.6, maxDepth: 4 };

/** Numbers that a batch is made of, one array an input. */
export interface Numbers {
  readonly tsdf: Float64Array;
  readonly weights: Float64Array;
  readonly features: Float64Array;
  readonly depth: Float64Array;
  readonly imageWeights: Float64Array;
  readonly imageFeatures: Float64Array;
}

/** Seeded numbers: depth and weights of pixels with some that are no measurement. */
export function seededNumbers(seed = 7): Numbers {
  const random = new Random(seed);
  const pixels = WIDTH * HEIGHT * 3;
  const voxels = LISTS.flat().length;
  const make = (count: number, low: number, high: number): Float64Array =>
    Float64Array.from(random.floats(count, low, high));
  return {
    tsdf: make(voxels, -0.9, 0.9),
    weights: make(voxels, 0.5, 3),
    features: make(voxels * CHANNELS, -1, 1),
    depth: Float64Array.from(randomDepth(pixels, seed, 4)),
    imageWeights: make(pixels, -0.3, 2),
    imageFeatures: make(pixels * CHANNELS, -1, 1),
  };
}

/** Element types of what a batch is made of. */
export interface Types<D extends Real> {
  readonly dtype: D;
  readonly depth: Real;
  readonly weights: Real;
  readonly features: Real;
}

/** A batch on a device. */
export interface Batch<D extends Real> {
  readonly state: TsdfState<D>;
  readonly images: DepthImages & {
    readonly weights: Tensor<Real>;
    readonly features: Tensor<Real>;
  };
  /** The numbers as their types hold them. */
  readonly held: Numbers;
}

/** Cameras of all images, those of a grid one behind the other. */
const CAMERAS = IMAGES.flatMap((count, list) =>
  Array.from(
    { length: count },
    (_, at) => cameraAt([2 + at, 1 - list, at - 2.5], [WIDTH, HEIGHT]),
  )
);

const VOXEL_SIZES = [[0.3, 0.2, 0.5], [0.4, 0.3, 0.4], [0.4, 0.3, 0.4]] as const;
const ORIGIN = [0.05, -1, 0.3] as const;

/** Puts numbers on a device: three grids, of which the second has no images. */
export function placeBatch<D extends Real>(
  context: Context,
  numbers: Numbers,
  types: Types<D>,
  own: <R extends Disposable>(resource: R) => R,
): Batch<D> {
  const voxels = LISTS.flat().length;
  const put = <E extends Real>(values: Float64Array, dtype: E, shape: number[]): Tensor<E> =>
    own(tensor([...values], { context, dtype, shape }));
  const ijk = own(
    jaggedFromList(LISTS.map((list) => flatten(list)), { context, dtype: "i32", shape: [3] }),
  );
  const grid = own(gridFromIjk(ijk, { voxelSize: VOXEL_SIZES, origin: ORIGIN }));
  const state = {
    grid,
    tsdf: put(numbers.tsdf, types.dtype, [voxels]),
    weights: put(numbers.weights, types.dtype, [voxels]),
    features: put(numbers.features, types.dtype, [voxels, CHANNELS]),
  };
  const shape = [3, HEIGHT, WIDTH];
  const depth = put(numbers.depth, types.depth, shape);
  const images = {
    depth: own(jagged(depth, { offsets: [0, 2, 2, 3] })),
    cameras: CAMERAS,
    weights: put(numbers.imageWeights, types.weights, shape),
    features: put(numbers.imageFeatures, types.features, [...shape, CHANNELS]),
  };
  const back = (one: Tensor<Real>): Float64Array => Float64Array.from(one.readSync());
  const held = {
    tsdf: back(state.tsdf),
    weights: back(state.weights),
    features: back(state.features),
    depth: back(depth),
    imageWeights: back(images.weights),
    imageFeatures: back(images.features),
  };
  return { state, images, held };
}

/** Gradients of what a voxel has that depend on where it is alone, from -1 to 1: tsdf, weight, features. */
export function gradientsAt(list: number, [i, j, k]: Ijk): number[] {
  const seed = ((list * 73 + i) * 151 + j) * 211 + k;
  const all: number[] = [];
  for (let at = 0; at < 2 + CHANNELS; at++) all.push(Math.sin(seed * 12.9898 + at * 78.233));
  return all;
}

/** Where the voxels of each grid are, in row order. */
export function placesOf(grid: GridBatch): readonly Ijk[][] {
  using voxels = gridIjk(grid);
  return Array.from({ length: grid.gridCount }, (_, list) => {
    using part = voxels.list(list);
    const numbers = part.readSync();
    return Array.from(
      { length: numbers.length / 3 },
      (_, at) => [...numbers.subarray(3 * at, 3 * at + 3)] as unknown as Ijk,
    );
  });
}

/** Gradients by every input, by plain loops over voxels and the images that show them. */
export function gradientsOf(held: Numbers, places: readonly Ijk[][]): Numbers {
  const back: Numbers = {
    tsdf: new Float64Array(held.tsdf.length),
    weights: new Float64Array(held.weights.length),
    features: new Float64Array(held.features.length),
    depth: new Float64Array(held.depth.length),
    imageWeights: new Float64Array(held.imageWeights.length),
    imageFeatures: new Float64Array(held.imageFeatures.length),
  };
  let [firstRow, firstImage] = [0, 0];
  for (const [list, cells] of places.entries()) {
    const known = canonical(LISTS[list] ?? []).map((one, at) =>
      [keyOf(one), firstRow + at] as const
    );
    const rowOf = new Map(known);
    const scene = sceneOf(held, list, firstImage);
    for (const ijk of cells) {
      giveAt(scene, firstImage, ijk, rowOf.get(keyOf(ijk)), held, list, back);
    }
    firstRow += known.length;
    firstImage += IMAGES[list] ?? 0;
  }
  return back;
}

function sceneOf(held: Numbers, list: number, firstImage: number): GridScene {
  const pixels = WIDTH * HEIGHT;
  const images = Array.from({ length: IMAGES[list] ?? 0 }, (_, at): OneImage => {
    const image = firstImage + at;
    const part = (all: Float64Array, width: number): Float64Array =>
      all.subarray(image * pixels * width, (image + 1) * pixels * width);
    return {
      camera: CAMERAS[image] ?? cameraAt([1, 1, 1], [WIDTH, HEIGHT]),
      width: WIDTH,
      height: HEIGHT,
      depth: part(held.depth, 1),
      weights: part(held.imageWeights, 1),
      features: part(held.imageFeatures, CHANNELS),
    };
  });
  return { voxelSize: VOXEL_SIZES[list] ?? [1, 1, 1], origin: ORIGIN, ...OPTIONS, images };
}

/** Adds up what one voxel gives to all that it was made of. */
function giveAt(
  scene: GridScene,
  firstImage: number,
  ijk: Ijk,
  row: number | undefined,
  held: Numbers,
  list: number,
  back: Numbers,
): void {
  const [byTsdf = NaN, byWeight = NaN, ...byFeatures] = gradientsAt(list, ijk);
  const channels = [...byFeatures.keys()];
  const before: Known = row === undefined
    ? { tsdf: 0, weight: 0, features: channels.map(() => 0) }
    : {
      tsdf: held.tsdf[row] ?? NaN,
      weight: held.weights[row] ?? NaN,
      features: channels.map((channel) => held.features[row * CHANNELS + channel] ?? NaN),
    };
  const said = lookAt(scene, ijk)
    .filter(({ image, pixel }) => counts(scene, image, pixel))
    .map(({ image, pixel, z }) => ({
      at: (firstImage + scene.images.indexOf(image)) * WIDTH * HEIGHT + pixel,
      distance: ((image.depth[pixel] ?? NaN) - z) / scene.halfWidth,
    }))
    .filter(({ distance }) => distance > -1)
    .map(({ at, distance }) => ({
      at,
      isCut: distance >= 1,
      numbers: [
        Math.min(1, distance),
        ...held.imageFeatures.subarray(at * CHANNELS, (at + 1) * CHANNELS),
      ],
      weight: held.imageWeights[at] ?? NaN,
    }));
  const all = said.reduce((sum, { weight }) => sum + weight, before.weight);
  const own = [before.tsdf, ...before.features];
  const slopes = [byTsdf, ...byFeatures];
  const means = own.map((value, at) =>
    said.length === 0 ? value : said.reduce(
      (sum, { weight, numbers }) => sum + weight * (numbers[at] ?? NaN),
      value * before.weight,
    ) / all
  );
  /** How the averages change with a weight of these numbers. */
  const pull = (numbers: readonly number[]): number =>
    slopes.reduce(
      (sum, slope, at) => sum + slope * ((numbers[at] ?? NaN) - (means[at] ?? NaN)) / all,
      byWeight,
    );
  for (const { at, isCut, numbers, weight } of said) {
    add(back.depth, at, isCut ? 0 : byTsdf * weight / all / scene.halfWidth);
    add(back.imageWeights, at, pull(numbers));
    for (const channel of channels) {
      add(back.imageFeatures, at * CHANNELS + channel, (byFeatures[channel] ?? NaN) * weight / all);
    }
  }
  if (row === undefined) return;
  const share = said.length === 0 ? 1 : before.weight / all;
  back.tsdf[row] = byTsdf * share;
  back.weights[row] = said.length === 0 ? byWeight : pull(own);
  for (const channel of channels) {
    back.features[row * CHANNELS + channel] = (byFeatures[channel] ?? NaN) * share;
  }
}

function add(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] ?? NaN) + value;
}
