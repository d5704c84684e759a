/** Indexes of occupancy bits. */

import { benchCases } from "./_cases.ts";

benchCases("indexFromBits");
