/** Averages of blocks of 2^3 voxels, and of large blocks around a surface. */

import { averagePool, averagePoolBackward } from "../../lib/pool/mod.ts";
import { coarsenedGrid, fullTensor, gridFromDense, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

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

const { grid: surface } = surfaceInput(context);
const ones = fullTensor([surface.numVoxels, 4], 1, { context, dtype: "f32" });

for (const factor of [8, 32, 128]) {
  const blocks = coarsenedGrid(surface, { factor });
  benchOperator(
    `averagePool, ${surface.numVoxels} voxels of a surface by ${factor}, 4 channels`,
    context,
    () => averagePool({ fine: surface, coarse: blocks }, ones, { factor }),
    (pooled) => {
      const sum = pooled.readSync().reduce((sum, one) => sum + one, 0);
      return Math.abs(sum * factor ** 3 / ones.length - 1) < 1e-6;
    },
  );
}
