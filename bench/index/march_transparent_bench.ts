/** Volumes through which light passes: dense, with skipped bricks, and in bricks. */

import { benchMarch } from "./_march.ts";

benchMarch("marchTransparent");
