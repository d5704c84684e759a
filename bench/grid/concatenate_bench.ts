/** Joining batches. */

import { concatenateGrids } from "../../lib/grid/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "./_points.ts";

const context = openContext();
const { count, grid } = surfaceInput(context, 100_000);
const batches = Array(10).fill(grid);

benchOperator(
  `concatenateGrids, ten surfaces of ${count} points`,
  context,
  () => concatenateGrids(batches),
  (all) => all.numVoxels === 10 * grid.numVoxels,
);
