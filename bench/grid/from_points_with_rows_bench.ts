/** Building grids from points, with the row of each point. */

import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import { ijkToIndex, openContext } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { surfaceInput } from "./_points.ts";

const context = openContext();
const { count, grid, ijk, points } = surfaceInput(context);
const expected = ijkToIndex(grid, ijk);

benchOperator(
  `gridFromPointsWithRows, surface of ${count} points`,
  context,
  () => gridFromPointsWithRows(points, { voxelSize: 1 }),
  ({ rows }) => equalArrays(rows.readSync(), expected.readSync()),
);
