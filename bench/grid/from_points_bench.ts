/** Building grids from points. */

import { gridFromPoints, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "./_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);

benchOperator(
  `gridFromPoints, surface of ${count} points`,
  context,
  () => gridFromPoints(points, { voxelSize: 1 }),
  (built) => built.numVoxels === grid.numVoxels,
);
