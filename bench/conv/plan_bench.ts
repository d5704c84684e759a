/** Kernel maps of submanifold and strided convolutions of a sphere's shell. */

import { convPlan, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { gridOfSet } from "./_layers.ts";

const context = openContext();
const grid = gridOfSet(context, "sphere256");

for (const [kernel, stride] of [[3, 1], [5, 1], [2, 2], [3, 2]] as const) {
  const target = stride === 1 ? { target: grid } : {};
  benchOperator(
    `convPlan, ${grid.numVoxels} voxels, kernel ${kernel}, stride ${stride}`,
    context,
    () => {
      const plan = convPlan(grid, { kernel, stride, ...target });
      plan.prepare();
      return plan;
    },
    // Every voxel is read by its own centre tap, or by the blocks of its stride.
    (plan) => plan.explain().emptyTargets === 0 && plan.explain().pairs >= grid.numVoxels,
  );
}
