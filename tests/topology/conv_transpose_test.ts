import { assertEquals } from "@std/assert";
import { convTransposeGrid } from "../../lib/topology/mod.ts";
import { gridFromDense } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, read } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { assertClaim, BATCHES } from "./_batches.ts";
import { CLUSTERS, KERNELS_AND_STRIDES, SPREAD } from "./_kernels.ts";
import { convTranspose, spread } from "./_oracle.ts";

eachBackend("convTransposeGrid() holds every output of every kernel and stride", (context) => {
  using grid = build(context, [[], SPREAD]);
  for (let kernel = 1; kernel <= 6; kernel++) {
    for (let stride = 1; stride <= 5; stride++) {
      using result = convTransposeGrid(grid, { kernel, stride });
      assertGrids(result, [[], convTranspose(SPREAD, spread(kernel), spread(stride))]);
    }
  }
});

eachBackend("convTransposeGrid() keeps origins and divides voxel sizes", (context) => {
  for (const [kernel, stride] of KERNELS_AND_STRIDES) {
    assertClaim(context, {
      operate: (grid) => convTransposeGrid(grid, { kernel, stride }),
      voxels: (list) => convTranspose(list, spread(kernel), spread(stride)),
      place: (size, origin, axis) => [size / (spread(stride)[axis] ?? NaN), origin],
      batches: [CLUSTERS, ...BATCHES.slice(2)],
    });
  }
});

eachBackend("convTransposeGrid() follows the published examples", (context) => {
  using voxel = gridFromDense({ context, dims: 1 });
  using four = convTransposeGrid(voxel, { kernel: [1, 1, 4], stride: 4 });
  assertEquals(read(four).map(([, , k]) => k).sort((a, b) => a - b), [-1, 0, 1, 2]);
  using gaps = convTransposeGrid(four, { kernel: 1, stride: [1, 1, 3] });
  assertEquals([...gaps.bbox()], [0, 0, -3, 0, 0, 6]);
  assertEquals(gaps.numVoxels, 4);
  using copy = convTransposeGrid(four, { kernel: 1 });
  assertEquals(read(copy), read(four));
});

eachBackend("convTransposeGrid() takes strides far wider than its kernel", (context) => {
  using grid = build(context, [CLUSTERS[0] ?? [], [], SPREAD]);
  const strides: readonly (readonly [kernel: Ijk, stride: Ijk])[] = [
    [[3, 3, 3], [1 << 20, 1 << 20, 1 << 20]],
    [[1, 20, 2], [1, 1 << 26, 64]],
    [[2, 1, 100], [65, 3, 500]],
  ];
  for (const [kernel, stride] of strides) {
    using result = convTransposeGrid(grid, { kernel, stride });
    const voxels = [CLUSTERS[0] ?? [], [], SPREAD].map((list) =>
      convTranspose(list, kernel, stride)
    );
    assertGrids(result, voxels);
  }
});

eachBackend("convTransposeGrid() reaches both ends of int32", (context) => {
  const list: Ijk[] = [[INT32_MIN / 2, 0, (INT32_MAX - 1) / 2]];
  using grid = build(context, [list]);
  using result = convTransposeGrid(grid, { kernel: 2, stride: 2 });
  assertGrids(result, [convTranspose(list, [2, 2, 2], [2, 2, 2])]);
  assertEquals(result.bbox()[0], INT32_MIN);
  assertEquals(result.bbox()[5], INT32_MAX);
});
