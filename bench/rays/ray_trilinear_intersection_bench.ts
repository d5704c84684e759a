/** Where rays cross a sphere, as roots of the trilinear field. */

import { rayTrilinearIntersection } from "../../mod.ts";
import { benchCrossings } from "./_crossings.ts";

benchCrossings(rayTrilinearIntersection, 0.01);
