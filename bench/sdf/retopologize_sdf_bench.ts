/** A band of voxels around a sphere made anew: widened, made a distance, and cut. */

import { retopologizeSdf } from "../../lib/sdf/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { makeSphere } from "../mesh/_sphere.ts";

const context = openContext();

for (const radius of [32, 128]) {
  const { grid, field } = makeSphere(context, radius);
  benchOperator(
    `retopologizeSdf, ${grid.numVoxels} voxels, 10 steps`,
    context,
    () => retopologizeSdf(grid, field, { steps: 10 }),
    (band) => {
      const thick = band.grid.numVoxels / (4 * Math.PI * radius ** 2);
      return Math.abs(thick - 6) < 0.3 && band.field.readSync().every((one) => Math.abs(one) < 3);
    },
  );
}
