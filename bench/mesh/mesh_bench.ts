/**
 * Meshes of the distance to a sphere, in bands of voxels around it and in a dense box, with normals and features; distances
 * from meshes; and gradients of all. DENOVDB_LARGE=1 adds bands of up to 48 million voxels, which take a while to make.
 *
 * @module
 */

import {
  type Context,
  fullTensor,
  gridFromDense,
  gridFromMesh,
  type IsoSurface,
  marchingCubes,
  marchingCubesBackward,
  meshDistances,
  meshDistancesBackward,
  signedMeshDistances,
  signedMeshDistancesBackward,
  surfaceFeatures,
  surfaceFeaturesBackward,
  surfaceNormals,
  surfaceNormalsBackward,
  type Tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, type Make, row, shared } from "../_harness.ts";
import { makeGlobe } from "../grid/_globe.ts";
import { isSphere, makeDenseSphere, makeSphere, type Sphere } from "./_sphere.ts";

const LARGE = Deno.env.get("DENOVDB_LARGE") === "1";
const HALF_WIDTH = 3;

interface Surface extends Sphere {
  readonly surface: IsoSurface<"f64">;
  readonly count: number;
  /** 1 for each number of the vertices, and of their normals. */
  readonly ones: Tensor<"f64">;
  readonly floats: Tensor<"f32">;
}

function surfaceOf(make: Make<Sphere>): Make<Surface> {
  return (context) => {
    const { grid, field, radius } = shared(context, make);
    const surface = marchingCubes(grid, field);
    const [count = 0] = surface.vertices.data.shape;
    const ones = fullTensor([count, 3], 1, { context, dtype: "f64" });
    const floats = fullTensor([count, 3], 1, { context, dtype: "f32" });
    return { grid, field, radius, surface, count, ones, floats };
  };
}

function sumOf(numbers: Tensor<"f32">): number {
  return numbers.readSync().reduce((sum, one) => sum + one, 0);
}

function cubesRow(name: string, make: Make<Sphere>): BenchRow {
  return row(marchingCubes, make, {
    on: ({ grid }) => `${grid.numVoxels} voxels${name}`,
    run: ({ grid, field }) => marchingCubes(grid, field),
    check: ({ vertices, faces }) =>
      isSphere(vertices.data.shape[0] ?? NaN, faces.data.shape[0] ?? NaN),
  });
}

/** The rows of a sphere in a band of voxels. */
function bandRows(radius: number): BenchRow[] {
  const sphere = (context: Context): Sphere => makeSphere(context, radius);
  const surface = surfaceOf(sphere);
  const on = ({ grid, count }: Surface): string => `${grid.numVoxels} voxels, ${count} vertices`;
  return [
    cubesRow("", sphere),
    row(marchingCubesBackward, surface, {
      on,
      run: ({ grid, field, surface, ones }) => marchingCubesBackward(grid, field, surface, ones),
      // A sphere around the origin looks the same from both sides, so what moves it cancels out.
      check: (gradients) => Math.abs(sumOf(gradients)) < radius,
    }),
    row(surfaceNormals, surface, {
      on,
      run: ({ grid, field, surface }) => surfaceNormals(grid, field, surface),
      check: ({ data }, { surface: { vertices } }) => {
        const places = vertices.data.readSync();
        return data.readSync().every((one, at) =>
          Math.abs(one - (places[at] ?? NaN) / radius) < 0.01
        );
      },
    }),
    row(surfaceNormalsBackward, surface, {
      on,
      run: ({ grid, field, surface, floats }) =>
        surfaceNormalsBackward(grid, field, surface, floats),
      // Normals follow from differences, so what all voxels rise by at once turns nothing.
      check: (gradients) => Math.abs(sumOf(gradients)) < radius,
    }),
  ];
}

const featureSurface = surfaceOf((context) => makeSphere(context, 64));

function featureRows(channels: number): BenchRow[] {
  const make = (context: Context) => {
    const input = shared(context, featureSurface);
    const { grid, count } = input;
    const features = fullTensor([grid.numVoxels, channels], 2, { context, dtype: "f32" });
    const gradients = fullTensor([count, channels], 1, { context, dtype: "f32" });
    return { ...input, features, gradients };
  };
  const on = ({ count }: Surface): string => `${count} vertices, ${channels} channels`;
  return [
    row(surfaceFeatures, make, {
      on,
      run: ({ grid, field, surface, features }) => surfaceFeatures(grid, field, surface, features),
      check: ({ data }) => data.readSync().every((value) => Math.abs(value - 2) < 1e-6),
    }),
    row(surfaceFeaturesBackward, make, {
      on,
      run: ({ grid, field, surface, features, gradients }) =>
        surfaceFeaturesBackward(grid, field, surface, features, gradients),
      check: (back, { count }) =>
        Math.abs(sumOf(back.features) - count * channels) < 1e-3 * count * channels,
    }),
  ];
}

/** A band around a sphere of triangles: its distances, with and without signs, and their gradients. */
function distanceRows([radius, rings]: readonly [radius: number, rings: number]): BenchRow[] {
  const options = { halfWidth: HALF_WIDTH };
  const mesh = (context: Context) => {
    const { vertices, faces } = makeGlobe(context, radius, rings);
    const grid = gridFromMesh(vertices, faces, { voxelSize: 1, halfWidth: HALF_WIDTH });
    return { vertices, faces, grid };
  };
  const back = (context: Context) => {
    const { vertices, faces, grid } = shared(context, mesh);
    const gradients = fullTensor([grid.numVoxels], 1, { context, dtype: "f32" });
    const found = meshDistances(grid, vertices, faces, options);
    const signed = signedMeshDistances(grid, vertices, faces, options);
    return { vertices, faces, grid, gradients, found, signed };
  };
  const on = ({ faces, grid }: ReturnType<typeof mesh>): string =>
    `${faces.shape[0]} triangles, ${grid.numVoxels} voxels`;
  /** How much all distances together rise for each voxel as the sphere grows by one. */
  const growth = (slopes: Tensor<"f32">, { vertices, grid }: ReturnType<typeof mesh>): number => {
    const places = vertices.readSync();
    const rises = slopes.readSync().reduce((sum, one, at) => sum + one * (places[at] ?? NaN), 0);
    return rises / radius / grid.numVoxels;
  };
  return [
    row(meshDistances, mesh, {
      on,
      run: ({ grid, vertices, faces }) => meshDistances(grid, vertices, faces, options),
      check: ({ distances }) => distances.readSync().every((one) => one >= 0 && one <= HALF_WIDTH),
    }),
    row(signedMeshDistances, mesh, {
      on,
      run: ({ grid, vertices, faces }) => signedMeshDistances(grid, vertices, faces, options),
      check: ({ distances }, { grid }) => {
        const inside = distances.readSync().filter((one) => one < 0).length;
        return Math.abs(inside / grid.numVoxels - 0.5) < 0.02;
      },
    }),
    row(meshDistancesBackward, back, {
      on,
      run: ({ grid, vertices, faces, found, gradients }) =>
        meshDistancesBackward(grid, vertices, faces, found, gradients),
      check: (slopes, input) => Math.abs(growth(slopes, input)) < 0.05, // inside they rise, outside they fall
    }),
    row(signedMeshDistancesBackward, back, {
      on,
      run: ({ grid, vertices, faces, signed, gradients }) =>
        signedMeshDistancesBackward(grid, vertices, faces, signed, gradients),
      check: (slopes, input) => Math.abs(growth(slopes, input) + 1) < 0.01,
    }),
  ];
}

const SIDE = 128;

await benchTable(import.meta.main, [
  ...[32, 128].flatMap(bandRows),
  ...LARGE ? [cubesRow("", (context) => makeSphere(context, 365))] : [],
  cubesRow(" of a dense box", (context) => makeDenseSphere(context, 70, 200)),
  ...[1, 32].flatMap(featureRows),
  ...([[100, 128], [100, 16], ...LARGE ? [[200, 256], [800, 256]] as const : []] as const)
    .flatMap(distanceRows),
  row(meshDistancesBackward, (context) => {
    const { vertices, faces } = makeGlobe(context, 1, 2);
    const grid = gridFromDense({ context, dims: SIDE, ijkMin: 1 - SIDE / 2 });
    const found = meshDistances(grid, vertices, faces, { halfWidth: SIDE });
    const gradients = fullTensor([grid.numVoxels], 1, { context, dtype: "f32" });
    return { vertices, faces, grid, found, gradients };
  }, {
    on: ({ faces, grid }) => `${faces.shape[0]} triangles, ${grid.numVoxels} voxels`,
    run: ({ grid, vertices, faces, found, gradients }) =>
      meshDistancesBackward(grid, vertices, faces, found, gradients),
    // Gradients of voxels have length 1; those on both sides of the middle layers are alike, and one layer more is above them.
    check: (slopes) => {
      const all = slopes.readSync();
      return [0, 1, 2].every((axis) => {
        const sum = all.reduce((total, one, at) => at % 3 === axis ? total + one : total, 0);
        return -sum > SIDE ** 2 / 2 && -sum < SIDE ** 2;
      });
    },
  }),
]);
