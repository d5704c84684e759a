/** Surfaces of a volume: dense, with skipped bricks, and in bricks. */

import { benchMarch } from "./_march.ts";

benchMarch("marchIsoSurface");
