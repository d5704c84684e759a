/** Sizes before there is anything. */

import { benchCases } from "./_cases.ts";

benchCases("estimateIndex");
