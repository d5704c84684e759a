/** Ranks of occupied elements. */

import { benchCases } from "./_cases.ts";

benchCases("indexLookup");
