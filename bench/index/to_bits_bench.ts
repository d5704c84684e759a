/** All elements. */

import { benchCases } from "./_cases.ts";

benchCases("indexToBits", "indexToValues");
