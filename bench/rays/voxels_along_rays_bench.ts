/** All voxels along rays on a sphere: rays of a camera, and rays from anywhere to anywhere. */

import { openContext, voxelRowsAlongRays, voxelsAlongRays } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { areOnSphere, raySets } from "./_rays.ts";

const context = openContext();
const { grid } = surfaceInput(context);

for (const set of raySets(context, 512)) {
  for (const output of ["ijk", "rows"] as const) {
    benchOperator(
      `${output === "ijk" ? "voxelsAlongRays" : "voxelRowsAlongRays"}, ${set.name}`,
      context,
      () =>
        output === "ijk"
          ? voxelsAlongRays(grid, set.origins, set.directions)
          : voxelRowsAlongRays(grid, set.origins, set.directions),
      ({ times }) =>
        times.data.length > set.count &&
        areOnSphere(set, times.offsets, times.data.readSync(), 2),
    );
  }
}
