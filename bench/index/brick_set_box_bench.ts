/** Edits of volumes in bricks. */

import { benchBricks } from "./_bricks.ts";

benchBricks("brickSetBox");
