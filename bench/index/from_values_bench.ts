/** Trees of numbers. */

import { benchCases } from "./_cases.ts";

benchCases("indexFromValues");
