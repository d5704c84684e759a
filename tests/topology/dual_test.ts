import { assertEquals, assertLess } from "@std/assert";
import { selectGrids } from "../../lib/grid/mod.ts";
import { dualGrid, erodedGrid } from "../../lib/topology/mod.ts";
import {
  coarsenedGrid,
  dilatedGrid,
  gridFromDense,
  mergedGrid,
  refinedGrid,
  tensor,
  voxelToWorld,
  worldToVoxel,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build } from "../grid/_grids.ts";
import type { Ijk } from "../grid/_oracle.ts";
import { assertClaim, BATCHES, borderVoxels, buildPlaced } from "./_batches.ts";
import { boxOf, dilateBox, erodeBox } from "./_oracle.ts";

const LOW: Ijk = [0, 0, 0];
const HIGH: Ijk = [1, 1, 1];

eachBackend("dualGrid() holds the corners of all cells, half a voxel lower", (context) => {
  assertClaim(context, {
    operate: (grid) => dualGrid(grid),
    voxels: (list) => dilateBox(list, LOW, HIGH),
    place: (size, origin) => [size, origin - size / 2],
  });
});

eachBackend("dualGrid() without the border keeps voxels that have eight corners", (context) => {
  assertClaim(context, {
    operate: (grid) => dualGrid(grid, { excludeBorder: true }),
    voxels: (list) => erodeBox(list, LOW, HIGH),
    place: (size, origin) => [size, origin - size / 2],
  });
});

eachBackend("dualGrid() without the border leads back, origins included", (context) => {
  for (const lists of BATCHES) {
    using grid = buildPlaced(context, lists);
    using dual = dualGrid(grid);
    using again = dualGrid(dual, { excludeBorder: true });
    // Small holes are closed on the way: all their corners belong to other cells.
    const closed = lists.map((list) => erodeBox(dilateBox(list, LOW, HIGH), LOW, HIGH));
    assertGrids(again, closed);
    assertEquals(again.voxelSizes, grid.voxelSizes);
    assertEquals(again.origins, grid.origins);
    assertEquals(again.dualOrigins, grid.dualOrigins);
  }
  const solid = [boxOf([-3, 5, 126], [2, 8, 130]), [], borderVoxels(9, 40)];
  using grid = buildPlaced(context, solid);
  using dual = dualGrid(grid);
  using again = dualGrid(dual, { excludeBorder: true });
  assertGrids(again, solid);
});

eachBackend(
  "corners with eight cells: those of erodedGrid() have the numbers of the dual",
  (context) => {
    for (const lists of BATCHES) {
      using grid = buildPlaced(context, lists);
      using corners = erodedGrid(grid, { ijkMin: -1, ijkMax: 0 });
      const inner = lists.map((list) => erodeBox(list, LOW, HIGH));
      assertGrids(
        corners,
        inner.map((list) => list.map(([i, j, k]): Ijk => [i + 1, j + 1, k + 1])),
      );
      assertEquals(corners.origins, grid.origins);
      using dual = dualGrid(grid);
      using both = mergedGrid(dual, corners);
      assertEquals(both.numVoxels, dual.numVoxels);
    }
  },
);

eachBackend("dualGrid() follows the hand-worked cases", (context) => {
  const cases: readonly (readonly [list: readonly Ijk[], expected: readonly Ijk[]])[] = [
    [boxOf([0, 0, 0], [1, 1, 1]), boxOf([0, 0, 0], [2, 2, 2])],
    [[[7, 7, 7]], boxOf([7, 7, 7], [8, 8, 8])],
    [[[4095, 4095, 4095]], boxOf([4095, 4095, 4095], [4096, 4096, 4096])],
    [[[-1, -1, -1]], boxOf([-1, -1, -1], [0, 0, 0])],
    // An L of three cells has eight corners in each of two layers.
    [[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [
      ...[[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2]].flatMap((
        [i = 0, j = 0],
      ): Ijk[] => [[i, j, 0], [i, j, 1]]),
    ]],
  ];
  for (const [list, expected] of cases) {
    using grid = build(context, [[], list]);
    using dual = dualGrid(grid);
    assertGrids(dual, [[], expected]);
  }
  using voxel = build(context, [[[5, 5, 5]]]);
  using nothing = dualGrid(voxel, { excludeBorder: true });
  assertGrids(nothing, [[]]);
  using cells = build(context, [boxOf([0, 0, 0], [1, 1, 1])]);
  using inner = dualGrid(cells, { excludeBorder: true });
  assertGrids(inner, [[[0, 0, 0]]]);
});

eachBackend("dualGrid() of 128^3 voxels needs little memory", (context) => {
  using grid = gridFromDense({ context, dims: 128 });
  const before = context.stats().liveBytes;
  context.resetPeak();
  using dual = dualGrid(grid);
  assertEquals(dual.numVoxels, 129 ** 3);
  assertLess(context.stats().peakBytes - before, 150 * 2 ** 20);
});

eachBackend("grids made of duals stay duals", (context) => {
  // 0.1 and 0.3 make sums that do not come back by themselves.
  using grid = build(context, [[[0, 0, 0]], [[1, 1, 1]]], { voxelSize: 0.3, origin: 0.1 });
  using dual = dualGrid(grid);
  using grown = dilatedGrid(dual);
  using chosen = selectGrids(grown, [1, 0, 1]);
  using back = dualGrid(chosen);
  assertEquals([...back.origins], new Array(9).fill(0.1));
  using coarse = coarsenedGrid(dual, { factor: 2 });
  assertEquals(coarse.dualOrigins, coarse.origins.map((origin) => origin + 0.5 * 0.6));
  using fine = refinedGrid(grid, { factor: [1, 2, 1] });
  assertEquals([...fine.dualOrigins].slice(0, 3), [
    0.1 - 0.15,
    0.1 - 0.5 * 0.15 - 0.5 * 0.15,
    0.1 - 0.15,
  ]);
});

eachBackend("dualGrid() sees points half a voxel further along every axis", (context) => {
  using grid = build(context, [[[1, 2, 3]]], { voxelSize: [0.5, 2, 0.25], origin: [10, -20, 30] });
  using dual = dualGrid(grid);
  const numbers = Float64Array.from({ length: 30_000 }, (_, n) => Math.sin(n) * 100);
  using points = tensor(numbers, { context, shape: [10_000, 3] });
  using primal = worldToVoxel(grid, points);
  using moved = worldToVoxel(dual, points);
  const before = primal.readSync();
  assertEquals(
    moved.readSync().every((value, n) => Math.abs(value - (before[n] ?? NaN) - 0.5) < 1e-9),
    true,
  );
  using back = voxelToWorld(dual, moved);
  assertEquals(
    back.readSync().every((value, n) => Math.abs(value - (numbers[n] ?? NaN)) < 1e-9),
    true,
  );
});
