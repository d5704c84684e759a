/**
 * A height image of a point cloud seen from above, traced with rays: bright is high.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-write=. examples/depth_map.ts examples/data/autzen_trim.laz 3 depth.png
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- an example talks to its reader

import { encodePng, readPointCloud } from "../lib/io/mod.ts";
import { firstActiveVoxel, gridFromPoints, openContext, tensor } from "../mod.ts";

const [input = "examples/data/autzen_trim.laz", size = "3", output = "depth.png"] = Deno.args;
const voxelSize = Number(size);

// A point cloud of any format. Positions are doubles in the file's units, often millions from the origin.
const cloud = await readPointCloud(await Deno.readFile(input), { name: input });
const { min, max } = cloud.bounds;

using context = openContext();
using points = tensor(cloud.positions, { context, shape: [cloud.count, 3] });
using grid = gridFromPoints(points, { voxelSize, origin: min });

// One ray per voxel column, from above the highest point straight down.
const width = Math.floor((max[0] - min[0]) / voxelSize) + 1;
const height = Math.floor((max[1] - min[1]) / voxelSize) + 1;
const top = max[2] + voxelSize;
const from = new Float64Array(width * height * 3);
const along = new Float64Array(from.length);
for (let row = 0; row < height; row++) {
  for (let column = 0; column < width; column++) {
    const at = (row * width + column) * 3;
    // Images have their first row at the top, so y goes down.
    from.set([min[0] + column * voxelSize, max[1] - row * voxelSize, top], at);
    along.set([0, 0, -1], at);
  }
}
const shape = [width * height, 3];
using origins = tensor(from, { context, shape });
using directions = tensor(along, { context, shape });
using hits = firstActiveVoxel(grid, origins, directions);

// A ray's time is the distance that it traveled, since directions have length 1; -1 means a miss.
const times = await hits.times.read();
const depth = top - min[2];
const pixels = Uint8Array.from(times, (time) => time < 0 ? 0 : 255 - 200 * (time / depth));
await Deno.writeFile(output, await encodePng(pixels, { width, height, channels: 1 }));
console.log(`${output}: ${width} x ${height} pixels of ${grid.numVoxels} voxels`);
