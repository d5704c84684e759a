/**
 * Rows of operators on surfaces.
 *
 * @module
 */
import { jagged, type Own, type Real } from "../../lib/core/mod.ts";
import { gridFromMesh } from "../../lib/grid/mod.ts";
import * as surfaces from "../../lib/mesh/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { mesh } from "./_mesh.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const REALS: readonly Real[] = ["f16", "f32", "f64"];

function meshRows(inputs: Inputs): Row[] {
  return [...surfaceRows(inputs), ...distanceRows(inputs)];
}

function surfaceRows(inputs: Inputs): Row[] {
  const { marchingCubes, marchingCubesBackward, surfaceFeatures, surfaceFeaturesBackward } =
    surfaces;
  const { surfaceNormals, surfaceNormalsBackward } = surfaces;
  const { ball, batch, none } = inputs;
  const cut = <D extends Real>(own: Own, dtype: D): surfaces.IsoSurface<D> =>
    own(marchingCubes(ball, inputs.field(dtype), { isoLevel: 0.125, dtype }));
  const count = (surface: surfaces.IsoSurface): number => surface.vertices.data.shape[0] ?? 0;
  return [
    ...rows("mesh/marching cubes", marchingCubes, {
      ...byType(REALS, (dtype) => marchingCubes(ball, inputs.field(dtype), { dtype })),
      "f32 batch at -0.25": () =>
        marchingCubes(batch, inputs.field("f32", batch), { isoLevel: -0.25, dtype: "f32" }),
      "f32 noise": () =>
        marchingCubes(ball, inputs.numbers("f32", [ball.numVoxels]), { dtype: "f32" }),
      "f32 to f64 batch": () => marchingCubes(batch, inputs.field("f32", batch)),
      "f32 empty": () => marchingCubes(none, inputs.numbers("f32", [0])),
    }),
    ...rows("mesh/marching cubes backward", marchingCubesBackward, {
      ...byType(REALS, (dtype, own) => {
        const surface = cut(own, dtype);
        const gradients = inputs.numbers(dtype, [count(surface), 3], 2);
        return marchingCubesBackward(ball, inputs.field(dtype), surface, gradients);
      }),
      "f64 to f32": (own) => {
        const surface = cut(own, "f64");
        const gradients = inputs.numbers("f64", [count(surface), 3], 2);
        return marchingCubesBackward(ball, inputs.field("f32"), surface, gradients);
      },
    }),
    ...rows("mesh/surface features", surfaceFeatures, {
      ...byType(REALS, (dtype, own) => {
        const features = inputs.numbers(dtype, [ball.numVoxels, 4]);
        return surfaceFeatures(ball, inputs.field("f32"), cut(own, "f32"), features);
      }, " x4"),
      "f32 x3 batch": (own) => {
        const field = inputs.field("f32", batch);
        const features = inputs.numbers("f32", [batch.numVoxels, 3]);
        return surfaceFeatures(batch, field, own(marchingCubes(batch, field)), features);
      },
    }),
    ...rows("mesh/surface features backward", surfaceFeaturesBackward, {
      ...byType(REALS, (dtype, own) => {
        const surface = cut(own, "f32");
        const features = inputs.numbers(dtype, [ball.numVoxels, 4]);
        const gradients = inputs.numbers(dtype, [count(surface), 4], 2);
        return surfaceFeaturesBackward(ball, inputs.field("f32"), surface, features, gradients);
      }, " x4"),
    }),
    ...rows("mesh/surface normals", surfaceNormals, {
      ...byType(REALS, (dtype, own) => surfaceNormals(ball, inputs.field(dtype), cut(own, dtype))),
      "f32 noise": (own) => {
        const field = inputs.numbers("f32", [batch.numVoxels]);
        return surfaceNormals(batch, field, own(marchingCubes(batch, field)));
      },
    }),
    ...rows("mesh/surface normals backward", surfaceNormalsBackward, {
      ...byType(REALS, (dtype, own) => {
        const surface = cut(own, dtype);
        const gradients = inputs.numbers(dtype, [count(surface), 3], 2);
        return surfaceNormalsBackward(ball, inputs.field(dtype), surface, gradients);
      }),
    }),
  ];
}

function distanceRows(inputs: Inputs): Row[] {
  const { meshDistances, signedMeshDistances } = surfaces;
  const { meshDistancesBackward, signedMeshDistancesBackward } = surfaces;
  const { vertices, faces } = mesh(inputs);
  const size = { voxelSize: 0.5, origin: [0, 0, 0.25], halfWidth: 3 } as const;
  const within = { halfWidth: 1.25 };
  const forward = [
    ["mesh/distances", meshDistances],
    ["mesh/signed distances", signedMeshDistances],
  ] as const;
  const backward = [
    ["mesh/distances backward", meshDistances, meshDistancesBackward],
    ["mesh/signed distances backward", signedMeshDistances, signedMeshDistancesBackward],
  ] as const;
  return [
    ...forward.flatMap(([title, operator]) =>
      rows(title, operator, {
        ...byType(REALS, (dtype, own) => {
          const corners = vertices(dtype);
          const grid = own(gridFromMesh(corners, faces("i32"), size));
          return operator(grid, corners, faces("i32"), within);
        }),
        "f32 i64 batch": (own) => {
          const [corners, triangles] = [vertices("f32"), faces("i64")];
          const ends = ({ shape: [count = 0] }: { shape: readonly number[] }): number[] => [
            ...[0, 0, 0, count],
          ];
          return operator(
            inputs.batch,
            own(jagged(corners, { offsets: ends(corners) })),
            own(jagged(triangles, { offsets: ends(triangles) })),
            { halfWidth: 3 },
          );
        },
      })
    ),
    ...backward.flatMap(([title, find, operator]) =>
      rows(title, operator, {
        ...byType(REALS, (dtype, own) => {
          const corners = vertices(dtype);
          const grid = own(gridFromMesh(corners, faces("i32"), size));
          const found = own(find(grid, corners, faces("i32"), within));
          const gradients = inputs.numbers(dtype, [grid.numVoxels], 2);
          return operator(grid, corners, faces("i32"), found, gradients);
        }),
      })
    ),
  ];
}

/** Marching cubes, normals and features of surfaces, distances. */
export const MESH: Family = { name: "mesh", exported: surfaces, rows: meshRows };
