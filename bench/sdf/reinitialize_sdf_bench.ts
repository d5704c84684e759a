/** A field in a band around a sphere made a distance again: steps of three passes each. */

import { reinitializeSdf } from "../../lib/sdf/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { makeSphere } from "../mesh/_sphere.ts";

const context = openContext();

for (const radius of [32, 128]) {
  const { grid, field } = makeSphere(context, radius);
  const exact = field.readSync();
  benchOperator(
    `reinitializeSdf, ${grid.numVoxels} voxels, 10 steps`,
    context,
    () => reinitializeSdf(grid, field, { steps: 10 }),
    (distances) =>
      distances.readSync().every((one, row) =>
        Math.abs(one - Math.max(-3, Math.min(3, exact[row] ?? NaN))) < 1
      ),
  );
}
