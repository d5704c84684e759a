/** Places of voxels along Hilbert's curve. */

import { gridHilbert } from "../../lib/query/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { grid } = surfaceInput(context);

benchOperator(
  `gridHilbert, ${grid.numVoxels} voxels`,
  context,
  () => gridHilbert(grid),
  (codes) => new Set(codes.data.readSync()).size === grid.numVoxels,
);
