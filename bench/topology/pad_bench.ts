/** Grids grown by a box. */

import { benchCases } from "./_surface.ts";

benchCases("paddedGrid", "pad");
