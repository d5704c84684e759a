/** The largest values of blocks of 2^3 and of overlapping windows of 3^3 voxels. */

import { maxPoolBackward } from "../../lib/pool/mod.ts";
import { coarsenedGrid, fullTensor, gridFromDense, maxPool, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const fine = gridFromDense({ context, dims: 64 });
const coarse = coarsenedGrid(fine, { factor: 2 });
const grids = { fine, coarse };

for (const channels of [1, 32]) {
  const values = fullTensor([fine.numVoxels, channels], 2, { context, dtype: "f32" });
  const given = fullTensor([coarse.numVoxels, channels], 8, { context, dtype: "f32" });
  for (const factor of [2, 3]) {
    const options = { factor, stride: 2 };
    benchOperator(
      `maxPool, ${fine.numVoxels} voxels by ${factor}, ${channels} channels`,
      context,
      () => maxPool(grids, values, options),
      (pooled) => pooled.readSync().every((one) => one === 2),
    );
    benchOperator(
      `maxPoolBackward, ${fine.numVoxels} voxels by ${factor}, ${channels} channels`,
      context,
      () => maxPoolBackward(grids, values, given, options),
      (back) => back.readSync().every((one) => one === 0 || one === 8),
    );
  }
}
