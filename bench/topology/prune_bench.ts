/** Grids that lose half of their voxels. */

import { benchCases } from "./_surface.ts";

benchCases("prunedGrid", "prune");
