/** Averages per voxel: exact sums of bytes, ordered sums of floats. */

import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import { voxelMeanBackward } from "../../lib/pool/mod.ts";
import { openContext, tensor, voxelMean } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, points } = surfaceInput(context);
const { grid, rows } = gridFromPointsWithRows(points, { voxelSize: 1 });
const bytes = tensor(Uint8Array.from({ length: count * 3 }, (_, at) => at), {
  context,
  shape: [count, 3],
});

/** Whether means are exact sums over counts; all sums here are whole numbers. */
function areMeans(means: Float32Array, values: ArrayLike<number>): boolean {
  const sums = new Float64Array(means.length);
  const counts = new Float64Array(grid.numVoxels);
  rows.readSync().forEach((row, n) => {
    const voxel = Number(row);
    counts[voxel] = (counts[voxel] ?? 0) + 1;
    for (let channel = 0; channel < 3; channel++) {
      const at = voxel * 3 + channel;
      sums[at] = (sums[at] ?? 0) + (values[n * 3 + channel] ?? 0);
    }
  });
  const expected = sums.map((sum, at) => Math.fround(sum / (counts[Math.floor(at / 3)] ?? 0)));
  return equalArrays(means, expected);
}

benchOperator(
  `voxelMean, u8 [${count}, 3]`,
  context,
  () => voxelMean(grid, rows, bytes),
  (means) => areMeans(means.readSync(), bytes.readSync()),
);

benchOperator(
  `voxelMean, f32 [${count}, 3]`,
  context,
  () => voxelMean(grid, rows, points),
  (means) => areMeans(means.readSync(), points.readSync()),
);

const sums = voxelMean(grid, rows, points);

benchOperator(
  `voxelMeanBackward, f32 [${count}, 3]`,
  context,
  () => voxelMeanBackward(grid, rows, sums),
  (shares) => {
    const counts = new Float64Array(grid.numVoxels);
    const ofPoint = [...rows.readSync()].map(Number);
    for (const row of ofPoint) counts[row] = (counts[row] ?? 0) + 1;
    const given = sums.readSync();
    const expected = Float32Array.from(
      { length: count * 3 },
      (_, at) => {
        const row = ofPoint[Math.floor(at / 3)] ?? NaN;
        return (given[row * 3 + at % 3] ?? NaN) / (counts[row] ?? NaN);
      },
    );
    return equalArrays(shares.readSync(), expected);
  },
);
