/** Building boxes, whole and with a mask. */

import { gridFromDense, openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const side = 128;
const dims = [side, side, side] as const;
const mask = tensor(Uint8Array.from({ length: side ** 3 }, (_, at) => at % 2), {
  context,
  shape: dims,
});

benchOperator(
  `gridFromDense, ${side}^3`,
  context,
  () => gridFromDense({ context, dims }),
  (grid) => grid.numVoxels === side ** 3,
);

benchOperator(
  `gridFromDense, every other voxel of ${side}^3`,
  context,
  () => gridFromDense({ context, dims, mask }),
  (grid) => grid.numVoxels === side ** 3 / 2,
);
