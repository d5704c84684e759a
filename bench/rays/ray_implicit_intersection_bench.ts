/** Where rays cross a sphere, by chords. */

import { rayImplicitIntersection } from "../../mod.ts";
import { benchCrossings } from "./_crossings.ts";

benchCrossings(rayImplicitIntersection, 0.9);
