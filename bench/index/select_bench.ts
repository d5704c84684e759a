/** Elements by rank. */

import { benchCases } from "./_cases.ts";

benchCases("indexSelect");
