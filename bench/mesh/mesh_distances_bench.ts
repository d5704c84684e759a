/**
 * Distances of a band of voxels from a sphere of triangles, without and with signs.
 * DENOVDB_LARGE=1 adds bands of 3 and 48 million voxels.
 */

import { gridFromMesh, meshDistances, openContext, signedMeshDistances } from "../../mod.ts";
import { makeGlobe } from "../grid/_globe.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const halfWidth = 3;

const cases: readonly (readonly [radius: number, rings: number])[] = [
  [100, 128],
  [100, 16],
  ...Deno.env.get("DENOVDB_LARGE") === "1" ? [[200, 256], [800, 256]] as const : [],
];
for (const [radius, rings] of cases) {
  const { vertices, faces } = makeGlobe(context, radius, rings);
  const [count = 0] = faces.shape;
  const grid = gridFromMesh(vertices, faces, { voxelSize: 1, halfWidth });
  const options = { halfWidth };
  benchOperator(
    `meshDistances, ${count} triangles, ${grid.numVoxels} voxels`,
    context,
    () => meshDistances(grid, vertices, faces, options),
    ({ distances }) => distances.readSync().every((one) => one >= 0 && one <= halfWidth),
  );
  benchOperator(
    `signedMeshDistances, ${count} triangles, ${grid.numVoxels} voxels`,
    context,
    () => signedMeshDistances(grid, vertices, faces, options),
    ({ distances }) => {
      const inside = distances.readSync().filter((one) => one < 0).length;
      return Math.abs(inside / grid.numVoxels - 0.5) < 0.02;
    },
  );
}
