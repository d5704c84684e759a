/**
 * Surfaces as far from the world's origin as projected coordinates are, beside those at the origin.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  type IsoSurface,
  marchingCubesBackward,
  meshDistances,
  signedMeshDistances,
  surfaceNormals,
} from "../../lib/mesh/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromIjk,
  gridFromMesh,
  gridIjk,
  jaggedFromList,
  marchingCubes,
  type Real,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { injectFromIjk } from "../../lib/inject/mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { ballAround, CENTERS, RADIUS, VOXEL, voxelAt } from "./_far.ts";
import { pick, type Triple } from "./_oracle.ts";

const ZERO: Triple = [0, 0, 0];

/** A batch of balls. */
interface Balls<D extends Real> extends Disposable {
  readonly grid: GridBatch;
  readonly field: Tensor<D>;
  /** Their middles, in voxels. */
  readonly middles: readonly Triple[];
}

/** Balls whose grids have far origins, or whose voxels are far from that of the world, or all at the origin. */
function makeBalls<D extends Real>(
  context: Context,
  dtype: D,
  moved: "origins" | "voxels" | "nothing",
): Balls<D> {
  const balls = CENTERS.map((center) => ballAround(moved === "voxels" ? voxelAt(center) : ZERO));
  const parts = scope((own) => {
    const lists = balls.map(({ ijk }) => ijk);
    using ijk = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
    const origin = CENTERS.map((center) => moved === "origins" ? center : ZERO);
    const grid = own(gridFromIjk(ijk, { voxelSize: VOXEL, origin }));
    using values = jaggedFromList(balls.map(({ values }) => values), { context, dtype });
    return { grid, field: own(injectFromIjk(grid, ijk, values.data)) };
  });
  const dispose = (): void => Object.values(parts).forEach((part) => part.dispose());
  const middles = balls.map(({ middle }) => middle);
  return { ...parts, middles, [Symbol.dispose]: dispose };
}

/** The vertices of each ball by their edges, which are named from the middle of the ball. */
function vertexMaps({ grid, middles }: Balls<Real>, surface: IsoSurface): Map<string, number[]>[] {
  using ijk = gridIjk(grid);
  const voxels = ijk.data.readSync();
  return middles.map((middle, b) => {
    using vertices = surface.vertices.list(b);
    using ends = surface.ends.list(b);
    const places = vertices.readSync();
    const rows = Array.from(ends.readSync(), (row) => 3 * Number(row));
    return new Map(Array.from({ length: places.length / 3 }, (_, vertex) => {
      const edge = rows.slice(2 * vertex, 2 * vertex + 2).map((row) =>
        [...voxels.subarray(row, row + 3)].map((one, axis) => one - (middle[axis] ?? NaN))
      );
      return [`${edge}`, [...places.subarray(3 * vertex, 3 * vertex + 3)]];
    }));
  });
}

for (const dtype of ["f16", "f32", "f64"] as const) {
  for (const moved of ["origins", "voxels"] as const) {
    eachBackend(
      `marchingCubes() of ${dtype} draws balls with far ${moved} as at the origin, to a millionth of a voxel`,
      (context) => {
        using far = makeBalls<Real>(context, dtype, moved);
        using near = makeBalls<Real>(context, dtype, "nothing");
        using surface = marchingCubes(far.grid, far.field);
        using beside = marchingCubes(near.grid, near.field);
        assertEquals(surface.vertices.dtype, "f64");
        assertEquals(surface.faces.data.shape, beside.faces.data.shape);
        const expected = vertexMaps(near, beside);
        for (const [b, found] of vertexMaps(far, surface).entries()) {
          const center = pick(CENTERS, b);
          assert(found.size > 1000, `${found.size} vertices`);
          assertEquals(new Set(found.keys()), new Set(pick(expected, b).keys()));
          // On an edge of length h a distance differs from its chord by at most h^2 / (8 r), besides its own rounding.
          const rounding = { f16: 2 ** -11, f32: 2 ** -24, f64: 2 ** -53 }[dtype];
          const bound = VOXEL ** 2 / (8 * (RADIUS - VOXEL)) + (4 * rounding + 1e-6) * VOXEL;
          for (const [edge, place] of found) {
            const offset = place.map((one, axis) => one - (center[axis] ?? NaN));
            const off = Math.abs(Math.hypot(...offset) - RADIUS);
            assert(off <= bound, `${off / VOXEL} voxels off the ball`);
            const shifted = pick(expected, b).get(edge) ?? [];
            const apart = Math.max(
              ...offset.map((one, axis) => Math.abs(one - (shifted[axis] ?? NaN))),
            );
            assert(apart < 1e-6 * VOXEL, `${apart / VOXEL} voxels from the ball at the origin`);
          }
        }
      },
    );
  }
}

eachBackend("normals and gradients do not know how far a surface is", (context) => {
  using far = makeBalls(context, "f32", "origins");
  using near = makeBalls(context, "f32", "nothing");
  using surface = marchingCubes(far.grid, far.field);
  using beside = marchingCubes(near.grid, near.field);
  using normals = surfaceNormals(far.grid, far.field, surface);
  using nearNormals = surfaceNormals(near.grid, near.field, beside);
  assertBits(normals.data.readSync(), nearNormals.data.readSync());
  using gradients = tensor(beside.vertices.data.readSync(), {
    context,
    shape: beside.vertices.data.shape,
  });
  using slopes = marchingCubesBackward(far.grid, far.field, surface, gradients);
  using nearSlopes = marchingCubesBackward(near.grid, near.field, beside, gradients);
  assertEquals(slopes.dtype, "f32");
  assertBits(slopes.readSync(), nearSlopes.readSync());
});

eachBackend(
  "a far surface has the voxels and the distances that it has at the origin",
  (context) => {
    using far = makeBalls(context, "f32", "origins");
    using surface = marchingCubes(far.grid, far.field);
    for (const [b, center] of CENTERS.entries()) {
      using vertices = surface.vertices.list(b);
      using faces = surface.faces.list(b);
      const options = { voxelSize: VOXEL, halfWidth: 1.5 * VOXEL };
      using band = gridFromMesh(vertices, faces, { ...options, origin: center });
      using signed = signedMeshDistances(band, vertices, faces, { halfWidth: 1.5 * VOXEL });
      using bare = meshDistances(band, vertices, faces, { halfWidth: 1.5 * VOXEL });
      using ijk = gridIjk(band);
      const places = ijk.data.readSync();
      const distances = signed.distances.readSync();
      assertEquals(bare.distances.readSync(), distances.map(Math.abs));
      assert(distances.length > 3000 && distances.every(Number.isFinite));
      // Chords of a voxel's diagonal, 3 h^2 / (8 r), between vertices that are off by less than a third of that.
      const bound = VOXEL ** 2 / (2 * (RADIUS - VOXEL));
      distances.forEach((distance, row) => {
        const place = [0, 1, 2].map((axis) => VOXEL * (places[3 * row + axis] ?? NaN));
        const exact = Math.hypot(...place) - RADIUS;
        assert(Math.abs(distance - exact) <= bound, `${(distance - exact) / VOXEL} voxels off`);
      });
    }
  },
);
