import { assert, assertEquals } from "@std/assert";
import { signedMeshDistances } from "../../lib/mesh/mod.ts";
import {
  type Context,
  gridFromDense,
  gridIjk,
  jaggedFromList,
  marchingCubes,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { randomInt, randomSource, shuffled, triples } from "../grid/_oracle.ts";
import {
  cornersOf,
  distanceTo,
  flatFaces,
  flatVertices,
  type Mesh,
  type Place,
} from "../grid/_triangles.ts";
import { pick } from "./_oracle.ts";
import { windingNumber } from "./_solids.ts";

/** Solids with edges so sharp that the normal of one side of an edge says nothing about the other. */
const SHARP: readonly Mesh[] = [
  {
    vertices: [[0, 0, 0], [4, 0, 0], [0, 4, 1], [4, 4, 1], [0, 4, -1], [4, 4, -1]],
    faces: [
      [0, 1, 3],
      [0, 3, 2],
      [0, 4, 5],
      [0, 5, 1],
      [2, 3, 5],
      [2, 5, 4],
      [0, 2, 4],
      [1, 5, 3],
    ],
  },
  {
    vertices: [[0, 0, 0], [8, 1, 0], [8, 0, 1], [8, -1, -1]],
    faces: [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]],
  },
];

/** The same solid with vertices on edges, or on top of others, that triangles without area join to what was there. */
function splitEdges({ vertices, faces }: Mesh, seed: number): Mesh {
  const random = randomSource(seed);
  const places = [...vertices];
  const split = [...faces];
  const count = randomInt(random, 1, 12);
  for (let n = 0; n < count; n++) {
    const at = randomInt(random, 0, split.length - 1);
    const first = randomInt(random, 0, 2);
    const face = pick(split, at);
    const [a, b, c] = [0, 1, 2].map((corner) => pick(face, (first + corner) % 3)) as [
      number,
      number,
      number,
    ];
    const share = pick([0, 1, 0.5, 0.25], randomInt(random, 0, 3)); // exact, so that all stays on one line
    const middle = places.length;
    const [from, to] = [pick(places, a), pick(places, b)];
    places.push(from.map((one, axis) => one + share * (pick(to, axis) - one)) as unknown as Place);
    split[at] = [a, middle, c];
    split.push([middle, b, c], [a, b, middle]);
  }
  return { vertices: places, faces: shuffled(random, split) };
}

/** Units of length, and how many meshes are tried in each. */
const UNITS = [[1, 12], [2 ** -600, 3], [2 ** 600, 3]] as const;

for (const [unit, seeds] of UNITS) {
  eachBackend(
    `signedMeshDistances() sees what triangles without area join, in units of 2^${Math.log2(unit)}`,
    (context) => checkSides(context, unit, seeds),
  );
}

function checkSides(context: Context, unit: number, seeds: number): void {
  const size = [0.25, 0.5] as const;
  const dims = [25, 17, 17] as const;
  using grid = gridFromDense({
    context,
    gridCount: 2,
    dims,
    ijkMin: [-6, -8, -8],
    voxelSize: size.map((one) => [one * unit, one * unit, one * unit] as const),
  });
  using ijk = gridIjk(grid);
  const voxels = triples(ijk.data.readSync());
  const inside = voxels.map((voxel, row) => {
    const solid = row < voxels.length / 2 ? 0 : 1;
    const mesh = pick(SHARP, solid);
    const place = voxel.map((one) => one * pick(size, solid)) as unknown as Place;
    const near = mesh.faces.some((_, face) => distanceTo(cornersOf(mesh, face), place) < 1e-9);
    return near ? undefined : windingNumber(mesh, place) > 0.5;
  });
  assert(inside.filter((one) => one === true).length > 100);
  const numbersOf = (mesh: Mesh): number[] => [...flatVertices(mesh)].map((one) => one * unit);
  for (let seed = 1; seed <= seeds; seed++) {
    const meshes = SHARP.map((mesh) => splitEdges(mesh, seed));
    using vertices = jaggedFromList(meshes.map(numbersOf), { context, dtype: "f64", shape: [3] });
    using faces = jaggedFromList(meshes.map(flatFaces), { context, shape: [3] });
    using found = signedMeshDistances(grid, vertices, faces, { halfWidth: 60 * unit });
    const distances = found.distances.readSync();
    const wrong = inside.filter((one, row) =>
      one !== undefined && one !== pick(distances, row) < 0
    );
    assertEquals(wrong.length, 0, `of ${inside.length} voxels, seed ${seed}`);
  }
}

eachBackend(
  "signedMeshDistances() finds the side of voxels on which corners of cells lie",
  (context) => {
    // The tips of this cavity are voxels of the level itself: all vertices around them are in one place.
    const valueAt = ([x, y, z]: Place): number =>
      Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) === 10
        ? 1
        : 6 - Math.abs(x) - 3 * Math.abs(y) - 3 * Math.abs(z);
    using grid = gridFromDense({ context, dims: 21, ijkMin: -10 });
    using ijk = gridIjk(grid);
    const values = triples(ijk.data.readSync()).map(valueAt);
    using field = tensor(values, { context });
    using surface = marchingCubes(grid, field);
    using found = signedMeshDistances(grid, surface.vertices, surface.faces, { halfWidth: 20 });
    const distances = found.distances.readSync();
    for (const [row, value] of values.entries()) {
      const distance = pick(distances, row);
      assertEquals(distance < 0, value < 0, `${value} at row ${row}: ${distance}`);
    }
  },
);
