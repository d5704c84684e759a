/** Places of voxels along Morton's curve. */

import { gridMorton } from "../../lib/query/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { grid } = surfaceInput(context);

benchOperator(
  `gridMorton, ${grid.numVoxels} voxels`,
  context,
  () => gridMorton(grid),
  (codes) => new Set(codes.data.readSync()).size === grid.numVoxels,
);
