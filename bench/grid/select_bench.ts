/** Picking grids from a batch. */

import { concatenateGrids, selectGrids } from "../../lib/grid/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "./_points.ts";

const context = openContext();
const { count, grid } = surfaceInput(context, 100_000);
const batch = concatenateGrids(Array(10).fill(grid));

benchOperator(
  `selectGrids, every other of ten surfaces of ${count} points`,
  context,
  () => selectGrids(batch, { step: 2 }),
  (some) => some.numVoxels === 5 * grid.numVoxels,
);
