/** The part of grids in a box. */

import { benchCases } from "./_surface.ts";

benchCases("clippedGrid", "clip");
