/** Listing the voxels of a grid. */

import { gridIjk, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "./_points.ts";

const context = openContext();
const { count, grid } = surfaceInput(context);

benchOperator(`gridIjk, surface of ${count} points`, context, () => gridIjk(grid));
