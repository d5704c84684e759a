/** What a batch costs that holds nothing. */

import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();

benchOperator(
  "gridFromZeroGrids",
  context,
  () => gridFromZeroGrids({ context }),
  (none) => none.gridCount === 0,
);
