/** Trees that come from elsewhere. */

import { benchCases } from "./_cases.ts";

benchCases("indexFromBytes");
