/** From world space to voxel space. */

import { openContext, worldToVoxel } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);

// The grid has voxels of size 1 around the origin, so both spaces are the same.
benchOperator(
  `worldToVoxel, surface of ${count} points`,
  context,
  () => worldToVoxel(grid, points),
  (result) => equalArrays(result.readSync(), points.readSync()),
);
