/**
 * Octrees of Potree as 3D Tiles: nodes are added to each other.
 *
 * @module
 */

import { cubeOfNode, type PotreeAbout, type PotreeEntry } from "../../io/potree/read.ts";
import { encodeTileset, type TilesetTile } from "../../io/tiles/tileset.ts";

/**
 * Says which tiles there are.
 *
 * @param nodes All nodes, parents before their children.
 * @param about What the metadata say.
 * @returns The text of `tileset.json`; contents are `tiles/NAME.glb`.
 */
export function potreeTileset(nodes: readonly PotreeEntry[], about: PotreeAbout): string {
  const made = new Map<string, TilesetTile & { readonly children: TilesetTile[] }>();
  for (const { name, points } of nodes) {
    const { min, edge } = cubeOfNode(name, about);
    const tile = {
      min,
      edge,
      // Points of a node are so far from each other; a node without points shows nothing of its own.
      geometricError: points === 0 ? edge : about.spacing / 2 ** (name.length - 1),
      ...(points === 0 ? {} : { uri: `tiles/${name}.glb` }),
      children: [],
    };
    made.set(name, tile);
    made.get(name.slice(0, -1))?.children.push(tile);
  }
  const root = made.get("r");
  if (root === undefined) throw new RangeError("Cannot view: the octree has no root");
  return encodeTileset(root, { refine: "ADD" });
}
