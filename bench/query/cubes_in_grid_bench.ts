/** Cubes of one voxel and of many around points in random order. */

import { cubesInGrid, openContext, pointsInGrid, type Tensor } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);
const inside = pointsInGrid(grid, points);

// A surface fills no cube of five voxels; the centres of voxels are in voxels.
function same(answer: Tensor<"bool">): boolean {
  return equalArrays(answer.readSync(), inside.readSync());
}

for (const reach of [0.25, 2, 100]) {
  benchOperator(
    `cubesInGrid of reach ${reach}, surface of ${count} points`,
    context,
    () => cubesInGrid(grid, points, { min: -reach, max: reach }),
    (answer) => reach > 1 ? !answer.readSync().includes(1) : same(answer),
  );
}
