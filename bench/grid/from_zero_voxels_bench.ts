/** What grids cost that hold nothing. */

import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const count = 1000;
const origin = Array.from({ length: count }, (_, b) => [b, 0, 0] as const);

benchOperator(
  `gridFromZeroVoxels, ${count} grids`,
  context,
  () => gridFromZeroVoxels({ context, origin }),
  (grids) => grids.gridCount === count,
);
