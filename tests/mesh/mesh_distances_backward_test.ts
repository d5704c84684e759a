import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import {
  type MeshDistances,
  meshDistances,
  meshDistancesBackward,
  signedMeshDistances,
  signedMeshDistancesBackward,
} from "../../lib/mesh/mod.ts";
import {
  type Context,
  fullTensor,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  gridIjk,
  jaggedFromList,
  type Lists,
  NativeError,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { bundle } from "../../lib/core/bundle.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import type { Ijk } from "../grid/_oracle.ts";
import {
  type Corners,
  distanceTo,
  flatFaces,
  flatVertices,
  makeBall,
  type Mesh,
  type Place,
} from "../grid/_triangles.ts";
import { randomNumbers } from "./_fields.ts";
import { buildBatch, centersOf, loose, place, slopesByDifferences } from "./_meshes.ts";
import { pick } from "./_oracle.ts";
import { SOLIDS } from "./_solids.ts";

/** Forward functions, and the ways back. */
const PASSES = [
  [meshDistances, meshDistancesBackward],
  [signedMeshDistances, signedMeshDistancesBackward],
] as const;

/** A place that has been moved along an axis. */
function moved(from: Place, axis: number, by: number): Place {
  return from.map((one, at) => at === axis ? one + by : one) as unknown as Place;
}

/** Gradients of a weighted sum of the distances of points from their own triangles, by differences. */
function slopesOf(
  { vertices, faces }: Mesh,
  points: readonly Place[],
  triangles: ArrayLike<bigint>,
  weights: ArrayLike<number>,
): Float64Array {
  const slopes = new Float64Array(vertices.length * 3);
  const step = 2 ** -24; // slopes change where another part of a triangle becomes nearest
  for (const [at, point] of points.entries()) {
    const triangle = Number(pick(triangles, at));
    if (triangle < 0) continue;
    const face = pick(faces, triangle);
    for (const vertex of new Set(face)) {
      for (const axis of [0, 1, 2]) {
        const [above, below] = [step, -step].map((by) => {
          const corners = face.map((one) =>
            one === vertex ? moved(pick(vertices, one), axis, by) : pick(vertices, one)
          );
          return distanceTo(corners as unknown as Corners, point);
        });
        const slope = ((above ?? NaN) - (below ?? NaN)) / (2 * step);
        slopes[3 * vertex + axis] = pick(slopes, 3 * vertex + axis) + pick(weights, at) * slope;
      }
    }
  }
  return slopes;
}

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`meshDistancesBackward() has the slopes of a batch of ${dtype}`, (context) => {
    const meshes = [loose(3, 20, dtype), { vertices: [], faces: [] }, loose(4, 20, dtype)];
    using grid = buildBatch(context);
    using vertices = jaggedFromList(meshes.map(flatVertices), { context, dtype, shape: [3] });
    using narrow = jaggedFromList(meshes.map(flatFaces), { context, dtype: "i32", shape: [3] });
    using faces = asType(narrow, "i64");
    using found = meshDistances(grid, vertices, faces, { halfWidth: 2.5 });
    const triangles = found.triangles.readSync();
    // Nothing of those that are far from all triangles comes through.
    const numbers = randomNumbers(grid.numVoxels, 7)
      .map((one, row) => pick(triangles, row) < 0n ? NaN : one);
    using gradients = tensor(numbers, { context, dtype });
    const weights = gradients.readSync();
    assert(weights.filter(Number.isNaN).length > 100);
    using back = meshDistancesBackward(grid, vertices, faces, found, gradients);
    assertEquals([back.offsets, back.data.dtype], [vertices.offsets, dtype]);
    let row = 0;
    const expected = meshes.flatMap((mesh, b) => {
      const points = centersOf(b);
      const end = row + points.length;
      const part = [triangles.slice(row, end), weights.slice(row, end)] as const;
      row = end;
      return [...slopesOf(mesh, points, ...part)];
    });
    assert(expected.filter((slope) => Math.abs(slope) > 0.1).length > 100);
    const relative = { f16: 2 ** -10, f32: 2 ** -23, f64: 0 }[dtype];
    assertClose(back.data.readSync(), expected, { absolute: 1e-6, relative });
    using same = meshDistancesBackward(grid, vertices, narrow, found, gradients);
    assertEquals(same.data.readSync(), back.data.readSync());
  });
}

eachBackend("meshDistancesBackward() has the slopes that differences show", (context) => {
  const mesh = loose(11, 6, "f64");
  using grid = gridFromDense({ context, dims: 9, ijkMin: -4, voxelSize: [1.5, 1, 2], origin: 0.1 });
  using placed = place(context, mesh, "f64");
  const { vertices, faces } = placed;
  const weights = randomNumbers(grid.numVoxels, 12);
  const options = { halfWidth: 40 };
  using found = meshDistances(grid, vertices, faces, options);
  using gradients = tensor(weights, { context });
  using back = meshDistancesBackward(grid, vertices, faces, found, gradients);
  const expected = slopesByDifferences(
    placed,
    weights,
    (moved) => meshDistances(grid, moved, faces, options),
  );
  assertEquals(back.shape, vertices.shape);
  assertClose(back.readSync(), expected, { absolute: 2e-6 });
});

for (const [name, mesh] of Object.entries(SOLIDS)) {
  eachBackend(`signedMeshDistancesBackward() has the slopes of a solid: ${name}`, (context) => {
    using grid = gridFromDense({ context, dims: 17, ijkMin: -8, voxelSize: 0.7 });
    using ijk = gridIjk(grid);
    using placed = place(context, mesh, "f64");
    const { vertices, faces } = placed;
    using found = signedMeshDistances(grid, vertices, faces, { halfWidth: 3 });
    const numbers = randomNumbers(grid.numVoxels, 13);
    using gradients = tensor(numbers, { context });
    using back = signedMeshDistancesBackward(grid, vertices, faces, found, gradients);
    const distances = found.distances.readSync();
    const flat = ijk.data.readSync();
    const points = Array.from(
      numbers,
      (_, row) => [0, 1, 2].map((axis) => 0.7 * pick(flat, 3 * row + axis)) as unknown as Place,
    );
    const weights = numbers.map((one, row) => pick(distances, row) < 0 ? -one : one);
    const expected = slopesOf(mesh, points, found.triangles.readSync(), weights);
    assertClose(back.readSync(), expected, { absolute: 1e-5 });
  });
}

eachBackend("signedMeshDistancesBackward() has the slopes that differences show", (context) => {
  const mesh = makeBall([0.2, -0.3, 0.1], 3, 1);
  using grid = gridFromDense({ context, dims: 9, ijkMin: -4 });
  using placed = place(context, mesh, "f64");
  const { vertices, faces } = placed;
  const weights = randomNumbers(grid.numVoxels, 14);
  const options = { halfWidth: 40 };
  using found = signedMeshDistances(grid, vertices, faces, options);
  using gradients = tensor(weights, { context });
  using back = signedMeshDistancesBackward(grid, vertices, faces, found, gradients);
  const expected = slopesByDifferences(
    placed,
    weights,
    (moved) => signedMeshDistances(grid, moved, faces, options),
  );
  assertClose(back.readSync(), expected, { absolute: 2e-6 });
});

/** What one voxel of a grid of one passes on to a tetrahedron with three faces along the axes. */
function atCorner(
  context: Context,
  voxel: Ijk,
  { lift = 0, gradient = 1 }: { readonly lift?: number; readonly gradient?: number } = {},
): { readonly triangle: number; readonly unsigned: number[]; readonly signed: number[] } {
  using ijk = tensor(Int32Array.from(voxel), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk, { origin: [0, 0, lift] });
  using faces = tensor(new Int32Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]), {
    context,
    shape: [4, 3],
  });
  using vertices = tensor(new Float64Array([0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8]), {
    context,
    shape: [4, 3],
  });
  using gradients = tensor(Float64Array.of(gradient), { context });
  using found = signedMeshDistances(grid, vertices, faces, { halfWidth: 2 });
  using signed = signedMeshDistancesBackward(grid, vertices, faces, found, gradients);
  using unsigned = meshDistancesBackward(grid, vertices, faces, found, gradients);
  return {
    triangle: Number(found.triangles.readSync()[0]),
    unsigned: [...unsigned.readSync()],
    signed: [...signed.readSync()],
  };
}

eachBackend("gradients of voxels on a triangle: none, or along the normal by signs", (context) => {
  const down = [0.5, 0.25, 0.25, 0].flatMap((share) => [0, 0, share]);
  const on = atCorner(context, [2, 2, 0]);
  assertEquals(on, { triangle: 0, unsigned: Array(12).fill(0), signed: down });
  // The same as on both sides.
  for (const lift of [2 ** -40, -(2 ** -40)]) {
    const beside = atCorner(context, [2, 2, 0], { lift });
    assertEquals([beside.triangle, beside.signed], [0, down]);
    assertEquals(beside.unsigned, down.map((one) => one === 0 ? 0 : one * -Math.sign(lift)));
  }
  // On an edge and at a vertex, that of the triangle which is named.
  for (const [voxel, shares] of [[[2, 0, 0], [0.75, 0.25, 0]], [[0, 0, 0], [1, 0, 0]]] as const) {
    const { triangle, unsigned, signed } = atCorner(context, voxel);
    const axis = pick([2, 1, 0], triangle);
    const expected = [...shares, 0].flatMap((share) =>
      [0, 1, 2].map((at) => at === axis ? share : 0)
    );
    assertEquals([unsigned, signed], [Array(12).fill(0), expected]);
  }
  const odd = atCorner(context, [2, 2, 0], { gradient: NaN });
  assertEquals(odd.unsigned, Array(12).fill(0));
  assertEquals(odd.signed.map(Number.isNaN), [...Array(9).fill(true), ...Array(3).fill(false)]);
});

/** Says that all voxels have this triangle, at no distance. */
function sayFound(grid: GridBatch, triangle: bigint | number): MeshDistances<"f32"> {
  const { context, numVoxels } = grid;
  const numbers = new BigInt64Array(numVoxels).fill(BigInt(triangle));
  return bundle("MeshDistances", {
    distances: fullTensor([numVoxels], 0, { context, dtype: "f32" }),
    triangles: tensor(numbers, { context }),
  });
}

eachBackend(
  "meshDistancesBackward() sums up what millions of voxels pass on to a vertex",
  (context) => {
    const side = 129; // more voxels than are sorted at once
    using grid = gridFromDense({ context, dims: side });
    using vertices = tensor([3, 3, 3, 40.5, 60.25, 80.125], { context, shape: [2, 3] });
    using faces = tensor(new Int32Array([0, 0, 0, 1, 1, 1]), { context, shape: [2, 3] });
    using found = sayFound(grid, 1);
    using gradients = fullTensor([grid.numVoxels], 1, { context, dtype: "f32" });
    using back = meshDistancesBackward(grid, vertices, faces, found, gradients);
    let [x, y, z] = [0, 0, 0];
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        for (let k = 0; k < side; k++) {
          const length = Math.sqrt((40.5 - i) ** 2 + (60.25 - j) ** 2 + (80.125 - k) ** 2);
          x += (40.5 - i) / length;
          y += (60.25 - j) / length;
          z += (80.125 - k) / length;
        }
      }
    }
    assertClose(back.readSync(), [0, 0, 0, x, y, z], { relative: 2 ** -23 });
  },
);

eachBackend("gradients of distances of no triangles, no voxels and no grids", (context) => {
  using zero = gridFromZeroGrids({ context });
  using none = jaggedFromList([], { context, dtype: "f32", shape: [3] });
  using noFaces = jaggedFromList([], { context, dtype: "i32", shape: [3] });
  using ijk = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = gridFromIjk(ijk);
  using one = gridFromDense({ context, dims: 1 });
  using vertices = tensor(new Float32Array(9), { context, shape: [3, 3] });
  using faces = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using nothing = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using noVertices = tensor(new Float32Array(0), { context, shape: [0, 3] });
  const options = { halfWidth: 1 };
  for (const [find, carry] of PASSES) {
    const run = <L extends Lists<"f32">>(grid: GridBatch, v: L, f: Lists<"i32">): L => {
      using found = find(grid, v, f, options);
      using gradients = fullTensor([grid.numVoxels], NaN, { context, dtype: "f32" });
      return carry(grid, v, f, found, gradients) as L;
    };
    using a = run(zero, none, noFaces);
    using b = run(empty, vertices, faces);
    using c = run(one, vertices, nothing);
    using d = run(one, noVertices, nothing);
    assertEquals([a.data.shape, a.length, d.shape], [[0, 3], 0, [0, 3]]);
    assertEquals([[...b.readSync()], [...c.readSync()]], [Array(9).fill(0), Array(9).fill(0)]);
  }
});

eachBackend("gradients of distances refuse triangles that there are not", (context) => {
  using grid = gridFromDense({ context, dims: 2, gridCount: 2 });
  const corners = [0, 0, 9, 1, 0, 9, 0, 1, 9];
  using vertices = jaggedFromList([corners, [...corners, 5, 5, 5]], { context, shape: [3] });
  using faces = jaggedFromList([[0, 1, 2], [0, 1, 2, 1, 2, 3]], {
    context,
    dtype: "i64",
    shape: [3],
  });
  using gradients = fullTensor([16], 1, { context, dtype: "f32" });
  for (const [, carry] of PASSES) {
    const problem = (of: typeof vertices, by: typeof faces, triangle: bigint): string => {
      using found = sayFound(grid, triangle);
      const error = assertThrows(() => carry(grid, of, by, found, gradients), NativeError);
      assertEquals(error.kind, "invalid-data");
      return error.message;
    };
    for (const triangle of [2n, -2n, 2n ** 63n - 1n, -(2n ** 63n)]) {
      assertMatch(problem(vertices, faces, triangle), /of 16 voxels 16 name no triangle/);
    }
    // The second one of the second mesh is not one of the first.
    assertMatch(problem(vertices, faces, 1n), /of 16 voxels 8 name no triangle/);
    for (const corner of [3, -1, 2 ** 40]) {
      using others = jaggedFromList([[0, 1, corner], [0, 1, 2]], {
        context,
        dtype: "i64",
        shape: [3],
      });
      assertMatch(problem(vertices, others, 0n), /of 16 voxels 8 name no triangle/);
    }
    for (const number of [NaN, Infinity]) {
      using odd = jaggedFromList([corners, corners.with(4, number)], { context, shape: [3] });
      using few = jaggedFromList([[0, 1, 2], [0, 1, 2]], { context, dtype: "i64", shape: [3] });
      assertMatch(problem(odd, few, 0n), /of 16 voxels 8 name no triangle/);
    }
  }
});

eachBackend(
  "gradients of distances reject what does not fit",
  (context) => {
    using grid = gridFromDense({ context, dims: 2 });
    using batch = buildBatch(context);
    const [vertices, faces] = [SOLIDS.ball ?? loose(1, 5, "f32")].flatMap((mesh) => [
      tensor(new Float32Array(flatVertices(mesh)), { context, shape: [mesh.vertices.length, 3] }),
      tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] }),
    ]) as [Tensor<"f32">, Tensor<"i32">];
    using _vertices = vertices;
    using _faces = faces;
    using gradients = tensor(new Float32Array(8).fill(1), { context });
    using doubles = tensor(new Float64Array(8), { context });
    using long = tensor(new Float32Array(9), { context });
    using columns = gradients.reshape([8, 1]);
    for (const [find, carry] of PASSES) {
      using found = find(grid, vertices, faces, { halfWidth: 9 });
      const start = `Cannot run ${carry.name}: `;
      const run = (by: Tensor, on = grid, of: MeshDistances = found): Tensor =>
        carry(on, vertices, faces, of as typeof found, by as Tensor<"f32">);
      const message = (kind: ErrorConstructor, ...args: Parameters<typeof run>): string =>
        assertThrows(() => run(...args), kind as typeof RangeError).message;
      assertEquals(message(TypeError, doubles), `${start}gradients is f64, f32 expected`);
      assertEquals(message(RangeError, long), `${start}gradients shape is [9], [8] expected`);
      assertEquals(message(RangeError, columns), `${start}gradients shape is [8, 1], [8] expected`);
      assertEquals(
        message(RangeError, gradients, batch),
        `${start}the number of lists in vertices is 1, the number of grids is 3`,
      );
      const { distances, triangles } = found;
      const wrong = [[long, triangles], [doubles, triangles], [distances, long]] as const;
      for (const [d, t] of carry === meshDistancesBackward ? wrong.slice(2) : wrong) {
        const of = bundle("MeshDistances", { distances: d, triangles: t as Tensor<"i64"> });
        assertMatch(message(Error as ErrorConstructor, gradients, grid, of), /: found\.\w+ /);
      }
      found.triangles.dispose();
    }
  },
);
