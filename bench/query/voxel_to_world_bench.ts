/** From voxel space to world space. */

import { openContext, voxelToWorld } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);

// The grid has voxels of size 1 around the origin, so both spaces are the same.
benchOperator(
  `voxelToWorld, surface of ${count} points`,
  context,
  () => voxelToWorld(grid, points),
  (result) => equalArrays(result.readSync(), points.readSync()),
);
