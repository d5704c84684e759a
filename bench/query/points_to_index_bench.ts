/** Rows of points in random order. */

import { openContext, pointsToIndex } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);

benchOperator(
  `pointsToIndex, surface of ${count} points`,
  context,
  () => pointsToIndex(grid, points),
  (rows) => rows.readSync().every((row) => row >= 0n && row < BigInt(grid.numVoxels)),
);
