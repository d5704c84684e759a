/** First voxels on a sphere: rays of a camera, and rays from anywhere to anywhere. */

import { firstActiveVoxel, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { areOnSphere, raySets } from "./_rays.ts";

const context = openContext();
const { grid } = surfaceInput(context);

for (const set of raySets(context, 512)) {
  benchOperator(
    `firstActiveVoxel, ${set.name}`,
    context,
    () => firstActiveVoxel(grid, set.origins, set.directions),
    (hits) => {
      // A list of one time for each ray that hits.
      const times = hits.times.readSync();
      const offsets = new BigInt64Array(set.count + 1);
      times.forEach((time, n) => offsets[n + 1] = (offsets[n] ?? 0n) + (time < 0 ? 0n : 1n));
      const found = times.filter((time) => time >= 0);
      return found.length > set.count / 10 && found.length < set.count &&
        areOnSphere(set, offsets, found, 1);
    },
  );
}
