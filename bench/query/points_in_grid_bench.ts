/** Points in active voxels in random order. */

import { pointsInGrid } from "../../lib/query/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);

benchOperator(
  `pointsInGrid, surface of ${count} points`,
  context,
  () => pointsInGrid(grid, points),
  (inside) => inside.readSync().every((one) => one === 1),
);
