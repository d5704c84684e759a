/** Elements at random. */

import { benchCases } from "./_cases.ts";

benchCases("indexPoint", "indexOccupied");
