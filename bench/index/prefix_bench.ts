/** Sums before elements, and of ranges. */

import { benchCases } from "./_cases.ts";

benchCases("indexPrefix", "indexRange");
