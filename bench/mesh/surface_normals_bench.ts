/** Normals at the vertices of a sphere. */

import { surfaceNormals } from "../../lib/mesh/mod.ts";
import { marchingCubes, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { makeSphere } from "./_sphere.ts";

const context = openContext();

for (const radius of [32, 128]) {
  const { grid, field } = makeSphere(context, radius);
  const surface = marchingCubes(grid, field);
  const places = surface.vertices.data.readSync();
  benchOperator(
    `surfaceNormals, ${places.length / 3} vertices`,
    context,
    () => surfaceNormals(grid, field, surface),
    ({ data }) =>
      data.readSync().every((one, at) => Math.abs(one - (places[at] ?? NaN) / radius) < 0.01),
  );
}
