/** From dense boxes to voxels. The floor is the elements of every voxel read and written once. */

import { injectFromDenseCmajor, injectFromDenseCminor } from "../../lib/inject/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { band, cellsOf, features, FORMS, LEAST, megabytes, SIDE } from "./_band.ts";

const context = openContext();
const grid = band(context);
const rows = grid.numVoxels;
const cells = cellsOf(grid);

for (const { channels, dtype } of FORMS) {
  const box = [SIDE, SIDE, SIDE];
  const dense = features(context, [1, ...box, channels], dtype);
  const source = dense.readSync();
  const planes = dense.reshape([1, channels, ...box]);
  const floor = megabytes(2 * rows * dense.byteLength / SIDE ** 3);
  const ijkMin = [LEAST, LEAST, LEAST] as const;
  const shape = `${dtype} [${rows}, ${channels}] from ${SIDE}^3`;
  benchOperator(
    `injectFromDenseCminor, ${shape}, floor ${floor}`,
    context,
    () => injectFromDenseCminor(grid, dense, { ijkMin }),
    (data) =>
      data.readSync().every((value, at) => {
        const cell = cells[Math.floor(at / channels)] ?? 0;
        return value === source[cell * channels + at % channels];
      }),
  );
  benchOperator(
    `injectFromDenseCmajor, ${shape}, floor ${floor}`,
    context,
    () => injectFromDenseCmajor(grid, planes, { ijkMin }),
    (data) =>
      data.readSync().every((value, at) => {
        const cell = cells[Math.floor(at / channels)] ?? 0;
        return value === source[(at % channels) * SIDE ** 3 + cell];
      }),
  );
}
