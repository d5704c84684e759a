import { assertEquals } from "@std/assert";
import { convGrid, convTransposeGrid } from "../../lib/topology/mod.ts";
import { coarsenedGrid, gridFromDense } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, read } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { assertClaim, BATCHES } from "./_batches.ts";
import { conv, spread } from "./_oracle.ts";
import { CLUSTERS, KERNELS_AND_STRIDES, SPREAD } from "./_kernels.ts";

eachBackend("convGrid() holds every output of every kernel and stride", (context) => {
  using grid = build(context, [SPREAD, []]);
  for (let kernel = 1; kernel <= 6; kernel++) {
    for (let stride = 1; stride <= 5; stride++) {
      using result = convGrid(grid, { kernel, stride });
      assertGrids(result, [conv(SPREAD, spread(kernel), spread(stride)), []]);
    }
  }
});

eachBackend("convGrid() keeps origins and multiplies voxel sizes", (context) => {
  for (const [kernel, stride] of KERNELS_AND_STRIDES) {
    assertClaim(context, {
      operate: (grid) => convGrid(grid, { kernel, stride }),
      voxels: (list) => conv(list, spread(kernel), spread(stride)),
      place: (size, origin, axis) => [size * (spread(stride)[axis] ?? NaN), origin],
      batches: [CLUSTERS, ...BATCHES.slice(2)],
    });
  }
});

eachBackend("convGrid() takes no stride for 1", (context) => {
  using voxel = gridFromDense({ context, dims: 1, ijkMin: [3, -3, 0] });
  using result = convGrid(voxel, { kernel: [3, 5, 7] });
  assertEquals(result.numVoxels, 105);
  assertEquals([...result.bbox()], [2, -5, -3, 4, -1, 3]);
  using copy = convGrid(voxel, { kernel: 1 });
  assertGrids(copy, [[[3, -3, 0]]]);
});

eachBackend("convGrid() follows the published examples", (context) => {
  using line = gridFromDense({ context, dims: [1, 1, 16] });
  using five = convGrid(line, { kernel: [1, 1, 4], stride: [1, 1, 4] });
  assertEquals([...five.bbox()], [0, 0, 0, 0, 0, 4]);
  assertEquals(five.numVoxels, 5);
  using cube = gridFromDense({ context, dims: 16 });
  using small = convGrid(cube, { kernel: 4, stride: 4 });
  assertEquals(small.numVoxels, 125);
  using back = convTransposeGrid(small, { kernel: 4, stride: 4 });
  const reached = new Set(read(back).map(String));
  assertEquals(read(cube).every((voxel) => reached.has(String(voxel))), true);
  assertEquals(back.voxelSizes, cube.voxelSizes);
  using row = gridFromDense({ context, dims: [1, 1, 7], ijkMin: [0, 0, -3] });
  using thirds = convGrid(row, { kernel: 1, stride: [1, 1, 3] });
  assertEquals(read(thirds), [[0, 0, -1], [0, 0, 0], [0, 0, 1]]);
});

eachBackend("convGrid() of equal kernel and stride up to 2 coarsens", (context) => {
  using grid = build(context, CLUSTERS);
  for (const factor of [1, 2]) {
    using by = convGrid(grid, { kernel: factor, stride: factor });
    using coarse = coarsenedGrid(grid, { factor });
    assertEquals(read(by), read(coarse));
  }
});

eachBackend("convGrid() works at the ends of int32", (context) => {
  const list: Ijk[] = [[INT32_MIN, 0, INT32_MAX], [INT32_MAX, INT32_MIN, -1]];
  using grid = build(context, [list]);
  for (const [kernel, stride] of [[2, 2], [3, 2], [1, 1], [4, 4], [1, 3], [2, 5]] as const) {
    using result = convGrid(grid, { kernel, stride });
    assertGrids(result, [conv(list, spread(kernel), spread(stride))]);
  }
});
