/** Voxels of volumes in bricks by their places. */

import { benchBricks } from "./_bricks.ts";

benchBricks("brickLookup");
