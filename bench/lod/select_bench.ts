/** Selection of what a camera needs of a tree; `render_bench.ts` measures pictures. */

import { selectLodNodes } from "../../lib/lod/mod.ts";
import { buildLod, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { layTiles, lowCamera, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(1_000_000);
const cloud = layTiles(context, tile, { tiles: 1, order: "scan" });
const tree = buildLod(cloud.points, cloud.colors, { pointsPerLeaf: 100, gridSize: 8 });

for (const minSize of [0, 4, 64]) {
  benchOperator(
    `selectLodNodes, ${tree.counts.nodes} nodes of ${minSize} pixels or more`,
    context,
    () => selectLodNodes(tree, lowCamera(cloud, { width: 1920, height: 1080 }), { minSize }),
    ({ runs, counts }) => {
      const table = runs.readSync();
      let samples = 0n;
      for (let at = 2; at < table.length; at += 3) samples += table[at] ?? 0n;
      return counts.runs > 0 && Number(samples) === counts.points + counts.voxels;
    },
  );
}
