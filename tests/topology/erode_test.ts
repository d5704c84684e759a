import { assertEquals } from "@std/assert";
import { erodedGrid } from "../../lib/topology/mod.ts";
import { dilatedGrid, gridFromDense } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { assertClaim, cluster } from "./_batches.ts";
import { boxOf, erode, erodeBox, spread } from "./_oracle.ts";

eachBackend("erodedGrid() removes voxels that lack neighbors, again and again", (context) => {
  for (const neighbors of [6, 18, 26] as const) {
    for (const radius of [0, 1, 2, 3]) {
      assertClaim(context, {
        operate: (grid) => erodedGrid(grid, { radius, neighbors }),
        voxels: (list) => erode(list, radius, neighbors),
      });
    }
  }
});

eachBackend("erodedGrid() removes voxels that lack a part of a box", (context) => {
  for (
    const [min, max] of [[0, 0], [0, 1], [-1, 1], [[-1, 0, -2], [0, 2, 0]], [
      [0, 0, -9],
      0,
    ]] as const
  ) {
    assertClaim(context, {
      operate: (grid) => erodedGrid(grid, { ijkMin: min, ijkMax: max }),
      voxels: (list) => erodeBox(list, spread(min), spread(max)),
    });
  }
});

eachBackend("erodedGrid() takes radii beyond a leaf and two", (context) => {
  const [low, high]: readonly [Ijk, Ijk] = [[-21, 107, -5], [21, 149, 37]];
  const hole: Ijk = [3, 127, 16];
  using full = build(context, [boxOf(low, high)]);
  for (const radius of [8, 9, 16, 20, 21]) {
    const left: readonly [Ijk, Ijk] = [
      [low[0] + radius, low[1] + radius, low[2] + radius],
      [high[0] - radius, high[1] - radius, high[2] - radius],
    ];
    for (const neighbors of [6, 18, 26] as const) {
      using result = erodedGrid(full, { radius, neighbors });
      assertGrids(result, [boxOf(...left)]);
    }
  }
  using nothing = erodedGrid(full, { radius: 22 });
  assertGrids(nothing, [[]]);
  const pierced = boxOf(low, high).filter(([i, j, k]) =>
    i !== hole[0] || j !== hole[1] || k !== hole[2]
  );
  using grid = build(context, [pierced]);
  using result = erodedGrid(grid, { radius: 9, neighbors: 6 });
  // In steps of 6 neighbors the hole takes everything within 9 steps with it.
  const steps = ([i, j, k]: Ijk): number =>
    Math.abs(i - hole[0]) + Math.abs(j - hole[1]) + Math.abs(k - hole[2]);
  assertGrids(result, [
    boxOf([low[0] + 9, low[1] + 9, low[2] + 9], [high[0] - 9, high[1] - 9, high[2] - 9])
      .filter((voxel) => steps(voxel) > 9),
  ]);
});

eachBackend("erodedGrid() finds the inside of a cube", (context) => {
  using cube = gridFromDense({ context, dims: 5, ijkMin: -2 });
  using core = erodedGrid(cube, { radius: 2 });
  assertGrids(core, [[[0, 0, 0]]]);
  using grown = dilatedGrid(core, { radius: 2 });
  assertEquals(grown.counts.voxels, 125);
});

eachBackend("erodedGrid() works at the ends of int32", (context) => {
  const corner = boxOf([INT32_MAX - 3, INT32_MIN, -1], [INT32_MAX, INT32_MIN + 3, 3]);
  const lists = [corner, cluster(8, [-4096, 128, 0], 0)];
  using grid = build(context, lists);
  for (const neighbors of [6, 18, 26] as const) {
    using result = erodedGrid(grid, { neighbors });
    assertGrids(result, lists.map((list) => erode(list, 1, neighbors)));
  }
});
