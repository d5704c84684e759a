/** From world space to voxel space. */

import { openContext, worldToVoxel } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);

benchOperator(
  `worldToVoxel, surface of ${count} points`,
  context,
  () => worldToVoxel(grid, points),
);
