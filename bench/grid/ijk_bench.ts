/** Listing the voxels of a grid. */

import { gridIjk, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { countDistinct } from "./_inputs.ts";
import { surfaceInput } from "./_points.ts";

const context = openContext();
const { count, grid, ijk } = surfaceInput(context);

benchOperator(
  `gridIjk, surface of ${count} points`,
  context,
  () => gridIjk(grid),
  (voxels) => countDistinct(voxels.data.readSync()) === countDistinct(ijk.readSync()),
);
