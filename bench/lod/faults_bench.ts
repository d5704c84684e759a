/** Checking a tree, most of which is work of the host. */

import { findLodFaults } from "../../lib/lod/mod.ts";
import { buildLod, openContext } from "../../mod.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(100_000);
const { points, colors } = layTiles(context, tile, { tiles: 1, order: "scan" });
const tree = buildLod(points, colors, { pointsPerLeaf: 5000 });
const faults = await findLodFaults(tree);
if (faults.length > 0) throw new Error(`Cannot time findLodFaults: ${faults.join("; ")}`);

Deno.bench({ name: `findLodFaults, ${tile.count} points on ${context.device}` }, async () => {
  await findLodFaults(tree);
});
