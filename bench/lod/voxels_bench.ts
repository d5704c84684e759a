/** Voxels of a tree as columns. */

import { lodVoxels } from "../../lib/lod/mod.ts";
import { buildLod, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(1_000_000);
const { points, colors } = layTiles(context, tile, { tiles: 1, order: "scan" });
const tree = buildLod(points, colors);

benchOperator(
  `lodVoxels, ${tree.counts.voxels} voxels`,
  context,
  () => lodVoxels(tree),
  (columns) => {
    return columns.coordinates.readSync().every((value) => value >= 0 && value < tree.gridSize);
  },
);
