/**
 * Meshes of the distance to a sphere, in a band of voxels around it and in a dense box. DENOVDB_LARGE=1 adds a band of 12 million voxels,
 * which takes a while to make on the host.
 */

import { marchingCubes, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { isSphere, makeDenseSphere, makeSphere, type Sphere } from "./_sphere.ts";

const context = openContext();

const large = Deno.env.get("DENOVDB_LARGE") === "1";
const bands = [32, 128, ...large ? [365] : []].map((radius) => makeSphere(context, radius));
const scenes: readonly (readonly [string, Sphere])[] = [
  ...bands.map((sphere) => ["", sphere] as const),
  [" of a dense box", makeDenseSphere(context, 70, 200)],
];
for (const [kind, { grid, field }] of scenes) {
  benchOperator(
    `marchingCubes, ${grid.numVoxels} voxels${kind}`,
    context,
    () => marchingCubes(grid, field),
    ({ vertices, faces }) => isSphere(vertices.data.shape[0] ?? NaN, faces.data.shape[0] ?? NaN),
  );
}
