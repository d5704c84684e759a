/** Cubes of one voxel and of many around points in random order. */

import { cubesIntersectGrid, openContext, pointsInGrid, type Tensor } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, points } = surfaceInput(context);
const inside = pointsInGrid(grid, points);

// Every centre is in a voxel.
function same(answer: Tensor<"bool">): boolean {
  return equalArrays(answer.readSync(), inside.readSync());
}

for (const reach of [0.25, 2, 100]) {
  benchOperator(
    `cubesIntersectGrid of reach ${reach}, surface of ${count} points`,
    context,
    () => cubesIntersectGrid(grid, points, { min: -reach, max: reach }),
    (answer) => same(answer),
  );
}
