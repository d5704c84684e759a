/** Unions of grids. */

import { benchCases } from "./_surface.ts";

benchCases("mergedGrid", "merge");
