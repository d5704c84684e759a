/**
 * Rows of operators on surfaces.
 *
 * @module
 */
import type { Real } from "../../lib/core/mod.ts";
import { gridFromMesh } from "../../lib/grid/mod.ts";
import * as surfaces from "../../lib/mesh/mod.ts";
import { REALS } from "./_inputs.ts";
import { mesh } from "./_mesh.ts";
import { alike, byType, type Cases, type Family } from "./_table.ts";

/** Marching cubes, normals and features of surfaces, distances. */
export const MESH: Family = {
  name: "mesh",
  exported: surfaces,
  cases: (inputs) => {
    const { marchingCubes, meshDistances, signedMeshDistances } = surfaces;
    const { ball, batch, none, own } = inputs;
    const cuts = new Map(
      REALS.map((dtype) => [
        dtype,
        own(marchingCubes(ball, inputs.field(dtype), { isoLevel: 0.125, dtype })),
      ]),
    );
    /** A voxel grid, its field and the surface that was cut from it. */
    const cut = (dtype: Real) => [ball, inputs.field(dtype), cuts.get(dtype)];
    const gradients = (of: Real, dtype: Real, channels: number) =>
      inputs.numbers(dtype, [cuts.get(of)?.vertices.data.shape[0] ?? 0, channels], 2);
    const [field, noise] = [inputs.field("f32", batch), inputs.numbers("f32", [batch.numVoxels])];
    const { vertices, faces } = mesh(inputs);
    const size = { voxelSize: 0.5, origin: [0, 0, 0.25], halfWidth: 3 } as const;
    const within = { halfWidth: 1.25 };
    const near = (dtype: Real) => {
      const [corners, triangles] = [vertices(dtype), faces("i32")];
      return [own(gridFromMesh(corners, triangles, size)), corners, triangles] as const;
    };
    const [corners, triangles] = [vertices("f32"), faces("i64")];
    const [last = 0, lastFace = 0] = [corners.shape[0], triangles.shape[0]];
    const lists = [
      ...[batch, inputs.lists(corners, 0, 0, 0, last), inputs.lists(triangles, 0, 0, 0, lastFace)],
      { halfWidth: 3 },
    ];
    const backward = (find: typeof meshDistances): Cases =>
      byType(REALS, (dtype) => {
        const around = near(dtype);
        const found = own(find(...around, within));
        return [...around, found, inputs.numbers(dtype, [around[0].numVoxels], 2)];
      });
    return {
      marchingCubes: {
        ...byType(REALS, (dtype) => [ball, inputs.field(dtype), { dtype }]),
        "f32 batch at -0.25": [batch, field, { isoLevel: -0.25, dtype: "f32" }],
        "f32 noise": [ball, inputs.numbers("f32", [ball.numVoxels]), { dtype: "f32" }],
        "f32 to f64 batch": [batch, field],
        "f32 empty": [none, inputs.numbers("f32", [0])],
      },
      ...alike(
        "marchingCubesBackward surfaceNormalsBackward",
        byType(REALS, (dtype) => [...cut(dtype), gradients(dtype, dtype, 3)]),
      ),
      surfaceFeatures: {
        ...byType(REALS, (dtype) => [...cut("f32"), inputs.features(dtype, 4)], " x4"),
        "f32 x3 batch": [
          ...[batch, field, own(marchingCubes(batch, field))],
          inputs.features("f32", 3, batch),
        ],
      },
      surfaceFeaturesBackward: byType(REALS, (dtype) => {
        return [...cut("f32"), inputs.features(dtype, 4), gradients("f32", dtype, 4)];
      }, " x4"),
      surfaceNormals: {
        ...byType(REALS, cut),
        "f32 noise": [batch, noise, own(marchingCubes(batch, noise))],
      },
      ...alike("meshDistances signedMeshDistances", {
        ...byType(REALS, (dtype) => [...near(dtype), within]),
        "f32 i64 batch": lists,
      }),
      meshDistancesBackward: backward(meshDistances),
      signedMeshDistancesBackward: backward(signedMeshDistances),
    };
  },
};
