import { assert, assertEquals } from "@std/assert";
import { meshDistances, signedMeshDistances } from "../../lib/mesh/mod.ts";
import { type Context, gridFromDense, gridIjk, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { canonical, type Ijk } from "../grid/_oracle.ts";
import {
  flatFaces,
  flatVertices,
  makeBall,
  type Mesh,
  type Place,
  type Triple,
} from "../grid/_triangles.ts";
import { distancesOf, loose } from "./_meshes.ts";
import { pick } from "./_oracle.ts";
import { windingNumber } from "./_solids.ts";

const SIDE = 11;
const LOW = -5;
const SIZES: readonly Triple[] = [[1, 1, 1], [1, 1, 1], [0.5, 1, 0.75]];
const ORIGINS: readonly Triple[] = [[0, 0, 0], [1, 2, 3], [0.25, -0.5, 0.125]];
const MAX_DISTANCE = 2.5;

/** Meshes of thousands of triangles, each far smaller than a voxel, and none in the middle. */
const BALLS: readonly Mesh[] = [
  makeBall([0.3, -0.2, 0.1], 3.4, 4),
  { vertices: [], faces: [] },
  makeBall([0, 0.1, 0], 1.9, 4),
];

const STEPS = Array.from({ length: SIDE }, (_, n) => n + LOW);
const VOXELS = canonical(
  STEPS.flatMap((i) => STEPS.flatMap((j) => STEPS.map((k): Ijk => [i, j, k]))),
);

function centerOf(b: number, voxel: Ijk): Place {
  return voxel.map((one, axis) =>
    one * (SIZES[b]?.[axis] ?? NaN) + (ORIGINS[b]?.[axis] ?? NaN)
  ) as unknown as Place;
}

/** Distances of all voxels of three grids from the meshes, found by asking about every triangle. */
function find(
  context: Context,
  meshes: readonly Mesh[],
  operator: typeof meshDistances,
): { distances: Float64Array; triangles: BigInt64Array } {
  using grid = gridFromDense({
    context,
    gridCount: meshes.length,
    dims: SIDE,
    ijkMin: LOW,
    voxelSize: SIZES,
    origin: ORIGINS,
  });
  using vertices = jaggedFromList(meshes.map(flatVertices), { context, shape: [3] });
  using faces = jaggedFromList(meshes.map(flatFaces), { context, shape: [3] });
  using found = operator(grid, vertices, faces, { halfWidth: MAX_DISTANCE });
  return { distances: found.distances.readSync(), triangles: found.triangles.readSync() };
}

eachBackend("meshDistances() finds the nearest of many small triangles", (context) => {
  // All triangles of the first ball twice, and some of any size and without area.
  const large = loose(7, 40, "f64");
  const [ball = large] = BALLS;
  const first = ball.vertices.length;
  const meshes = BALLS.map((mesh, b): Mesh =>
    b > 0 ? mesh : {
      vertices: [...mesh.vertices, ...large.vertices],
      faces: [
        ...mesh.faces,
        ...large.faces.map((face) => face.map((corner) => corner + first) as unknown as Triple),
        ...mesh.faces,
      ],
    }
  );
  const once = ball.faces.length + large.faces.length;
  const { distances, triangles } = find(context, meshes, meshDistances);
  const counts = { near: 0, far: 0 };
  for (const [b, mesh] of meshes.entries()) {
    const different = { ...mesh, faces: mesh.faces.slice(0, once) };
    for (const [n, voxel] of VOXELS.entries()) {
      const row = b * VOXELS.length + n;
      const all = distancesOf(different, centerOf(b, voxel));
      const least = all.reduce((a, one) => Math.min(a, one), Infinity);
      const triangle = Number(pick(triangles, row));
      if (least > MAX_DISTANCE) {
        assertEquals([pick(distances, row), triangle], [Infinity, -1]);
        counts.far++;
        continue;
      }
      assertClose([pick(distances, row)], [least], { absolute: 1e-12 });
      assertClose([all[triangle] ?? NaN], [least], { absolute: 1e-12 });
      counts.near++;
    }
  }
  assert(counts.near > 1500 && counts.far > 1500, JSON.stringify(counts));
});

eachBackend(
  "signedMeshDistances() tells the inside of a ball of many small triangles",
  (context) => {
    // Triangles without area at a corner that they share do not matter.
    const meshes = BALLS.map((mesh): Mesh => ({
      ...mesh,
      faces: [...mesh.faces.slice(0, 1).map(([a]): Triple => [a, a, a]), ...mesh.faces],
    }));
    const { distances, triangles } = find(context, meshes, signedMeshDistances);
    let inside = 0;
    for (const [b, mesh] of meshes.entries()) {
      for (const [n, voxel] of VOXELS.entries()) {
        const row = b * VOXELS.length + n;
        const center = centerOf(b, voxel);
        const all = distancesOf(mesh, center);
        const least = all.reduce((a, one) => Math.min(a, one), Infinity);
        const triangle = Number(pick(triangles, row));
        const distance = pick(distances, row);
        if (least > MAX_DISTANCE) {
          assertEquals([distance, triangle], [Infinity, -1]);
          continue;
        }
        assert(triangle > 0, `triangle ${triangle}`);
        assertClose([Math.abs(distance), all[triangle] ?? NaN], [least, least], {
          absolute: 1e-12,
        });
        assertEquals(distance < 0, windingNumber(mesh, center) > 0.5, `${center}`);
        inside += distance < 0 ? 1 : 0;
      }
    }
    assert(inside > 200, `${inside} voxels inside`);
  },
);

eachBackend(
  "meshDistances() needs no more memory where many small triangles reach far",
  (context) => {
    const radius = 12;
    const mesh = makeBall([0, 0, 0], radius, 5);
    using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
    using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
    using grid = gridFromDense({ context, dims: 40, ijkMin: -20 });
    using ijk = gridIjk(grid);
    context.resetPeak();
    const held = context.stats().peakBytes;
    using found = meshDistances(grid, vertices, faces, { halfWidth: 14 });
    const bytes = context.stats().peakBytes - held - 16 * grid.numVoxels;
    assert(bytes < 500 * mesh.faces.length, `${bytes} bytes`); // a list for each leaf has about 60 x 36
    const places = ijk.data.readSync();
    for (const [row, distance] of found.distances.readSync().entries()) {
      const from = Math.hypot(...places.subarray(3 * row, 3 * row + 3));
      if (from < 25) assertClose([distance], [Math.abs(from - radius)], { absolute: 0.03 });
    }
  },
);

eachBackend(
  "distances from many small triangles free everything when an allocation fails",
  async (context) => {
    const [mesh = { vertices: [], faces: [] }] = BALLS;
    using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
    using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
    using grid = gridFromDense({ context, dims: SIDE, ijkMin: LOW });
    for (const operator of [meshDistances, signedMeshDistances]) {
      using found = await failEachAllocation(
        context,
        () => operator(grid, vertices, faces, { halfWidth: MAX_DISTANCE }),
        8,
      );
      assertEquals(found.disposed, false);
    }
  },
);
