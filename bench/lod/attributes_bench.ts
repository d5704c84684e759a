/** Attributes of voxels from those of points. */

import { lodMajority, lodMean, lodNearest } from "../../lib/lod/mod.ts";
import { buildLod, openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(1_000_000);
const { points, colors } = layTiles(context, tile, { tiles: 1, order: "scan" });
const tree = buildLod(points, colors, { rows: true });
const bytes = Uint8Array.from({ length: tile.count }, (_, row) => Math.floor(row / 1000) % 7);
const classes = tensor(bytes, { context, shape: [tile.count, 1] });
const same = tensor(new Float32Array(tile.count).fill(0.5), { context, shape: [tile.count, 1] });

benchOperator(
  `lodNearest, ${tile.count} points`,
  context,
  () => lodNearest(tree, classes),
  (own) => {
    return own.readSync().every((value) => value < 7);
  },
);

benchOperator(`lodMean, ${tile.count} points`, context, () => lodMean(tree, same), (own) => {
  return own.readSync().every((value) => value === 0.5);
});

benchOperator(
  `lodMajority, ${tile.count} points`,
  context,
  () => lodMajority(tree, classes),
  (own) => {
    return own.readSync().every((value) => value < 7);
  },
);
