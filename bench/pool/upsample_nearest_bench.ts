/** Values of coarse voxels for blocks of 2^3 finer ones, and back. */

import { upsampleNearestBackward } from "../../lib/pool/mod.ts";
import {
  coarsenedGrid,
  fullTensor,
  gridFromDense,
  openContext,
  upsampleNearest,
} from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const fine = gridFromDense({ context, dims: 64 });
const coarse = coarsenedGrid(fine, { factor: 2 });
const grids = { fine, coarse };

for (const channels of [1, 32]) {
  const values = fullTensor([fine.numVoxels, channels], 2, { context, dtype: "f32" });
  const given = fullTensor([coarse.numVoxels, channels], 8, { context, dtype: "f32" });
  benchOperator(
    `upsampleNearest, ${fine.numVoxels} voxels, ${channels} channels`,
    context,
    () => upsampleNearest(grids, given, { factor: 2 }),
    (upsampled) => upsampled.readSync().every((one) => one === 8),
  );
  benchOperator(
    `upsampleNearestBackward, ${fine.numVoxels} voxels, ${channels} channels`,
    context,
    () => upsampleNearestBackward(grids, values, { factor: 2 }),
    (back) => back.readSync().every((one) => one === 16),
  );
}
