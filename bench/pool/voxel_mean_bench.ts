/** Averages per voxel: exact sums of bytes, ordered sums of floats. */

import { gridFromPointsWithRows, openContext, tensor, voxelMean } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, points } = surfaceInput(context);
const { grid, rows } = gridFromPointsWithRows(points, { voxelSize: 1 });
const bytes = tensor(Uint8Array.from({ length: count * 3 }, (_, at) => at), {
  context,
  shape: [count, 3],
});

benchOperator(`voxelMean, u8 [${count}, 3]`, context, () => voxelMean(grid, rows, bytes));

benchOperator(`voxelMean, f32 [${count}, 3]`, context, () => voxelMean(grid, rows, points));
