/** Grids grown by neighbours. */

import { benchCases } from "./_surface.ts";

benchCases("dilatedGrid", "dilate");
