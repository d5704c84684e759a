import { assert, assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { meshDistances, signedMeshDistances } from "../../lib/mesh/mod.ts";
import {
  gridFromDense,
  gridFromIjk,
  gridIjk,
  jaggedFromList,
  type Lists,
  NativeError,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { canonical, flatten, type Ijk } from "../grid/_oracle.ts";
import {
  cornersOf,
  distanceTo,
  flatFaces,
  flatVertices,
  type Mesh,
  type Place,
} from "../grid/_triangles.ts";
import { buildBatch, centersOf, distancesOf, loose } from "./_meshes.ts";
import { pick } from "./_oracle.ts";
import { SOLIDS, windingNumber } from "./_solids.ts";

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`meshDistances() finds the nearest of loose triangles in ${dtype}`, (context) => {
    const meshes = [loose(3, 20, dtype), { vertices: [], faces: [] }, loose(4, 20, dtype)];
    const halfWidth = 2.5;
    using grid = buildBatch(context);
    using vertices = jaggedFromList(meshes.map(flatVertices), { context, dtype, shape: [3] });
    using faces = jaggedFromList(meshes.map(flatFaces), { context, dtype: "i32", shape: [3] });
    using found = meshDistances(grid, vertices, faces, { halfWidth });
    assertEquals([found.distances.shape, found.triangles.shape], [
      [grid.numVoxels],
      [grid.numVoxels],
    ]);
    const [distances, triangles] = [found.distances.readSync(), found.triangles.readSync()];
    let row = 0;
    const counts = { near: 0, far: 0 };
    for (const [b, mesh] of meshes.entries()) {
      for (const center of centersOf(b)) {
        const all = distancesOf(mesh, center);
        const least = Math.min(Infinity, ...all);
        const distance = pick(distances, row);
        const triangle = Number(pick(triangles, row++));
        if (least > halfWidth) {
          assertEquals([distance, triangle], [Infinity, -1]);
          counts.far++;
          continue;
        }
        const relative = { f16: 2 ** -10, f32: 2 ** -23, f64: 1e-13 }[dtype];
        assertClose([distance], [least], { relative, absolute: relative });
        assertClose([all[triangle] ?? NaN], [least], { absolute: 1e-12 });
        counts.near++;
      }
    }
    assert(counts.near > 300 && counts.far > 100, JSON.stringify(counts));
  });
}

eachBackend("meshDistances() names the first of triangles that are equally near", (context) => {
  using ijk = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using vertices = tensor([3, 0, 0, 3, 1, 0, 3, 0, 1, -3, 0, 0, 0, 0, 7], {
    context,
    shape: [5, 3],
  });
  using faces = tensor(new BigInt64Array([4n, 4n, 4n, 3n, 3n, 3n, 0n, 1n, 2n]), {
    context,
    shape: [3, 3],
  });
  using found = meshDistances(grid, vertices, faces, { halfWidth: 3 });
  assertEquals([[...found.distances.readSync()], [...found.triangles.readSync()]], [[3], [1n]]);
  using nearer = meshDistances(grid, vertices, faces, { halfWidth: 2.999 });
  assertEquals([...nearer.triangles.readSync()], [-1n]);
  // Above the top of a tent all its sides are equally near.
  const foot = Array.from({ length: 12 }, (_, n): Place => {
    const angle = n * Math.PI / 6;
    return [4 * Math.cos(angle), 4 * Math.sin(angle), -3];
  });
  const tent: Mesh = {
    vertices: [[0, 0, 0], ...foot],
    faces: foot.map((_, n) => [0, 1 + (n + 5) % 12, 1 + (n + 6) % 12]),
  };
  using above = gridFromDense({ context, dims: [1, 1, 4], ijkMin: 0 });
  using corners = tensor(flatVertices(tent), { context, shape: [13, 3] });
  using sides = tensor(flatFaces(tent), { context, shape: [12, 3] });
  using top = meshDistances(above, corners, sides, { halfWidth: 3 });
  assertEquals([...top.distances.readSync()], [0, 1, 2, 3]);
  assertEquals([...top.triangles.readSync()], [0n, 0n, 0n, 0n]);
});

eachBackend("meshDistances() passes over triangles beside the grid, however long", (context) => {
  const far = 2 ** 20;
  using ijk = tensor([0, 0, 0, 0, far, 0], { context, dtype: "i32", shape: [2, 3] });
  using grid = gridFromIjk(ijk);
  using faces = tensor([0, 1, 2], { context, dtype: "i32", shape: [1, 3] });
  const allocations = (x: number, y: number): number => {
    using vertices = tensor([x, 0, 0, x, y, 0, x, 0, 1], { context, dtype: "f64", shape: [3, 3] });
    const before = context.stats().allocations;
    using found = meshDistances(grid, vertices, faces, { halfWidth: 1 });
    assertEquals([...found.distances.readSync()], [Infinity, Infinity]);
    assertEquals([...found.triangles.readSync()], [-1n, -1n]);
    return context.stats().allocations - before;
  };
  allocations(1000, 2); // what a first call prepares
  const least = allocations(1000, 2);
  // In a leaf with the grid's voxels, and far from them.
  for (const x of [3, 1000]) assertEquals(allocations(x, far), least, `at ${x}`);
});

eachBackend(
  "meshDistances() looks as far as it is told to, where the grid has voxels",
  (context) => {
    const mesh = loose(5, 20, "f64");
    using vertices = tensor(flatVertices(mesh), { context, shape: [60, 3], dtype: "f64" });
    using faces = tensor(flatFaces(mesh), { context, shape: [20, 3] });
    const voxels: readonly Ijk[] = [[-900, 40, 3], [0, 0, 0], [2, 3, -1], [7000, -5, 12]];
    using ijk = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
    using grid = gridFromIjk(ijk, { voxelSize: 2 });
    using places = gridIjk(grid);
    const flat = places.data.readSync();
    const expected = voxels.map((_, row) => {
      const along = (axis: number): number => 2 * pick(flat, 3 * row + axis);
      const center: Place = [along(0), along(1), along(2)];
      return Math.min(...mesh.faces.map((_, face) => distanceTo(cornersOf(mesh, face), center)));
    });
    for (const halfWidth of [2e5, 1e7, 2e9]) {
      using found = meshDistances(grid, vertices, faces, { halfWidth });
      assertClose([...found.distances.readSync()], expected, { relative: 1e-12 });
    }
  },
);

for (const [name, mesh] of Object.entries(SOLIDS)) {
  eachBackend(`signedMeshDistances() tells the inside of a ${name} from the outside`, (context) => {
    const side = 17;
    const size = 0.7;
    const low = -8;
    using grid = gridFromDense({ context, dims: side, ijkMin: low, voxelSize: size });
    using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
    using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
    using found = signedMeshDistances(grid, vertices, faces, { halfWidth: 3 });
    const distances = found.distances.readSync();
    const steps = Array.from({ length: side }, (_, n) => n + low);
    const voxels = canonical(
      steps.flatMap((i) => steps.flatMap((j) => steps.map((k): Ijk => [i, j, k]))),
    );
    let inside = 0;
    for (const [row, [i, j, k]] of voxels.entries()) {
      const center: Place = [i * size, j * size, k * size];
      const least = Math.min(...distancesOf(mesh, center));
      const distance = pick(distances, row);
      if (least > 3) {
        assertEquals(distance, Infinity);
        continue;
      }
      assertClose([Math.abs(distance)], [least], { absolute: 1e-12 });
      const winding = windingNumber(mesh, center);
      if (least > 1e-9) assertEquals(distance < 0, winding > 0.5, `${center}: ${winding}`);
      inside += distance < 0 ? 1 : 0;
    }
    assert(inside > 10, `${inside} voxels inside`);
  });
}

eachBackend("signedMeshDistances() gives the same bits in any unit of length", (context) => {
  for (const mesh of Object.values(SOLIDS)) {
    const corners = flatVertices(mesh);
    using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
    const run = (unit: number): { distances: number[]; triangles: bigint[] } => {
      const scaled = Float64Array.from(corners, (one) => one * unit);
      using vertices = tensor(scaled, { context, shape: [mesh.vertices.length, 3] });
      using grid = gridFromDense({ context, dims: 17, ijkMin: -8, voxelSize: 0.7 * unit });
      using found = signedMeshDistances(grid, vertices, faces, { halfWidth: 3 * unit });
      return {
        distances: [...found.distances.readSync()].map((distance) => distance / unit),
        triangles: [...found.triangles.readSync()],
      };
    };
    const expected = run(1);
    for (const unit of [2 ** -180, 2 ** -500, 2 ** 600]) assertEquals(run(unit), expected);
  }
});

eachBackend("signedMeshDistances() looks past triangles that are none", (context) => {
  // A tetrahedron; one face names a vertex twice, and an edge is split by a triangle without area.
  const vertices: Place[] = [[0, 0, 0], [8, 0, 0], [0, 8, 0], [0, 0, 8], [4, 0, 0]];
  const mesh: Mesh = {
    vertices,
    faces: [[1, 1, 2], [0, 4, 1], [0, 2, 1], [0, 4, 3], [4, 1, 3], [0, 3, 2], [1, 2, 3]],
  };
  // The edge from 0 to 1 has the face (0, 2, 1) on one side; the thin triangle joins it to the two parts of the other.
  const closed: Mesh = { ...mesh, faces: mesh.faces.map((face, n) => n === 1 ? [0, 1, 4] : face) };
  using grid = gridFromDense({ context, dims: 12, ijkMin: -2 });
  using places = tensor(flatVertices(mesh), { context, shape: [5, 3] });
  const steps = Array.from({ length: 12 }, (_, n) => n - 2);
  const voxels = canonical(
    steps.flatMap((i) => steps.flatMap((j) => steps.map((k): Ijk => [i, j, k]))),
  );
  const orders = [closed, mesh].map((one) => {
    using faces = tensor(flatFaces(one), { context, shape: [7, 3] });
    try {
      using found = signedMeshDistances(grid, places, faces, { halfWidth: 4 });
      const triangles = [...found.triangles.readSync()];
      assert(triangles.every((triangle) => triangle !== 0n && triangle !== 1n));
      return [...found.distances.readSync()];
    } catch (error) {
      return (error as Error).message;
    }
  });
  // Of the two ways to turn the thin triangle, one closes the mesh.
  const [distances] = orders.filter((one) => typeof one !== "string");
  const [message] = orders.filter((one) => typeof one === "string");
  assert(message?.includes("edges do not join two triangles"), message);
  assert(distances !== undefined);
  for (const [row, [i, j, k]] of voxels.entries()) {
    const inside = i > 0 && j > 0 && k > 0 && i + j + k < 8;
    const outside = i < 0 || j < 0 || k < 0 || i + j + k > 8;
    const distance = pick(distances, row);
    assertEquals(distance < 0, inside, `${[i, j, k]}: ${distance}`);
    if (outside) assert(distance > 0);
  }
});

eachBackend("signedMeshDistances() refuses meshes that are not closed", (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  using vertices = tensor([0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9], { context, shape: [4, 3] });
  const whole = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const message = (corners: readonly number[]): string => {
    using faces = tensor(new Int32Array(corners), { context, shape: [corners.length / 3, 3] });
    const error = assertThrows(
      () => signedMeshDistances(grid, vertices, faces, { halfWidth: 1 }),
      NativeError,
    );
    assertEquals(error.kind, "invalid-data");
    return error.message;
  };
  const problem = "edges do not join two triangles that run along them in opposite directions";
  assert(message(whole.slice(3)).includes(`3 ${problem}`));
  assert(message([0, 1, 2, ...whole.slice(3)]).includes(`3 ${problem}`));
  assert(message([...whole, 0, 2, 1]).includes(`3 ${problem}`));
  assert(message([0, 1, 4]).includes("name no vertex"));
  // What needs no inside has no such demands.
  using open = tensor(new Int32Array(whole.slice(3)), { context, shape: [3, 3] });
  using found = meshDistances(grid, vertices, open, { halfWidth: 1 });
  assertEquals(found.distances.readSync().every((one) => one <= 1), true);
});

eachBackend("meshDistances() accepts no triangles, no voxels and no grids", (context) => {
  using zero = gridFromZeroGrids({ context });
  using none = jaggedFromList([], { context, dtype: "f32", shape: [3] });
  using noFaces = jaggedFromList([], { context, dtype: "i32", shape: [3] });
  using ijk = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = gridFromIjk(ijk);
  using one = gridFromDense({ context, dims: 1 });
  using vertices = tensor(new Float32Array(9), { context, shape: [3, 3] });
  using faces = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using nothing = tensor(new Int32Array(0), { context, shape: [0, 3] });
  for (const find of [meshDistances, signedMeshDistances]) {
    using a = find(zero, none, noFaces, { halfWidth: 1 });
    using b = find(empty, vertices, faces, { halfWidth: 1 });
    using c = find(one, vertices, nothing, { halfWidth: 1 });
    assertEquals([a.distances.shape, b.triangles.shape], [[0], [0]]);
    assertEquals([[...c.distances.readSync()], [...c.triangles.readSync()]], [[Infinity], [-1n]]);
  }
});

eachBackend("meshDistances() rejects what does not fit", (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  using batch = buildBatch(context);
  using vertices = tensor(new Float32Array(9), { context, shape: [3, 3] });
  using ints = tensor(new Int32Array(9), { context, shape: [3, 3] });
  using faces = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using flat = faces.reshape([3]);
  for (const find of [meshDistances, signedMeshDistances]) {
    const start = `Cannot run ${find.name}: `;
    const run = (v: Tensor, f: Tensor, on = grid, halfWidth = 1): unknown =>
      find(on, v as Lists<Real>, f as Lists<"i32">, { halfWidth });
    const message = (kind: typeof RangeError, ...args: Parameters<typeof run>): string =>
      assertThrows(() => run(...args), kind).message;
    assertEquals(
      message(TypeError, ints, faces),
      `${start}vertices is i32, f16, f32 or f64 expected`,
    );
    assertEquals(
      message(TypeError, vertices, vertices),
      `${start}faces is f32, i32 or i64 expected`,
    );
    assertEquals(
      message(RangeError, vertices, flat),
      `${start}faces shape is [3], [n, 3] expected`,
    );
    assertEquals(
      message(RangeError, vertices, faces, batch),
      `${start}the number of lists in vertices is 1, the number of grids is 3`,
    );
    for (const most of [-1, NaN, Infinity]) {
      assertEquals(
        message(RangeError, vertices, faces, grid, most),
        `${start}halfWidth is ${most}, a finite number of 0 or more expected`,
      );
    }
  }
});
