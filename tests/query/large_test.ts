import {
  gridFromDense,
  ijkToIndex,
  pointsToIndex,
  tensor,
  voxelToWorld,
  worldToVoxel,
} from "../../mod.ts";
import { typedArray } from "../../lib/core/dtype.ts";
import { hilbert, morton, neighborIndexes, pointsInGrid } from "../../lib/query/mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertWindows, sizesOf, spread, windowsOf } from "../_large.ts";

/** Rows of a window. */
const COUNT = 64;

/** Coordinates, three numbers each. */
const ijkOf = sizesOf(1997, 2 ** 31 + 997);
/** Voxels with so many neighbors that these are more than 2^32. */
const centersOf = sizesOf(1997, Math.ceil(2 ** 32 / 27) + 997);
/** Points. */
const pointsOf = sizesOf(1997, 2 ** 32 + 997);

eachBackend((on) => `questions of ${ijkOf(on)} coordinates are answered to the last`, (context) => {
  const n = ijkOf(context);
  const windows = windowsOf(n, COUNT, [1, 3]);
  using grid = gridFromDense({ context, dims: 9, voxelSize: 0.5, ijkMin: -2 });
  const pattern = new Random(3).integers(3 * COUNT, 0, 11);
  const shape = [n, 3];
  using few = tensor(pattern, { context, shape: [COUNT, 3] });
  using many = spread(context, { dtype: "i32", shape, filler: 1, windows, pattern });
  for (const ask of [(ijk: typeof few) => ijkToIndex(grid, ijk), morton, hilbert]) {
    using expected = ask(few);
    using actual = ask(many);
    assertWindows(actual, windows, expected.readSync());
  }
});

eachBackend((on) => `neighbors of ${centersOf(on)} voxels are found to the last`, (context) => {
  const n = centersOf(context);
  const windows = windowsOf(n, COUNT, [3, 27]);
  using grid = gridFromDense({ context, dims: 9, ijkMin: -2 });
  const pattern = new Random(3).integers(3 * COUNT, -4, 9);
  const shape = [n, 3];
  using few = tensor(pattern, { context, shape: [COUNT, 3] });
  using many = spread(context, { dtype: "i32", shape, filler: 1, windows, pattern });
  using expected = neighborIndexes(grid, few, { extent: 1 });
  using actual = neighborIndexes(grid, many, { extent: 1 });
  assertWindows(actual, windows, expected.readSync());
});

eachBackend((on) => `${pointsOf(on)} points are placed to the last`, (context) => {
  const n = pointsOf(context);
  const windows = windowsOf(n, COUNT, [1, 3]);
  using grid = gridFromDense({ context, dims: 9, voxelSize: 0.5, ijkMin: -2 });
  const pattern = typedArray("f16", 3 * COUNT);
  const random = new Random(4);
  pattern.forEach((_, at) => pattern[at] = random.number(-3, 6));
  using few = tensor(pattern, { context, shape: [COUNT, 3] });
  const dtype = "f16" as const;
  using many = spread(context, { dtype, shape: [n, 3], filler: 0.25, windows, pattern });
  const questions = [
    (points: typeof few) => pointsInGrid(grid, points),
    (points: typeof few) => pointsToIndex(grid, points),
    (points: typeof few) => worldToVoxel(grid, points),
    (points: typeof few) => voxelToWorld(grid, points),
  ];
  for (const ask of questions) {
    using expected = ask(few);
    using actual = ask(many);
    assertWindows(actual, windows, expected.readSync());
  }
});
