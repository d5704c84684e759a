/** Grids on the corners of cells. */

import { benchCases } from "./_surface.ts";

benchCases("dualGrid", "dual");
