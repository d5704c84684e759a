import { assert, assertEquals } from "@std/assert";
import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import {
  closeTsdf,
  integrateTsdfBackward,
  reinitializeSdf,
  type TsdfVolume,
} from "../../lib/sdf/mod.ts";
import {
  emptyTensor,
  fullTensor,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  gridIjk,
  ijkToIndex,
  integrateTsdf,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { assertWindows, sizesOf, spread, windowsOf } from "../_large.ts";

/** Voxels of a leaf. */
const LEAF = 512;

/** Voxels along an edge, whole leaves; the larger one makes more than 2^31 voxels. */
const sideOf = sizesOf(40, 1296);
/** Pixels along an edge of a picture; the larger one has more than 2^31. */
const pixelsOf = sizesOf(97, 46_400);

/** First rows of leaves at both ends, and around the voxels at which numbers wrap. */
function leavesOf(side: number): number[] {
  return windowsOf(side ** 3 / LEAF, 1, [LEAF]).map((leaf) => leaf * LEAF);
}

/** Where the voxels of a leaf are. */
function takeVoxels(grid: GridBatch, first: number): Tensor<"i32"> {
  using all = gridIjk(grid);
  using part = all.data.slice(first, first + LEAF);
  return part.copy();
}

const flowTitle = (on: { readonly device: string }): string =>
  `a field of ${sideOf(on)}^3 voxels flows to the last`;

eachBackend(flowTitle, (context) => {
  const side = sideOf(context);
  using grid = gridFromDense({ context, dims: side });
  using small = gridFromDense({ context, dims: 8 });
  const random = new Random(4);
  const pattern = Float16Array.from({ length: LEAF }, () => random.number(0.5, 2));
  // What is as far as the band reaches says the same as what is not there.
  const options = { halfWidthInVoxels: 2, order: 1, steps: 2, smooth: 1 } as const;
  const windows = leavesOf(side);
  const shape = [side ** 3];
  using field = spread(context, { dtype: "f16", shape, filler: 2, windows, pattern });
  using few = tensor(pattern, { context });
  using expected = reinitializeSdf(small, few, options);
  using actual = reinitializeSdf(grid, field, options);
  assert(expected.readSync().some((value, at) => value !== pattern[at]));
  assertWindows(actual, windows, expected.readSync());
});

/** Numbers of some voxels at their places in a volume. */
function valuesAt(volume: TsdfVolume<"f16">, ijk: Tensor<"i32">): Float16Array[] {
  using found = ijkToIndex(volume.grid, ijk);
  const rows = Float64Array.from(found.readSync(), Number);
  const first = rows.reduce((least, row) => Math.min(least, row), Infinity);
  const last = rows.reduce((most, row) => Math.max(most, row), 0);
  return [volume.tsdf, volume.weights].map((all) => {
    using part = all.slice(first, last + 1);
    const values = part.readSync();
    return Float16Array.from(rows, (row) => values[row - first] ?? NaN);
  });
}

/** Refuses a volume that has other numbers for some voxels. */
function assertValues(
  volume: TsdfVolume<"f16">,
  ijk: Tensor<"i32">,
  expected: readonly Float16Array[],
): void {
  valuesAt(volume, ijk).forEach((values, at) =>
    assertBits(values, expected[at] ?? new Float16Array())
  );
}

const fuseTitle = (on: { readonly device: string }): string =>
  `${sideOf(on)}^3 voxels are asked about a picture to the last`;

eachBackend(fuseTitle, (context) => {
  const side = sideOf(context);
  using grid = gridFromDense({ context, dims: side });
  const random = new Random(5);
  const pixels = 32;
  const depths = Float32Array.from({ length: pixels ** 2 }, () => random.number(side, 2 * side));
  using depth = tensor(depths, { context, shape: [1, pixels, pixels] });
  const middle = (pixels - 1) / 2;
  const camera = {
    intrinsics: [pixels, 0, middle, 0, pixels, middle, 0, 0, 1],
    pose: [1, 0, 0, side / 2, 0, 1, 0, side / 2, 0, 0, 1, -side, 0, 0, 0, 1],
  };
  const images = { depth, cameras: [camera] };
  const options = { halfWidth: 3, maxDepth: 4 * side };
  const run = (on: GridBatch): { fused: TsdfVolume<"f16">; closed: Tensor<"f16"> } => {
    const make = (value: number): Tensor<"f16"> =>
      fullTensor([on.numVoxels], value, { context, dtype: "f16" });
    using tsdf = make(-0.25);
    using weights = make(0.5);
    using none = make(0);
    const closed = closeTsdf({ grid: on, tsdf: none, weights: none }, images, options);
    return { closed, fused: integrateTsdf({ grid: on, tsdf, weights }, images, options) };
  };
  const all = run(grid);
  using fused = all.fused;
  using closed = all.closed;
  let told = 0;
  for (const first of leavesOf(side)) {
    using ijk = takeVoxels(grid, first);
    using leaf = gridFromIjk(ijk);
    const few = run(leaf);
    using wanted = few.fused;
    using sides = few.closed;
    assertWindows(closed, [first], sides.readSync());
    const values = valuesAt(wanted, ijk);
    assertValues(fused, ijk, values);
    told += values[1]?.filter((weight) => weight > 0.5).length ?? 0;
  }
  assert(told > 0);
});

const backTitle = (on: { readonly device: string }): string =>
  `${sideOf(on)}^3 voxels give to the pixels of a picture to the last`;

eachBackend(backTitle, (context) => {
  const side = sideOf(context);
  using grid = gridFromDense({ context, dims: side });
  const random = new Random(6);
  const pixels = 32;
  // Near the first voxels on one side, near the last on the other.
  const depths = Float64Array.from(
    { length: pixels ** 2 },
    (_, pixel) => pixel % pixels < 12 ? side + 4 : 2 * side - 4,
  );
  using depth = tensor(depths, { context, shape: [1, pixels, pixels] });
  const middle = (pixels - 1) / 2;
  const camera = {
    intrinsics: [pixels, 0, middle, 0, pixels, middle, 0, 0, 1],
    pose: [1, 0, 0, side / 2, 0, 1, 0, side / 2, 0, 0, 1, -side, 0, 0, 0, 1],
  };
  const pattern = Float16Array.from({ length: LEAF }, () => random.number(0.5, 2));
  const run = (on: GridBatch, gradient: Tensor<"f16">): Float64Array => {
    using tsdf = fullTensor([on.numVoxels], -0.25, { context, dtype: "f16" });
    using weights = fullTensor([on.numVoxels], 0.5, { context, dtype: "f16" });
    const state = { grid: on, tsdf, weights };
    const options = { halfWidth: 8, maxDepth: 4 * side, wanted: ["depth"] } as const;
    const images = { depth, cameras: [camera] };
    using back = integrateTsdfBackward(state, images, state, { tsdf: gradient }, options);
    return back.depth?.readSync() as Float64Array;
  };
  const windows = leavesOf(side);
  using spreadOut = spread(context, {
    dtype: "f16",
    shape: [side ** 3],
    filler: 0,
    windows,
    pattern,
  });
  using few = tensor(pattern, { context });
  const expected = new Float64Array(pixels ** 2);
  for (const first of windows) {
    using ijk = takeVoxels(grid, first);
    using leaf = gridFromIjk(ijk);
    run(leaf, few).forEach((one, pixel) => expected[pixel] = (expected[pixel] ?? NaN) + one);
  }
  assert(expected.some((one, pixel) => one > 0 && pixel % pixels < 12));
  assert(expected.some((one, pixel) => one > 0 && pixel % pixels >= 12));
  assertClose(run(grid, spreadOut), expected, { relative: 1e-12 });
});

const pictureTitle = (on: { readonly device: string }): string =>
  `a picture of ${pixelsOf(on)}^2 pixels is read to the last`;

eachBackend(pictureTitle, (context) => {
  const side = pixelsOf(context);
  const windows = windowsOf(side, 1, [side]);
  // Steps so high that no two rows show the same voxels.
  const pattern = Float16Array.from(
    { length: side },
    (_, at) => 4 + Math.floor(12 * at / side) / 4,
  );
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  using nothing = emptyTensor([0], { context, dtype: "f16" });
  using none = gridFromZeroVoxels({ context, voxelSize: 1 });
  /** Reads a picture of which the first row is another one's row `top`. */
  const fuse = (pictures: Tensor<"f16">, height: number, top: number): TsdfVolume<"f16"> => {
    using depth = pictures.reshape([1, height, side]);
    // Shifts by whole numbers and divisions by a power of two are exact.
    const intrinsics = [64, 0, 0, 0, 64, -top, 0, 0, 1];
    return integrateTsdf(
      { grid: none, tsdf: nothing, weights: nothing },
      { depth, cameras: [{ intrinsics, pose }] },
      { halfWidth: 1, maxDepth: 10 },
    );
  };
  using picture = spread(context, {
    dtype: "f16",
    shape: [side, side],
    filler: 0,
    windows,
    pattern,
  });
  using row = tensor(pattern, { context });
  using actual = fuse(picture, side, 0);
  let count = 0;
  for (const first of windows) {
    using expected = fuse(row, 1, first);
    using ijk = gridIjk(expected.grid);
    assertValues(actual, ijk.data, [expected.tsdf.readSync(), expected.weights.readSync()]);
    count += expected.grid.numVoxels;
  }
  assertEquals(actual.grid.numVoxels, count);
});
