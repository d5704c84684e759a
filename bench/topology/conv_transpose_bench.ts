/** Grids of transposed convolutions. */

import { benchCases } from "./_surface.ts";

benchCases("convTransposeGrid", "conv transpose");
