/**
 * Batches of voxels, and meshes to ask about.
 *
 * @module
 */

import { type Context, type GridBatch, type Real, scope, type Tensor, tensor } from "../../mod.ts";
import type { MeshDistances } from "../../lib/mesh/mod.ts";
import { build } from "../grid/_grids.ts";
import { canonical, type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import {
  cornersOf,
  distanceTo,
  flatFaces,
  flatVertices,
  type Mesh,
  type Place,
  type Triple,
} from "../grid/_triangles.ts";
import { ARRAYS, differences, dot, type NumbersOf } from "./_fields.ts";
import { pick } from "./_oracle.ts";

const LISTS: readonly (readonly Ijk[])[] = [
  randomIjk(randomSource(1), 400, -7, 7),
  [[0, 0, 0]],
  randomIjk(randomSource(2), 400, -9, 9),
];
const SIZES: readonly Triple[] = [[1, 1, 1], [1, 1, 1], [0.5, 1, 0.25]];
const ORIGINS: readonly Triple[] = [[0, 0, 0], [5, 5, 5], [0.25, -0.5, 0.125]];

/** Three grids of voxels of other sizes. */
export function buildBatch(context: Context): GridBatch {
  return build(context, LISTS, { voxelSize: SIZES, origin: ORIGINS });
}

/** Vertices and triangles on a device; dispose them both. */
export interface PlacedMesh<D extends Real> extends Disposable {
  readonly vertices: Tensor<D>;
  readonly faces: Tensor<"i32">;
}

/** Puts a mesh on a device. */
export function place<D extends Real>(
  context: Context,
  mesh: Mesh,
  dtype: D,
): PlacedMesh<D> {
  const numbers = new ARRAYS[dtype](flatVertices(mesh)) as NumbersOf<D>;
  const shape = [mesh.vertices.length, 3];
  const parts = scope((own) => ({
    vertices: own(tensor(numbers, { context, dtype, shape })),
    faces: own(tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] })),
  }));
  return {
    ...parts,
    [Symbol.dispose]: () => Object.values(parts).forEach((part) => part.dispose()),
  };
}

/** Triangles of any size, some of them without area, that share nothing; rounded to an element type. */
export function loose(seed: number, count: number, dtype: Real): Mesh {
  const random = randomSource(seed);
  const numbers = new ARRAYS[dtype](
    Array.from({ length: count * 9 }, () => (random() - 0.5) * 16),
  );
  const vertices = Array.from(
    { length: count * 3 },
    (_, n): Place => [pick(numbers, 3 * n), pick(numbers, 3 * n + 1), pick(numbers, 3 * n + 2)],
  );
  const faces = Array.from({ length: count }, (_, n) => {
    const first = 3 * n;
    return n % 5 === 0
      ? [first, first, first + 1] as const
      : [first, first + 1, first + 2] as const;
  });
  return { vertices, faces };
}

/** The distances of a mesh's triangles from a point. */
export function distancesOf(mesh: Mesh, point: Place): number[] {
  return mesh.faces.map((_, face) => distanceTo(cornersOf(mesh, face), point));
}

/** World positions of all voxels. */
export function centersOf(b: number): Place[] {
  return canonical(LISTS[b] ?? []).map((ijk) =>
    ijk.map((one, axis) =>
      one * (SIZES[b]?.[axis] ?? NaN) + (ORIGINS[b]?.[axis] ?? NaN)
    ) as unknown as Place
  );
}

/** How a weighted sum of the distances of voxels changes with each number of the vertices, from differences. */
export function slopesByDifferences(
  { vertices }: PlacedMesh<"f64">,
  weights: ArrayLike<number>,
  find: (vertices: Tensor<"f64">) => MeshDistances,
): number[] {
  return differences([...vertices.readSync()], (numbers) => {
    const { context, shape } = vertices;
    using moved = tensor(new Float64Array(numbers), { context, shape });
    using found = find(moved);
    return dot(weights, found.distances.readSync());
  }, 2 ** -18);
}
