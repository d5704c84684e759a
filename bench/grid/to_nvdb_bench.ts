/**
 * Copying grids with values to the host for NanoVDB files.
 *
 * @module
 */

import { gridToNvdb } from "../../lib/grid/mod.ts";
import { randomUniform } from "../../lib/jagged/mod.ts";
import { gridFromIjk, openContext, tensor } from "../../mod.ts";
import { drawPoints } from "./_inputs.ts";

const context = openContext();
const points = drawPoints("surface", 1_000_000, "random");
const ijk = tensor(points, { context, shape: [points.length / 3, 3] });
const grid = gridFromIjk(ijk);
const { numVoxels } = grid;
const values = randomUniform([numVoxels], { context, dtype: "f32", seed: 1 });
const [first] = await gridToNvdb(grid, { values });
if (first?.values?.length !== numVoxels || first.ijk.length !== 3 * numVoxels) {
  throw new Error("gridToNvdb gives other voxels");
}
Deno.bench(`gridToNvdb, ${numVoxels} voxels of a surface`, async () => {
  await gridToNvdb(grid, { values });
});
