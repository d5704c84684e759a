/** From one layout to another. */

import { benchCases } from "./_cases.ts";

benchCases("freezeIndex", "thawIndex", "indexToPaper", "indexFromPaper");
