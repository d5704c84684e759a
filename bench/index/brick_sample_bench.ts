/** Values of volumes in bricks between their voxels. */

import { benchBricks } from "./_bricks.ts";

benchBricks("brickSample");
