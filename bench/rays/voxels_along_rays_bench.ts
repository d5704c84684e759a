/** All voxels along rays on a sphere: rays of a camera, and rays from anywhere to anywhere. */

import { voxelsAlongRays } from "../../lib/rays/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { areOnSphere, raySets } from "./_rays.ts";

const context = openContext();
const { grid } = surfaceInput(context);

for (const set of raySets(context, 512)) {
  for (const output of ["ijk", "rows"] as const) {
    benchOperator(
      `voxelsAlongRays, ${output}, ${set.name}`,
      context,
      () =>
        output === "ijk"
          ? voxelsAlongRays(grid, set.origins, set.directions)
          : voxelsAlongRays(grid, set.origins, set.directions, { output }),
      ({ times }) =>
        times.data.length > set.count &&
        areOnSphere(set, times.offsets, times.data.readSync(), 2),
    );
  }
}
