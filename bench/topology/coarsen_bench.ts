/** Coarser grids. */

import { benchCases } from "./_surface.ts";

benchCases("coarsenedGrid", "coarsen");
