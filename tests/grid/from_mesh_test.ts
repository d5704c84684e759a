import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { gridFromMeshAsync, type GridFromMeshOptions } from "../../lib/grid/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromMesh,
  gridIjk,
  jaggedFromList,
  NativeError,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { canonical, type Ijk, INT32_MAX, INT32_MIN, randomSource, triples } from "./_oracle.ts";
import {
  type Corners,
  cornersOf,
  distanceTo,
  flatFaces,
  flatVertices,
  inVoxels,
  makeBall,
  type Mesh,
  type Place,
  touchesCell,
  touchesCellExactly,
  type Triple,
} from "./_triangles.ts";

/** Builds from one mesh. */
function build(context: Context, mesh: Mesh, options: GridFromMeshOptions): GridBatch {
  using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
  using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
  return gridFromMesh(vertices, faces, options);
}

function voxelsOf(grid: GridBatch): Ijk[] {
  using ijk = gridIjk(grid);
  return triples(ijk.data.readSync());
}

/** Voxels around triangles that touch one, or whose centers are near one. */
function bruteForce(
  mesh: Mesh,
  size: Triple,
  origin: Triple,
  halfWidth: number,
  touches = touchesCell,
): Ijk[] {
  const found: Ijk[] = [];
  for (let face = 0; face < mesh.faces.length; face++) {
    const corners = inVoxels(cornersOf(mesh, face), size, origin);
    const range = ([0, 1, 2] as const).map((axis) => {
      const values = corners.map((corner) => corner[axis]);
      const around = 1 + halfWidth / size[axis];
      const low = Math.floor(Math.min(...values) - around);
      const high = Math.ceil(Math.max(...values) + around);
      return Array.from({ length: high - low + 1 }, (_, n) => low + n);
    });
    const [xs = [], ys = [], zs = []] = range;
    const world = corners.map((corner) => corner.map((one, axis) => one * (size[axis] ?? NaN)));
    for (const i of xs) {
      for (const j of ys) {
        for (const k of zs) {
          const center: Place = [i * size[0], j * size[1], k * size[2]];
          const touched = touches(corners, [i, j, k]) ||
            (halfWidth > 0 && distanceTo(world as unknown as Corners, center) <= halfWidth);
          if (touched) found.push([i, j, k]);
        }
      }
    }
  }
  return canonical(found);
}

function randomMesh(seed: number, count: number, spread: number, center: Place): Mesh {
  const random = randomSource(seed);
  const vertices = Array.from({ length: count * 3 }, (_, n): Place => {
    const around = randomSource(seed * 1000 + Math.floor(n / 3));
    const [x, y, z] = center.map((one) => one + (around() - 0.5) * 12) as [number, number, number];
    const off = (): number => (random() - 0.5) * spread;
    return [x + off(), y + off(), z + off()];
  });
  const faces = Array.from(
    { length: count },
    (_, n) => [3 * n, 3 * n + 1, 3 * n + 2] as const,
  );
  return { vertices, faces };
}

eachBackend("gridFromMesh() takes the voxels of triangles written down by hand", (context) => {
  // In the plane x = 1/2 between two layers, corners on corners of cells.
  const mesh: Mesh = {
    vertices: [[0.5, -0.5, -0.5], [0.5, 0.5, -0.5], [0.5, -0.5, 0.5]],
    faces: [[0, 1, 2]],
  };
  using grid = build(context, mesh, { voxelSize: 1 });
  const expected: Ijk[] = [];
  for (const i of [0, 1]) {
    for (const j of [-1, 0, 1]) {
      for (const k of [-1, 0, 1]) if (j + k < 2) expected.push([i, j, k]);
    }
  }
  assertEquals(voxelsOf(grid), canonical(expected));
  // A corner alone, a line, and a point: without area.
  const thin = { vertices: [[0, 0, 0], [3, 0, 0], [1, 0, 0]] as const };
  using line = build(context, { ...thin, faces: [[0, 1, 2]] }, { voxelSize: 1 });
  assertEquals(voxelsOf(line), [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]);
  using point = build(context, { ...thin, faces: [[1, 1, 1], [1, 1, 1]] }, { voxelSize: 1 });
  assertEquals(voxelsOf(point), [[3, 0, 0]]);
  // A band around a point: the ball of voxels.
  using ball = build(context, { ...thin, faces: [[1, 1, 1]] }, { voxelSize: 1, halfWidth: 1 });
  assertEquals(ball.numVoxels, 7);
});

for (const [spread, halfWidth] of [[0.5, 0], [6, 0], [40, 0], [2, 1.25], [30, 0.4]] as const) {
  eachBackend(
    `gridFromMesh() finds what brute force finds, triangles of ${spread}, half width ${halfWidth}`,
    (context) => {
      const count = spread > 20 ? 3 : 25;
      const sizes: readonly Triple[] = [[1, 1, 1], [1, 1, 1], [0.5, 1, 2]];
      const origins: readonly Triple[] = [[0, 0, 0], [9, 9, 9], [1, 0.25, -3]];
      const meshes: readonly Mesh[] = [
        randomMesh(1 + spread, count, spread, [0, 0, 0]),
        { vertices: [[1, 2, 3]], faces: [] },
        randomMesh(2 + spread, count, spread, [100, -300, 40]),
      ];
      using vertices = jaggedFromList(meshes.map(flatVertices), { context, shape: [3] });
      using faces = jaggedFromList(meshes.map(flatFaces), { context, shape: [3] });
      using wide = jaggedFromList(meshes.map(flatFaces), { context, shape: [3], dtype: "i64" });
      const options = { voxelSize: sizes, origin: origins, halfWidth };
      for (const corners of [faces, wide]) {
        using grid = gridFromMesh(vertices, corners, options);
        const found = voxelsOf(grid);
        const starts = [...grid.offsets].map(Number);
        for (const [b, mesh] of meshes.entries()) {
          const size = sizes[b] ?? [1, 1, 1];
          const expected = bruteForce(mesh, size, origins[b] ?? [0, 0, 0], halfWidth);
          assertEquals(found.slice(starts[b], starts[b + 1]), expected);
          assert(b === 1 || expected.length > 40, `${expected.length} voxels`);
        }
      }
    },
  );
}

eachBackend(
  "gridFromMesh() finds what brute force finds in a band around many small triangles",
  (context) => {
    const sizes: readonly Triple[] = [[1, 1, 1], [1, 1, 1], [0.5, 1, 0.75]];
    const origins: readonly Triple[] = [[0, 0, 0], [1, 2, 3], [0.25, -0.5, 0.125]];
    const meshes: readonly Mesh[] = [
      makeBall([0.3, -0.2, 0.1], 3.4, 4),
      { vertices: [], faces: [] },
      makeBall([0, 0.1, 0], 1.9, 4),
    ];
    using vertices = jaggedFromList(meshes.map(flatVertices), { context, shape: [3] });
    using faces = jaggedFromList(meshes.map(flatFaces), { context, shape: [3] });
    for (const halfWidth of [0, 0.3, 1.7]) {
      using grid = gridFromMesh(vertices, faces, { voxelSize: sizes, origin: origins, halfWidth });
      const found = voxelsOf(grid);
      const starts = [...grid.offsets].map(Number);
      for (const [b, mesh] of meshes.entries()) {
        const expected = bruteForce(
          mesh,
          sizes[b] ?? [1, 1, 1],
          origins[b] ?? [0, 0, 0],
          halfWidth,
        );
        assertEquals(found.slice(starts[b], starts[b + 1]), expected);
        assert(b === 1 || expected.length > 60, `${expected.length} voxels`);
      }
    }
  },
);

eachBackend(
  "gridFromMesh() needs no more memory where many small triangles reach far",
  (context) => {
    const mesh = makeBall([0, 0, 0], 12, 5);
    context.resetPeak();
    const held = context.stats().peakBytes;
    using grid = build(context, mesh, { voxelSize: 1, halfWidth: 14 });
    const bytes = context.stats().peakBytes - held;
    assert(bytes < 500 * mesh.faces.length, `${bytes} bytes`); // a list for each leaf has about 90 x 36
    const ball = 4 / 3 * Math.PI * 26 ** 3;
    assert(Math.abs(grid.numVoxels / ball - 1) < 0.01, `${grid.numVoxels} voxels of ${ball}`);
  },
);

eachBackend("gridFromMesh() touches whatever quarters of voxels touch", (context) => {
  // Corners on quarters of voxels: planes, edges and corners that only meet are exact in doubles.
  const number = fc.integer({ min: -10, max: 10 }).map((one) => one / 4);
  const place = fc.tuple(number, number, number);
  fc.assert(
    fc.property(fc.tuple(place, place, place), (vertices) => {
      const mesh: Mesh = { vertices, faces: [[0, 1, 2]] };
      using grid = build(context, mesh, { voxelSize: 1 });
      assertEquals(voxelsOf(grid), bruteForce(mesh, [1, 1, 1], [0, 0, 0], 0, touchesCellExactly));
    }),
    { numRuns: 120 },
  );
});

eachBackend(
  "gridFromMesh() follows large triangles, and those at both ends of int32",
  (context) => {
    const mesh: Mesh = {
      vertices: [[INT32_MIN + 1, 0, 0], [INT32_MIN + 1, 0, 0], [INT32_MIN + 3000, 2000, 0]],
      faces: [[0, 1, 2]],
    };
    using grid = build(context, mesh, { voxelSize: 1 });
    const found = voxelsOf(grid);
    assert(found.length > 3000 && found.length < 6000, `${found.length} voxels`);
    for (const [i, j, k] of found) {
      assert(k === 0 && Math.abs((i - INT32_MIN - 1) * 2000 / 2999 - j) < 1);
    }
    const ends: Mesh = {
      vertices: [[INT32_MIN, 5, 5], [INT32_MAX, 5, 5]],
      faces: [[0, 0, 0], [1, 1, 1]],
    };
    using both = build(context, ends, { voxelSize: 1 });
    assertEquals(voxelsOf(both).map(([i]) => i), [INT32_MIN, INT32_MAX]);
    // A large plane: every voxel of one layer below its diagonal.
    const side = 700;
    const plane: Mesh = { vertices: [[0, 0, 1], [side, 0, 1], [0, side, 1]], faces: [[0, 1, 2]] };
    using layer = build(context, plane, { voxelSize: 1 });
    // i + j <= side, and one more row whose cells' corners lie on the diagonal.
    assertEquals(layer.numVoxels, (side + 1) * (side + 2) / 2 + side);
  },
);

eachBackend("gridFromMesh() holds the surface of a ball without holes", async (context) => {
  const mesh = makeBall([0.3, 0.2, 0.1], 5, 3);
  using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
  using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
  using grid = await gridFromMeshAsync(vertices, faces, { voxelSize: 0.5, halfWidth: 1 });
  const found = voxelsOf(grid);
  assertEquals(found, bruteForce(mesh, [0.5, 0.5, 0.5], [0, 0, 0], 1));
});

eachBackend("gridFromMesh() accepts no meshes, no triangles and no vertices", (context) => {
  for (const lists of [[], [[]], [[], []]]) {
    const shape = [3];
    using vertices = jaggedFromList(lists, { context, dtype: "f32", shape });
    using faces = jaggedFromList(lists, { context, dtype: "i32", shape });
    for (const halfWidth of [0, 2]) {
      using grid = gridFromMesh(vertices, faces, { voxelSize: 1, halfWidth });
      assertEquals([grid.gridCount, grid.numVoxels], [lists.length, 0]);
    }
  }
});

eachBackend("gridFromMesh() refuses triangles that cannot be", (context) => {
  const bad = (vertices: readonly Place[], faces: Mesh["faces"], options = {}): string => {
    const error = assertThrows(
      () => build(context, { vertices, faces }, { voxelSize: 1, ...options }),
      NativeError,
    );
    assertEquals(error.kind, "invalid-data");
    return error.message;
  };
  const corners: Place[] = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [NaN, 0, 0], [0, Infinity, 0]];
  assertEquals(
    bad(corners, [[0, 1, 2], [0, 1, 5], [-1, 1, 2]]).includes(
      "of 3 triangles 2 have corners that name no vertex of their mesh",
    ),
    true,
  );
  assertEquals(
    bad(corners, [[0, 1, 3], [0, 1, 4], [0, 1, 2]]).includes(
      "of 3 triangles 2 have corners that are not finite",
    ),
    true,
  );
  const far: Place[] = [[0, 0, 0], [1, 0, 0], [2 ** 31, 0, 0]];
  const reach = "of 1 triangles 1 reach beyond the int32 voxel range";
  assertEquals(bad(far, [[0, 1, 2]]).includes(reach), true);
  assertEquals(bad(corners, [[0, 1, 2]], { halfWidth: 2 ** 32 }).includes(reach), true);
  // Vertices that no triangle names may be anything.
  using grid = build(context, { vertices: corners, faces: [[0, 1, 2]] }, { voxelSize: 1 });
  assertEquals(grid.numVoxels > 0, true);
});

eachBackend("gridFromMesh() refuses at once what no memory can hold, and names it", (context) => {
  const far = 1e9;
  const vertices: Place[] = [[0, 0, 0], [far, 0, 0], [0, far, 0], [1, 0, 0], [0, 1, 0]];
  const refused = (faces: Mesh["faces"], halfWidth = 0, places = vertices): string => {
    context.resetPeak();
    const held = context.stats().peakBytes;
    const error = assertThrows(
      () => build(context, { vertices: places, faces }, { voxelSize: 1, halfWidth }),
      NativeError,
    );
    assertEquals(error.kind, "out-of-memory");
    const taken = context.stats().peakBytes - held;
    assert(taken < 1e6 + 1000 * faces.length, `${taken} bytes`);
    return error.message;
  };
  const most = 2 ** 42; // more than that is not told
  const reaches = (face: number, leaves: number): string =>
    `triangle ${face} reaches at least ${leaves} leaves of 8 x 8 x 8 voxels`;
  assertStringIncludes(refused([[0, 3, 4], [0, 1, 2], [0, 2, 1]]), reaches(1, most));
  // Half of a square has 32e16 voxels; a section of a leaf has at most 64 sqrt(2).
  const side = 8e8;
  const half: Place[] = [[0, 0, 0], [side, 0, 0], [0, side / 1e4, 0]];
  const leaves = Math.floor(side * side / 2e4 / (64 * Math.SQRT2) * (1 - 1e-9));
  assertStringIncludes(refused([[0, 1, 2]], 0, half), reaches(0, leaves));
  // A ball of voxels around a point.
  assertStringIncludes(refused([[0, 0, 0]], 1e6), reaches(0, most));
  assertStringIncludes(refused(Array(500).fill([0, 3, 4]), 1e6), `at least ${most} leaves`);
  // None is too large alone.
  const side2 = 14_000;
  const some: Place[] = [[0, 0, 0], [side2, 0, 0], [0, side2, 0]];
  const many = Array.from({ length: 50_000 }, () => [0, 1, 2] as const);
  assertStringIncludes(refused(many, 0, some), "50000 triangles reach too many leaves");
  // The context goes on, and what is large but not too large is built.
  const needle: Place[] = [[0, 0, 0], [1e5, 3e4, 1e4], [1e5, 3e4, 1e4 + 1]];
  using grid = build(context, { vertices: needle, faces: [[0, 1, 2]] }, { voxelSize: 1 });
  const slices = new Set(voxelsOf(grid).map(([i]) => i));
  assertEquals([slices.size, ...grid.bbox()], [1e5 + 1, 0, 0, 0, 1e5, 3e4, 1e4 + 1]);
});

eachBackend(
  "gridFromMesh() rejects arguments that do not fit",
  (context) => {
    using vertices = tensor(new Float32Array(9), { context, shape: [3, 3] });
    using pairs = tensor(new Float32Array(6), { context, shape: [3, 2] });
    using ints = tensor(new Int32Array(9), { context, shape: [3, 3] });
    using faces = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using two = jaggedFromList([new Int32Array(3), new Int32Array(3)], { context, shape: [3] });
    const run =
      (v: Tensor, f: Tensor | typeof two, options: Partial<GridFromMeshOptions> = {}) => () =>
        gridFromMesh(v as Tensor<"f32">, f as Tensor<"i32">, { voxelSize: 1, ...options });
    const message = (kind: typeof RangeError, body: () => unknown): string =>
      assertThrows(body, kind).message;
    const start = "Cannot build grid: ";
    assertEquals(
      message(RangeError, run(pairs, faces)),
      `${start}vertices shape is [3, 2], [n, 3] expected`,
    );
    assertEquals(
      message(TypeError, run(ints, faces)),
      `${start}vertices is i32, f16, f32 or f64 expected`,
    );
    assertEquals(
      message(TypeError, run(vertices, vertices)),
      `${start}faces is f32, i32 or i64 expected`,
    );
    assertEquals(
      message(RangeError, run(vertices, two)),
      `${start}the number of lists in vertices is 1, in faces it is 2`,
    );
    for (const halfWidth of [-1, NaN, Infinity]) {
      assertEquals(
        message(RangeError, run(vertices, faces, { halfWidth })),
        `${start}halfWidth is ${halfWidth}, a finite number of 0 or more expected`,
      );
    }
    assertEquals(
      message(RangeError, run(vertices, faces, { voxelSize: 0 })),
      `${start}voxel size 0 is not positive, a length in world units expected`,
    );
  },
);

eachBackend("gridFromMesh() frees everything when an allocation fails", async (context) => {
  for (const mesh of [makeBall([0, 0, 0], 40, 0), makeBall([0, 0, 0], 3, 4)]) { // large triangles, and many small ones
    using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
    using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
    using _grid = await failEachAllocation(
      context,
      () => gridFromMesh(vertices, faces, { voxelSize: 1 }),
      10,
    );
  }
});
