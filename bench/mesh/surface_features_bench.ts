/** Features at the vertices of a sphere, and their gradients. */

import { surfaceFeatures, surfaceFeaturesBackward } from "../../lib/mesh/mod.ts";
import { fullTensor, marchingCubes, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { makeSphere } from "./_sphere.ts";

const context = openContext();
const { grid, field } = makeSphere(context, 64);
const surface = marchingCubes(grid, field);
const [count = 0] = surface.vertices.data.shape;

for (const channels of [1, 32]) {
  const features = fullTensor([grid.numVoxels, channels], 2, { context, dtype: "f32" });
  const gradients = fullTensor([count, channels], 1, { context, dtype: "f32" });
  benchOperator(
    `surfaceFeatures, ${count} vertices, ${channels} channels`,
    context,
    () => surfaceFeatures(grid, field, surface, features),
    ({ data }) => data.readSync().every((value) => Math.abs(value - 2) < 1e-6),
  );
  benchOperator(
    `surfaceFeaturesBackward, ${count} vertices, ${channels} channels`,
    context,
    () => surfaceFeaturesBackward(grid, field, surface, features, gradients),
    (back) => {
      const sum = back.features.readSync().reduce((total, one) => total + one, 0);
      return Math.abs(sum - count * channels) < 1e-3 * count * channels;
    },
  );
}
