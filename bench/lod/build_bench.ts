/** Level-of-detail trees of a million points; `lod_bench.ts` measures larger ones. */

import { buildLod, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(1_000_000);

for (const order of ["scan", "shuffled"] as const) {
  const { points, colors } = layTiles(context, tile, { tiles: 1, order });
  for (const strategy of ["none", "first", "average", "weighted"] as const) {
    benchOperator(
      `buildLod, ${strategy}, ${tile.count} points, ${order}`,
      context,
      () => buildLod(points, colors, { strategy }),
      (tree) => tree.levels().reduce((sum, level) => sum + level.points, 0) === tile.count,
    );
  }
}
