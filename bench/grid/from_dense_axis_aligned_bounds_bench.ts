/** Building a box that fills bounds. */

import { gridFromDenseAxisAlignedBounds, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const side = 64;

benchOperator(
  `gridFromDenseAxisAlignedBounds, ${side}^3`,
  context,
  () => gridFromDenseAxisAlignedBounds({ context, dims: side, min: -1, max: 1 }),
  (grid) => grid.numVoxels === side ** 3 && grid.voxelSizes[0] === 2 / side,
);
