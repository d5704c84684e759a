/** Dense volumes from volumes in bricks. */

import { benchBricks } from "./_bricks.ts";

benchBricks("brickToDense");
