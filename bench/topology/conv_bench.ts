/** Grids of convolutions. */

import { benchCases } from "./_surface.ts";

benchCases("convGrid", "conv k");
