/**
 * Gradients of distances of a band of voxels from a sphere of triangles, and of many voxels from few triangles.
 * DENOVDB_LARGE=1 adds bands of 3 and 48 million voxels.
 */

import {
  fullTensor,
  gridFromDense,
  gridFromMesh,
  meshDistances,
  meshDistancesBackward,
  openContext,
  signedMeshDistances,
  signedMeshDistancesBackward,
} from "../../mod.ts";
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
  const gradients = fullTensor([grid.numVoxels], 1, { context, dtype: "f32" });
  const places = vertices.readSync();
  /** How much all distances together rise for each voxel as the sphere grows by one. */
  const growth = (slopes: Float32Array): number =>
    slopes.reduce((sum, slope, at) => sum + slope * (places[at] ?? NaN), 0) / radius /
    grid.numVoxels;
  const found = meshDistances(grid, vertices, faces, options);
  benchOperator(
    `meshDistancesBackward, ${count} triangles, ${grid.numVoxels} voxels`,
    context,
    () => meshDistancesBackward(grid, vertices, faces, found, gradients),
    (slopes) => Math.abs(growth(slopes.readSync())) < 0.05, // inside they rise, outside they fall
  );
  const signed = signedMeshDistances(grid, vertices, faces, options);
  benchOperator(
    `signedMeshDistancesBackward, ${count} triangles, ${grid.numVoxels} voxels`,
    context,
    () => signedMeshDistancesBackward(grid, vertices, faces, signed, gradients),
    (slopes) => Math.abs(growth(slopes.readSync()) + 1) < 0.01,
  );
}

const side = 128;
const { vertices, faces } = makeGlobe(context, 1, 2);
const grid = gridFromDense({ context, dims: side, ijkMin: 1 - side / 2 });
const found = meshDistances(grid, vertices, faces, { halfWidth: side });
const gradients = fullTensor([grid.numVoxels], 1, { context, dtype: "f32" });
benchOperator(
  `meshDistancesBackward, ${faces.shape[0]} triangles, ${grid.numVoxels} voxels`,
  context,
  () => meshDistancesBackward(grid, vertices, faces, found, gradients),
  // Slopes of voxels have length 1; those on both sides of the middle layers are alike, and one layer more is above them.
  (slopes) =>
    [0, 1, 2].every((axis) => {
      const sum = slopes.readSync().reduce((all, one, at) => at % 3 === axis ? all + one : all, 0);
      return -sum > side ** 2 / 2 && -sum < side ** 2;
    }),
);
