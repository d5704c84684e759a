import { assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { gridFromIjk, gridIjk } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "./_grids.ts";

const TRANSFORMS = {
  voxelSize: [[0.5, 1, 2], [0.1, 0.2, 0.3]],
  origin: [[1, 2, 3], [-1, 0, 1e6]],
} as const;

eachBackend("grids take the voxel sizes and origins of another batch", (context) => {
  using grid = build(context, [[[1, 2, 3]], []], TRANSFORMS);
  using ijk = gridIjk(grid);
  using same = gridFromIjk(ijk, { voxelSize: grid.voxelSizes, origin: grid.origins });
  assertEquals([same.voxelSizes, same.origins], [grid.voxelSizes, grid.origins]);
  assertEquals(same.dualOrigins, grid.dualOrigins);
  assertEquals(same.voxelSizes === grid.voxelSizes, false, "the arrays are shared");
  const three = Float64Array.of(4, 5, 6);
  using shared = gridFromIjk(ijk, { voxelSize: three, origin: three });
  assertEquals([...shared.voxelSizes], [4, 5, 6, 4, 5, 6]);
  using none = gridFromZeroVoxels({ context, voxelSize: grid.voxelSizes, origin: grid.origins });
  assertEquals([none.gridCount, none.origins], [2, grid.origins]);
  assertThrows(
    () => gridFromIjk(ijk, { voxelSize: Float64Array.of(1, 1, 1, 1) }),
    RangeError,
    "voxel sizes have 4 numbers, 6, or 3 for all grids, expected",
  );
  assertThrows(
    () => gridFromZeroVoxels({ context, voxelSize: Float64Array.of(1, 1, 1, 1) }),
    RangeError,
    "voxel sizes have 4 numbers, 6, or 3 for all grids, expected",
  );
});
