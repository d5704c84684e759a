import { assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { dualGrid } from "../../lib/topology/mod.ts";
import { coarsenedGrid, refinedGrid } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids } from "./_grids.ts";

/** Lets a value through that the compiler refuses. */
type Wrong = never;

eachBackend("gridFromZeroVoxels() makes as many grids as transforms are listed", (context) => {
  using one = gridFromZeroVoxels({ context });
  assertGrids(one, [[]]);
  assertEquals([...one.voxelSizes, ...one.origins], [1, 1, 1, 0, 0, 0]);
  using bySize = gridFromZeroVoxels({ context, voxelSize: [[1, 2, 3], [4, 5, 6]], origin: -1 });
  assertGrids(bySize, [[], []]);
  assertEquals([...bySize.voxelSizes], [1, 2, 3, 4, 5, 6]);
  assertEquals([...bySize.origins], [-1, -1, -1, -1, -1, -1]);
  using byOrigin = gridFromZeroVoxels({ context, voxelSize: 0.5, origin: [[1, 2, 3]] });
  assertEquals([...byOrigin.origins], [1, 2, 3]);
  const triple = Float64Array.of(1, 2, 3);
  const flat = Float64Array.of(1, 2, 3, 4, 5, 6);
  for (const origin of [flat, [[1, 2, 3], [4, 5, 6]] as const]) {
    using both = gridFromZeroVoxels({ context, voxelSize: triple, origin });
    assertEquals([...both.voxelSizes, ...both.origins], [...triple, ...triple, ...flat]);
  }
  using alone = gridFromZeroVoxels({ context, voxelSize: triple, origin: triple });
  assertEquals(alone.gridCount, 1);
  using none = gridFromZeroVoxels({ context, voxelSize: [] });
  assertGrids(none, []);
});

eachBackend("grids without voxels stay without", (context) => {
  using grid = gridFromZeroVoxels({ context, voxelSize: [[1, 1, 1], [2, 2, 2]] });
  using dual = dualGrid(grid);
  using coarse = coarsenedGrid(grid, { factor: 2 });
  using fine = refinedGrid(grid, { factor: 2 });
  for (const made of [dual, coarse, fine]) assertGrids(made, [[], []]);
  assertEquals([...fine.voxelSizes], [0.5, 0.5, 0.5, 1, 1, 1]);
});

eachBackend("gridFromZeroVoxels() rejects bad transforms", (context) => {
  for (
    const [options, message] of [
      [{ voxelSize: 0 }, "voxel size 0 is not positive, a length in world units expected"],
      [{ voxelSize: [[1, 1, 1]], origin: [[0, 0, 0], [0, 0, 0]] }, "there are 2 origins"],
      [{ origin: [NaN, 0, 0] }, "origin NaN is not finite"],
      [{ origin: Array(65537).fill([0, 0, 0]) }, "there are 65537 grids, 65536 at most"],
    ] as const
  ) {
    assertThrows(
      () => gridFromZeroVoxels({ context, ...options } as Wrong),
      RangeError,
      `Cannot build grid: ${message}`,
    );
  }
});
