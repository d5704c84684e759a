/** Rows of active coordinates in random order. */

import { ijkToIndex, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, ijk } = surfaceInput(context);

benchOperator(
  `ijkToIndex, surface of ${count} points`,
  context,
  () => ijkToIndex(grid, ijk),
  (rows) => rows.readSync().every((row) => row >= 0n && row < BigInt(grid.numVoxels)),
);
