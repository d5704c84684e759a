/** Meshes of the distance to a sphere, in a band of voxels around it. */

import { marchingCubes, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { isSphere, makeSphere } from "./_sphere.ts";

const context = openContext();

for (const radius of [32, 128]) {
  const { grid, field } = makeSphere(context, radius);
  benchOperator(
    `marchingCubes, ${grid.numVoxels} voxels`,
    context,
    () => marchingCubes(grid, field),
    ({ vertices, faces }) => isSphere(vertices.data.shape[0] ?? NaN, faces.data.shape[0] ?? NaN),
  );
}
