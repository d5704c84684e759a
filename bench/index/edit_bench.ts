/** Edits in batches. */

import { benchCases } from "./_cases.ts";

benchCases("indexToggle", "indexAdd");
