/** Grids shrunk by neighbours. */

import { benchCases } from "./_surface.ts";

benchCases("erodedGrid", "erode");
