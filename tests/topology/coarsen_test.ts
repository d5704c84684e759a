import { assertEquals } from "@std/assert";
import { coarsenedGrid } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN, type Triple } from "../grid/_oracle.ts";
import { assertClaim } from "./_batches.ts";
import { coarsen, spread } from "./_oracle.ts";

const FACTORS: readonly (number | Triple)[] = [
  1,
  2,
  3,
  5,
  7,
  16,
  [2, 2, 1],
  [3, 2, 2],
  [1, 1, 3],
  [8, 128, 4096],
  [1, 1, 65_536],
  INT32_MAX,
];

eachBackend("coarsenedGrid() keeps the blocks in which voxels lie", (context) => {
  for (const factor of FACTORS) {
    const by = spread(factor);
    assertClaim(context, {
      operate: (grid) => coarsenedGrid(grid, { factor }),
      voxels: (list) => coarsen(list, by),
      place: (size, origin, axis) => {
        const f = by[axis] ?? NaN;
        return [size * f, origin + 0.5 * (f - 1) * size];
      },
    });
  }
});

eachBackend("coarsenedGrid() takes every int32 coordinate", (context) => {
  const ends = [INT32_MIN, INT32_MIN + 1, -1, 0, INT32_MAX - 1, INT32_MAX];
  const list = ends.flatMap((i) => ends.flatMap((j) => ends.map((k): Ijk => [i, j, k])));
  using grid = build(context, [list]);
  for (const factor of [1, 2, 3, 4096, INT32_MAX]) {
    using result = coarsenedGrid(grid, { factor });
    assertGrids(result, [coarsen(list, spread(factor))]);
  }
});

eachBackend("coarsenedGrid() puts a voxel in the middle of its block", (context) => {
  using grid = build(context, [[[-3, 0, 5]]], { voxelSize: [1, 2, 4], origin: [10, 20, 30] });
  using result = coarsenedGrid(grid, { factor: [2, 3, 4] });
  assertGrids(result, [[[-2, 0, 1]]]);
  assertEquals([...result.voxelSizes], [2, 6, 16]);
  // Voxel 1 of the third axis is the block of voxels 4 to 7, at 46 to 58, whose middle is 52.
  assertEquals([...result.origins], [10.5, 22, 36]);
});
