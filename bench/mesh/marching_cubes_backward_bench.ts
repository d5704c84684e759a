/** Gradients of the vertices of a sphere by the field on a band of voxels. */

import { marchingCubesBackward } from "../../lib/mesh/mod.ts";
import { fullTensor, marchingCubes, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { makeSphere } from "./_sphere.ts";

const context = openContext();

for (const radius of [32, 128]) {
  const { grid, field } = makeSphere(context, radius);
  const surface = marchingCubes(grid, field);
  const gradients = fullTensor(surface.vertices.data.shape, 1, { context, dtype: "f32" });
  benchOperator(
    `marchingCubesBackward, ${grid.numVoxels} voxels, ${gradients.shape[0]} vertices`,
    context,
    () => marchingCubesBackward(grid, field, surface, gradients),
    // A sphere around the origin looks the same from both sides, so what moves it cancels out.
    (slopes) => Math.abs(slopes.readSync().reduce((sum, one) => sum + one, 0)) < radius,
  );
}
