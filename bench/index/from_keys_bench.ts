/** Indexes of occupied keys. */

import { benchCases } from "./_cases.ts";

benchCases("indexFromKeys");
