/** Whether rays hit a sphere: rays of a camera, and rays from anywhere to anywhere. */

import { raysIntersectVoxels } from "../../lib/rays/mod.ts";
import { firstActiveVoxel, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { raySets } from "./_rays.ts";

const context = openContext();
const { grid } = surfaceInput(context);

for (const set of raySets(context, 512)) {
  benchOperator(
    `raysIntersectVoxels, ${set.name}`,
    context,
    () => raysIntersectVoxels(grid, set.origins, set.directions),
    (met) => {
      using hits = firstActiveVoxel(grid, set.origins, set.directions);
      const rows = hits.rows.readSync();
      return met.readSync().every((hit, n) => (hit === 1) === ((rows[n] ?? -1n) >= 0n));
    },
  );
}
