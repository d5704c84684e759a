/** Points that move up to inner nodes, which is work of the host. */

import { lodPicks } from "../../lib/lod/mod.ts";
import { buildLod, openContext } from "../../mod.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(1_000_000);
const { points, colors } = layTiles(context, tile, { tiles: 1, order: "shuffled" });
const tree = buildLod(points, colors, { strategy: "none" });
const owners = await lodPicks(tree);
const isInner = (owner: number): boolean => tree.node(owner).kind === "inner";
if (!owners.subarray(0, 10_000).some(isInner)) throw new Error("Cannot time lodPicks: none moved");

for (const pick of ["central", "random"] as const) {
  Deno.bench({ name: `lodPicks ${pick}, ${tile.count} points on ${context.device}` }, async () => {
    await lodPicks(tree, { pick });
  });
}
