/** From voxels to dense boxes. The floor is every cell written once and every row read once. */

import { injectToDenseCmajor, injectToDenseCminor } from "../../lib/inject/mod.ts";
import { openContext, type Tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { band, cellsOf, features, FORMS, LEAST, megabytes, SIDE } from "./_band.ts";

const context = openContext();
const grid = band(context);
const rows = grid.numVoxels;
const cells = cellsOf(grid);
const options = {
  ijkMin: [LEAST, LEAST, LEAST],
  dims: [SIDE, SIDE, SIDE],
} as const;

for (const { channels, dtype } of FORMS) {
  const data = features(context, [rows, channels], dtype);
  const source = data.readSync();

  /** Whether each voxel's cell holds its row and no other cell holds anything. */
  const isRight = (dense: Tensor, minor: boolean): boolean => {
    const values = dense.readSync();
    let full = 0;
    for (let at = 0; at < values.length; at++) if (values[at] !== 0) full++;
    return full === source.length && cells.every((cell, row) => {
      for (let c = 0; c < channels; c++) {
        const at = minor ? cell * channels + c : c * SIDE ** 3 + cell;
        if (values[at] !== source[row * channels + c]) return false;
      }
      return true;
    });
  };

  const floor = megabytes((SIDE ** 3 / rows + 1) * data.byteLength);
  for (const toDense of [injectToDenseCminor, injectToDenseCmajor]) {
    benchOperator(
      `${toDense.name}, ${dtype} [${rows}, ${channels}] to ${SIDE}^3, floor ${floor}`,
      context,
      () => toDense(grid, data, options),
      (dense) => isRight(dense, toDense === injectToDenseCminor),
    );
  }
}
