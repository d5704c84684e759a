/** Samples of rays in a sphere's voxels, two to a voxel: rays of a camera, with a fixed step and with a cone. */

import { openContext, tensor, uniformRaySamples } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { areOnSphere, raySets } from "./_rays.ts";

const context = openContext();
const { grid } = surfaceInput(context);

for (const set of raySets(context, 512).slice(0, 1)) {
  const shape = [set.count];
  const tMin = tensor(new Float32Array(set.count), { context, shape });
  const tMax = tensor(new Float32Array(set.count).fill(Infinity), { context, shape });
  for (const coneAngle of [0, 0.001]) {
    benchOperator(
      `uniformRaySamples, cone ${coneAngle}, ${set.name}`,
      context,
      () => {
        const options = { stepSize: 0.5, coneAngle };
        return uniformRaySamples(grid, set.origins, set.directions, tMin, tMax, options);
      },
      ({ data, offsets }) =>
        data.length > set.count && areOnSphere(set, offsets, data.readSync(), 2),
    );
  }
}
