/**
 * Images of a point cloud from decreasing distances: voxels of a level-of-detail tree from afar, points close up.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-write=. examples/level_of_detail.ts examples/data/autzen_trim.laz out
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- an example talks to its reader

import { cameraLookAt } from "../lib/core/mod.ts";
import { encodePng, readPointCloud } from "../lib/io/mod.ts";
import { renderLodBlended } from "../lib/lod/mod.ts";
import { buildLod, openContext, tensor } from "../mod.ts";

const [input = "examples/data/autzen_trim.laz", folder = "out"] = Deno.args;

// A point cloud of any format. Positions are doubles in the file's units, often millions from the origin.
const cloud = await readPointCloud(await Deno.readFile(input), { name: input });
const { min, max } = cloud.bounds;

using context = openContext();
const shape = [cloud.count, 3];
using points = tensor(cloud.positions, { context, shape });
using colors = cloud.colors && tensor(cloud.colors, { context, shape });
using tree = buildLod(points, colors, { strategy: "weighted", pointsPerLeaf: 2000, gridSize: 64 });

await Deno.mkdir(folder, { recursive: true });
const [width, height] = [640, 480];
const middle = (axis: 0 | 1 | 2): number => (min[axis] + max[axis]) / 2;
const target = [middle(0), middle(1), middle(2)] as const;
// The closer the camera, the larger points must be for surfaces without holes.
for (const [nearness, pointSize] of [[1, 1], [3, 3], [9, 7]] as const) {
  // From the south and above. Nodes smaller than 32 pixels are drawn as voxels of at most one pixel.
  const distance = 0.9 * tree.cube.edge / nearness;
  const eye = [target[0], target[1] - distance, target[2] + 0.6 * distance] as const;
  const camera = cameraLookAt({ eye, target, width, height });
  using picture = renderLodBlended(tree, camera, {
    background: [0.75, 0.85, 0.95, 1],
    pointSize,
  });
  const path = `${folder}/nearness_${nearness}.png`;
  const pixels = await picture.image.read();
  await Deno.writeFile(path, await encodePng(pixels, { width, height, channels: 4 }));
  const { nodes, points, voxels } = picture.counts;
  console.log(`${path}: ${points} points and ${voxels} voxels of ${nodes} nodes`);
}
