/** Segments of rays in a sphere's voxels: rays of a camera, and rays from anywhere to anywhere. */

import { openContext, segmentsAlongRays } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { areOnSphere, raySets } from "./_rays.ts";

const context = openContext();
const { grid } = surfaceInput(context);

for (const set of raySets(context, 512)) {
  benchOperator(
    `segmentsAlongRays, ${set.name}`,
    context,
    () => segmentsAlongRays(grid, set.origins, set.directions),
    ({ data, offsets }) =>
      data.length > set.count / 2 && areOnSphere(set, offsets, data.readSync(), 2),
  );
}
