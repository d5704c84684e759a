/** Finer grids. */

import { benchCases } from "./_surface.ts";

benchCases("refinedGrid", "refine");
