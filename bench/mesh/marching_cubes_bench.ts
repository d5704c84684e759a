/**
 * Meshes of the distance to a sphere, in a band of voxels around it. DENOVDB_LARGE=1 adds a band of 12 million voxels,
 * which takes a while to make on the host.
 */

import { marchingCubes, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { isSphere, makeSphere } from "./_sphere.ts";

const context = openContext();

const large = Deno.env.get("DENOVDB_LARGE") === "1";
for (const radius of [32, 128, ...large ? [365] : []]) {
  const { grid, field } = makeSphere(context, radius);
  benchOperator(
    `marchingCubes, ${grid.numVoxels} voxels`,
    context,
    () => marchingCubes(grid, field),
    ({ vertices, faces }) => isSphere(vertices.data.shape[0] ?? NaN, faces.data.shape[0] ?? NaN),
  );
}
