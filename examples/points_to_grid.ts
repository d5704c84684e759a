/**
 * From points to voxels, and back to points: the first steps with denovdb.
 *
 * ```sh
 * deno run --allow-ffi=build examples/points_to_grid.ts
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- an example talks to its reader

import { gridFromPointsWithRows } from "../lib/grid/mod.ts";
import { gridIjk, openContext, tensor, voxelMean, voxelToWorld } from "../mod.ts";

// A device: the first CUDA GPU, or else the CPU. `using` releases everything at the end of the program.
using context = openContext();
console.log(`working on ${context.device}: ${context.deviceName}`);

// Points on a spiral, three numbers each. Try other shapes, other counts, float64.
const count = 100_000;
const xyz = Float32Array.from({ length: count * 3 }, (_, at) => {
  const turn = Math.floor(at / 3) / count * 40;
  return [Math.cos(turn) * turn / 40, Math.sin(turn) * turn / 40, turn / 40][at % 3] ?? 0;
});
using points = tensor(xyz, { context, shape: [count, 3] });

// A grid of the voxels that contain a point, and the row of each point's voxel.
using built = gridFromPointsWithRows(points, { voxelSize: 0.02 });
const { grid, rows } = built;
console.log(`${count} points lie in ${grid.numVoxels} voxels, ${grid.counts.bytes} bytes`);
console.log(`voxels from (${grid.bbox().slice(0, 3)}) to (${grid.bbox().slice(3)})`);

// Any values of the points can be averaged per voxel; here the points themselves.
using centers = voxelMean(grid, rows, points);

// The center of each voxel, for comparison.
using ijk = gridIjk(grid);
using voxels = tensor(Float32Array.from(await ijk.data.read()), { context, shape: ijk.data.shape });
using middles = voxelToWorld(grid, voxels);

const [mean, middle] = [await centers.read(), await middles.read()];
const distance = Math.hypot(...[0, 1, 2].map((axis) => (mean[axis] ?? 0) - (middle[axis] ?? 0)));
console.log(`in the first voxel the points lie ${distance.toFixed(4)} from its center on average`);
