/** Measuring the backends of a layer. */

import { tuneConv } from "../../lib/conv/mod.ts";
import { convPlan, openContext } from "../../mod.ts";
import { gridOfSet } from "./_layers.ts";

const context = openContext();
const grid = gridOfSet(context, "sphere256");
const plan = convPlan(grid, { kernel: 3, target: grid });

Deno.bench(`tuneConv, ${grid.numVoxels} voxels, 16 to 16 channels, one run each`, async () => {
  await tuneConv(plan, { dtype: "f16", inChannels: 16, outChannels: 16, runs: 1 });
});
