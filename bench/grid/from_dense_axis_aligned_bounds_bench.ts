/** Building a box that fills bounds. */

import { gridFromDenseAxisAlignedBounds } from "../../lib/grid/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const side = 64;

benchOperator(
  `gridFromDenseAxisAlignedBounds, ${side}^3`,
  context,
  () => gridFromDenseAxisAlignedBounds({ context, dims: side, boundsMin: -1, boundsMax: 1 }),
  (grid) => grid.numVoxels === side ** 3 && grid.voxelSizes[0] === 2 / side,
);
