/** Points that move up, leaf by leaf, which is work of the host. */

import { LodPicker, lodPoints } from "../../lib/lod/mod.ts";
import { buildLod, openContext } from "../../mod.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(1_000_000);
const { points, colors } = layTiles(context, tile, { tiles: 1, order: "scan" });
const tree = buildLod(points, colors, { strategy: "none", maxDepth: 1, pointsPerLeaf: 2 });
const leaves = [...tree.nodes()].filter(({ kind }) => kind === "leaf").map((node) => {
  const columns = lodPoints(tree, { first: node.firstPoint, count: node.pointCount });
  return {
    path: [0, node.index],
    places: new Uint32Array(columns.coordinates.readSync().buffer),
    colors: columns.colors.readSync(),
  };
});

function share(): number {
  let count = 0;
  const own = (_: number, places: Uint32Array): void => void (count += places.length / 3);
  const picker = new LodPicker({ frame: tree, own });
  for (const leaf of leaves) picker.take(leaf.path, leaf.places, leaf.colors);
  picker.finish();
  return count;
}

if (share() !== tile.count) throw new Error("Cannot time LodPicker: points are missing");
Deno.bench({ name: `LodPicker, ${tile.count} points` }, () => void share());
