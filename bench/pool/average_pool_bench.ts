/** Averages of blocks of 2^3 voxels. */

import {
  averagePool,
  averagePoolBackward,
  coarsenedGrid,
  fullTensor,
  gridFromDense,
  openContext,
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
    `averagePool, ${fine.numVoxels} voxels, ${channels} channels`,
    context,
    () => averagePool(grids, values, { factor: 2 }),
    (pooled) => pooled.readSync().every((one) => one === 2),
  );
  benchOperator(
    `averagePoolBackward, ${fine.numVoxels} voxels, ${channels} channels`,
    context,
    () => averagePoolBackward(grids, given, { factor: 2 }),
    (back) => back.readSync().every((one) => one === 1),
  );
}
