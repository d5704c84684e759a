import { assertEquals } from "@std/assert";
import { concatenateGrids, gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import { sampleNearest, splatNearest } from "../../lib/sample/mod.ts";
import { clippedGrid, erodedGrid } from "../../lib/topology/mod.ts";
import {
  coarsenedGrid,
  dilatedGrid,
  fullTensor,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  gridFromPoints,
  gridIjk,
  ijkToIndex,
  inject,
  maxPool,
  mergedGrid,
  prunedGrid,
  refinedGrid,
  sampleTrilinear,
  tensor,
  voxelMean,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { assertWindows, sizesOf, spread, windowsOf } from "../_large.ts";

/** Rows of a window. */
const COUNT = 64;

/** Rows of lists. */
const rowsOf = sizesOf(1997, 2 ** 31 + 997);
/** Voxels along an edge; the larger one makes more than 2^32 voxels. */
const sideOf = sizesOf(40, 1632); // whole leaves

/** Refuses grids that do not have the same voxels. */
function assertSameVoxels(actual: GridBatch, expected: GridBatch): void {
  using own = gridIjk(actual);
  using wanted = gridIjk(expected);
  assertBits(own.data.readSync(), wanted.data.readSync());
}

eachBackend((on) => `grids of ${rowsOf(on)} points have the voxels of all`, (context) => {
  const n = rowsOf(context);
  const windows = windowsOf(n, COUNT, [1, 3]);
  const random = new Random(6);
  const pattern = Float32Array.from({ length: 3 * COUNT }, () => random.number(-40, 40));
  using few = tensor(Float32Array.of(...pattern, 0.25, 0.25, 0.25), {
    context,
    shape: [COUNT + 1, 3],
  });
  const dtype = "f32" as const;
  using many = spread(context, { dtype, shape: [n, 3], filler: 0.25, windows, pattern });
  using expected = gridFromPoints(few, { voxelSize: 1 });
  using actual = gridFromPoints(many, { voxelSize: 1 });
  assertSameVoxels(actual, expected);
  using wanted = gridFromPointsWithRows(few, { voxelSize: 1 });
  using found = gridFromPointsWithRows(many, { voxelSize: 1 });
  using rows = wanted.rows.slice(0, COUNT);
  assertWindows(found.rows, windows, rows.readSync());
});

eachBackend(
  (on) => `grids of ${rowsOf(on)} coordinates have the voxels of all, and their means`,
  (context) => {
    const n = rowsOf(context);
    const windows = windowsOf(n, COUNT, [1, 3]);
    const pattern = new Random(6).integers(3 * COUNT, -30, 30);
    using few = tensor(Int32Array.of(...pattern, 100, 100, 100), {
      context,
      shape: [COUNT + 1, 3],
    });
    using expected = gridFromIjk(few);
    {
      const dtype = "i32" as const;
      using many = spread(context, { dtype, shape: [n, 3], filler: 100, windows, pattern });
      using actual = gridFromIjk(many);
      assertSameVoxels(actual, expected);
    }
    // All but the windows have no voxel.
    const own = BigInt64Array.from({ length: COUNT }, (_, at) => BigInt(at % 50));
    const dtype = "i64" as const;
    using rows = spread(context, { dtype, shape: [n], filler: -1, windows, pattern: own });
    const bytes = Uint8Array.from({ length: COUNT }, (_, at) => at);
    using values = spread(context, { dtype: "u8", shape: [n], filler: 9, windows, pattern: bytes });
    using fewRows = tensor(own, { context });
    using fewValues = tensor(bytes, { context });
    using wanted = voxelMean(expected, fewRows, fewValues);
    using means = voxelMean(expected, rows, values);
    assertEquals(means.readSync(), wanted.readSync());
  },
);

eachBackend((on) => `grids of ${sideOf(on) ** 3} voxels are whole`, (context) => {
  const side = sideOf(context);
  const n = side ** 3;
  using grid = gridFromDense({ context, dims: side });
  assertEquals(grid.numVoxels, n);
  const last = [side - 1, side - 1, side - 1];
  const corner = Int32Array.of(0, 0, 0, ...last, side, 0, 0);
  using ijk = tensor(corner, { context, shape: [3, 3] });
  using rows = ijkToIndex(grid, ijk);
  assertEquals([...rows.readSync()], [0n, BigInt(n - 1), -1n]);
  for (const [change, size] of [[-1, side - 2], [1, side + 2]] as const) {
    const options = { neighbors: 26, radius: 1 } as const;
    using changed = change < 0 ? erodedGrid(grid, options) : dilatedGrid(grid, options);
    assertEquals(changed.numVoxels, size ** 3);
  }
  using coarse = coarsenedGrid(grid, { factor: 2 });
  assertEquals(coarse.numVoxels, (side / 2) ** 3);
  using fine = refinedGrid(coarse, { factor: 2 });
  assertEquals(fine.numVoxels, n);
  assertEquals(fine.bbox(), grid.bbox());
  using around = gridFromDense({ context, dims: 3, ijkMin: side - 2 });
  using merged = mergedGrid(grid, around);
  assertEquals(merged.numVoxels, n + 27 - 8);
  using clipped = clippedGrid(grid, { ijkMin: side - 3, ijkMax: side + 5 });
  assertEquals(clipped.numVoxels, 27);
  using pair = concatenateGrids([grid, around]);
  assertEquals(pair.voxelCounts, [n, 27]);
});

eachBackend((on) => `values of ${sideOf(on) ** 3} voxels are found`, (context) => {
  const side = sideOf(context);
  const n = side ** 3;
  using grid = gridFromDense({ context, dims: side });
  using values = fullTensor([n, 1], 0, { context, dtype: "f16" });
  using end = values.slice(n - 2);
  end.write(Float16Array.of(3, 5));
  const far = side - 1;
  using points = tensor([far, far, far, far, far, far - 0.5, 0, 0, 0, far, far, far - 1], {
    context,
    shape: [4, 3],
  });
  using blended = sampleTrilinear(grid, points, values);
  assertEquals([...blended.readSync()], [5, 4, 0, 3]);
  using near = sampleNearest(grid, points, values);
  assertEquals([near.readSync()[0], near.readSync()[3]], [5, 3]);
  using ones = tensor(Float16Array.of(1, 2, 3, 4), { context, shape: [4, 1] });
  {
    using given = splatNearest(grid, points, ones);
    using last = given.slice(n - 1);
    assertEquals([...last.readSync()], [1]);
  }
  using coarse = coarsenedGrid(grid, { factor: 2 });
  {
    using pooled = maxPool({ fine: grid, coarse }, values, { factor: 2 });
    using last = pooled.slice(coarse.numVoxels - 2);
    assertEquals([...last.readSync()], [0, 5]);
  }
  using mask = fullTensor([n], false, { context, dtype: "bool" });
  using kept = mask.slice(n - 5);
  kept.fill(true);
  using pruned = prunedGrid(grid, mask);
  using left = gridIjk(pruned);
  assertEquals([...left.data.readSync()].filter((_, at) => at % 3 === 2), [
    far - 4,
    far - 3,
    far - 2,
    far - 1,
    far,
  ]);
  using moved = inject(pruned, grid, values);
  assertEquals([...moved.readSync()], [0, 0, 0, 3, 5]);
});
