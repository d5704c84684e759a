/** What volumes in bricks cost. */

import { benchBricks } from "./_bricks.ts";

benchBricks("brickStats");
