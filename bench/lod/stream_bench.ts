/** Trees built in parts under a limit, against trees built at once. */

import { streamLod } from "../../lib/lod/mod.ts";
import { buildLod, openContext } from "../../mod.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(500_000);
const { points, colors } = layTiles(context, tile, { tiles: 1, order: "scan" });
const chunk = { points: points.readSync(), colors: colors.readSync() };
const source = { chunks: (): (typeof chunk)[] => [chunk] };
using tree = buildLod(points, colors);
const sink = { begin: (): void => {}, node: (): void => {} };

for (const memoryLimit of [32e6, 512e6]) {
  const { counts } = await streamLod(source, sink, { context, memoryLimit });
  if (counts.voxels !== tree.counts.voxels || counts.nodes !== tree.counts.nodes) {
    throw new Error("Cannot time streamLod: the tree is another");
  }
  const name = `streamLod, ${tile.count} points, ${memoryLimit / 1e6} MB on ${context.device}`;
  Deno.bench({ name }, async () => {
    await streamLod(source, sink, { context, memoryLimit });
  });
}
