/** Active coordinates in random order. */

import { coordsInGrid } from "../../lib/query/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, ijk } = surfaceInput(context);

benchOperator(
  `coordsInGrid, surface of ${count} points`,
  context,
  () => coordsInGrid(grid, ijk),
  (active) => active.readSync().every((one) => one === 1),
);
