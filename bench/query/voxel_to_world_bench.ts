/** From voxel space to world space. */

import { openContext, voxelToWorld } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);

benchOperator(
  `voxelToWorld, surface of ${count} points`,
  context,
  () => voxelToWorld(grid, points),
);
