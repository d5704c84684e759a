/** Sums of boxes, and ranks from them. */

import { benchCases } from "./_cases.ts";

benchCases("indexBox", "indexLinearRank");
