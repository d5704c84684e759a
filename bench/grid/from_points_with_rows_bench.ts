/** Building grids from points, with the row of each point. */

import { gridFromPointsWithRows, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "./_points.ts";

const context = openContext();
const { count, points } = surfaceInput(context);

benchOperator(
  `gridFromPointsWithRows, surface of ${count} points`,
  context,
  () => gridFromPointsWithRows(points, { voxelSize: 1 }),
);
