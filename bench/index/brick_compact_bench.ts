/** Volumes in bricks, put in order. */

import { benchBricks } from "./_bricks.ts";

benchBricks("brickCompact");
