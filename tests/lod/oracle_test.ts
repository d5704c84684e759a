import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { findLodFaults, lodPoints, lodRows } from "../../lib/lod/mod.ts";
import { buildLod, type Context, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { assertBits } from "../_compare.ts";
import { eachBackend } from "../_backends.ts";
import { cloudOf, cube, readLod, scatter, shuffled, STRATEGIES } from "./_clouds.ts";
import {
  inOrder,
  plainLod,
  type PlainNode,
  type PlainOptions,
  type PlainPoint,
} from "./_oracle.ts";

/** What the oracle's tree holds, in the same form. */
function describe(
  nodes: readonly PlainNode[],
  points: readonly PlainPoint[],
  options: PlainOptions,
): unknown {
  const ordered = inOrder(points, options.bits);
  const starts = new Map<PlainNode, number>();
  let firstVoxel = 0;
  const table = nodes.flatMap((node) => {
    const parent = nodes.findIndex(({ children }) => children.includes(node));
    const first = node.children[0];
    const mask = node.children.reduce((sum, { cell }) => {
      return sum | 1 << cell.reduce((octant, value) => octant * 2 + value % 2, 0);
    }, 0);
    const up = nodes[parent];
    let begin = up === undefined ? 0 : starts.get(up) ?? 0;
    for (const sibling of up?.children ?? []) {
      if (sibling === node) break;
      begin += sibling.points.length;
    }
    starts.set(node, begin);
    const row = [
      node.level,
      ...node.cell,
      parent,
      first === undefined ? -1 : nodes.indexOf(first),
      mask,
      begin,
      node.points.length,
      firstVoxel,
      node.voxels.length,
    ];
    firstVoxel += node.voxels.length;
    return row.map(BigInt);
  });
  const voxels = nodes.flatMap((node) => node.voxels);
  return {
    table,
    cube: { min: [0, 0, 0], edge: 2 ** options.bits, bits: options.bits },
    places: ordered.flatMap(({ place }) => place),
    colors: ordered.flatMap(({ rgba }) => rgba),
    cells: voxels.flatMap(({ cell }) => cell),
    voxels: voxels.flatMap(({ rgba }) => rgba),
  };
}

for (const strategy of STRATEGIES) {
  eachBackend(`buildLod() agrees with the plain tree, strategy ${strategy}`, (context) => {
    const sizes = [
      [1, 5, 4, 2],
      [60, 6, 4, 3],
      [150, 8, 8, 1],
      [220, 10, 2, 7],
      [240, 12, 16, 20],
      [260, 8, 32, 30],
    ];
    for (const [seed, [count = 0, bits = 0, gridSize = 0, pointsPerLeaf = 0]] of sizes.entries()) {
      const points = scatter(seed, count, bits);
      const maxDepth = bits - Math.log2(gridSize) + (seed % 2);
      const options = { bits, gridSize, pointsPerLeaf, maxDepth, strategy, seed: 77n };
      const wanted = describe(plainLod(points, options), points, options);
      const { bits: _bits, ...settings } = options;
      using cloud = cloudOf(context, points);
      using tree = buildLod(cloud.points, cloud.colors, { ...cube(bits), ...settings });
      assertEquals(readLod(tree), wanted);
    }
  });
}

eachBackend("buildLod() agrees with the plain tree on any few points", (context) => {
  const bits = 5;
  const place = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 3, maxLength: 3 });
  const rgba = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
  const point: fc.Arbitrary<PlainPoint> = fc.record({ place, rgba });
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 24 }),
      fc.constantFrom(...STRATEGIES),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(2, 4, 8),
      (points, strategy, pointsPerLeaf, gridSize) => {
        const maxDepth = bits - Math.log2(gridSize) + 1;
        const options = { bits, gridSize, pointsPerLeaf, maxDepth, strategy, seed: 1n };
        using cloud = cloudOf(context, points);
        using tree = buildLod(cloud.points, cloud.colors, {
          ...cube(bits),
          pointsPerLeaf,
          gridSize,
          strategy,
          seed: 1,
        });
        assertEquals(readLod(tree), describe(plainLod(points, options), points, options));
      },
    ),
    { numRuns: 120 },
  );
});

for (const strategy of STRATEGIES) {
  eachBackend(
    `buildLod() does not depend on the order of points, strategy ${strategy}`,
    async (context) => {
      // Enough points for several threads, cells with thousands of points, and cells of one place only.
      const points = [
        ...scatter(5, 12_000, 20),
        ...scatter(6, 3000, 4).map(({ place, rgba }) => ({
          place: place.map((v) => v + 9999),
          rgba,
        })),
        ...Array.from(
          { length: 2500 },
          (_, n) => ({ place: [5, 5, 5], rgba: [n % 7, 0, n % 251, 9] }),
        ),
      ];
      const options = { ...cube(20), pointsPerLeaf: 100, gridSize: 16, strategy } as const;
      using cloud = cloudOf(context, points);
      using tree = buildLod(cloud.points, cloud.colors, options);
      assertEquals(await findLodFaults(tree), []);
      const before = readLod(tree);
      for (const other of [points.toReversed(), shuffled(points, 1)]) {
        using again = cloudOf(context, other);
        using same = buildLod(again.points, again.colors, options);
        assertEquals(readLod(same), before);
      }
      using places = lodPoints(tree);
      const wanted = inOrder(points, 20).flatMap(({ place }) => place);
      assertEquals([...places.coordinates.readSync()], wanted);
    },
  );
}

eachBackend("buildLod() keeps the nodes and the points of leaves in any order", (context) => {
  const points = scatter(8, 9000, 18);
  const options = { ...cube(18), pointsPerLeaf: 2000, gridSize: 8, strategy: "none" } as const;
  using cloud = cloudOf(context, points);
  using sorted = buildLod(cloud.points, cloud.colors, options);
  using loose = buildLod(cloud.points, cloud.colors, { ...options, order: "any" });
  assertEquals(loose.table, sorted.table);
  assert(loose.counts.leaves > 4, "the cloud is not split");
  using columns = lodPoints(loose);
  using wanted = lodPoints(sorted);
  const rows = (flat: Int32Array): string[] =>
    Array.from({ length: flat.length / 3 }, (_, n) => flat.slice(n * 3, n * 3 + 3).join());
  const got = rows(columns.coordinates.readSync());
  const own = rows(wanted.coordinates.readSync());
  for (const { kind, firstPoint, pointCount } of sorted.nodes()) {
    if (kind === "inner") continue;
    const end = firstPoint + pointCount;
    assertEquals(got.slice(firstPoint, end).sort(), own.slice(firstPoint, end).sort());
  }
});

/** Builds trees of points from `least` to `most`, of which half are on borders of units. */
function checkPlaces(
  context: Context,
  dtype: "f16" | "f32" | "f64",
  [least, most]: readonly [number, number],
): void {
  const random = new Random(3);
  const count = 3000;
  const flat = Array.from(
    { length: count * 3 },
    (_, at) => at % 2 ? random.number(least, most) : least + (most - least) * (at % 256) / 256,
  );
  flat.splice(0, 6, least, least, least, most, most, most);
  using points = tensor(flat, { context, shape: [count, 3], dtype });
  const values = [...points.readSync()];
  const low = [0, 1, 2].map((axis) => Math.min(...values.filter((_, at) => at % 3 === axis)));
  const high = [0, 1, 2].map((axis) => Math.max(...values.filter((_, at) => at % 3 === axis)));
  const edge = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)));
  for (const bits of [8, 21, 32]) {
    using tree = buildLod(points, undefined, { bits, pointsPerLeaf: 50, gridSize: 4 });
    assertEquals(tree.cube.min, low as unknown as typeof tree.cube.min);
    assertEquals([tree.cube.edge, tree.cube.bits], [edge, bits]);
    const scale = 2 ** bits / edge;
    const plain = Array.from({ length: count }, (_, n) => ({
      place: [0, 1, 2].map((axis) => {
        const moved = (values[n * 3 + axis] ?? 0) - (low[axis] ?? 0);
        return Math.min(2 ** bits - 1, Math.floor(moved * scale));
      }),
      rgba: [255, 255, 255, 255],
    }));
    using columns = lodPoints(tree);
    const wanted = inOrder(plain, bits).flatMap(({ place }) => place);
    assertEquals([...new Uint32Array(columns.coordinates.readSync().buffer)], wanted);
  }
}

eachBackend("buildLod() places reals as the definition says", (context) => {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    checkPlaces(context, dtype, [-7, 9]);
    // The scale of this edge is rounded, which makes a difference on borders of units.
    checkPlaces(context, dtype, [-2.9943535327911377, 5]);
  }
});

eachBackend("buildLod() keeps integers exactly, over all of int32", async (context) => {
  const random = new Random(4);
  const flat = random.integers(3 * 2000, -(2 ** 31), 2 ** 31 - 1);
  flat.set([-(2 ** 31), -(2 ** 31), -(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1]);
  using points = tensor(flat, { context, shape: [2000, 3] });
  using tree = buildLod(points, undefined, { pointsPerLeaf: 40 });
  assertEquals(tree.cube, { min: [-(2 ** 31), -(2 ** 31), -(2 ** 31)], edge: 2 ** 32, bits: 32 });
  assertEquals(await findLodFaults(tree), []);
  using columns = lodPoints(tree);
  const rows = (all: Int32Array): string[] =>
    Array.from({ length: 2000 }, (_, n) => all.slice(n * 3, n * 3 + 3).join()).sort();
  assertEquals(rows(columns.coordinates.readSync()), rows(flat));
});

eachBackend("buildLod() takes a million points in any order alike", (context) => {
  // Enough points for the builder to look at how they are ordered.
  const count = 1_100_000;
  const random = new Random(12);
  const flat = new Int32Array(count * 3);
  for (let n = 0; n < count; n++) {
    const [x, y] = [n % 1100, Math.floor(n / 1100)];
    flat.set([x * 60 + n % 7, y * 60 + n % 5, Math.floor(Math.sin(x / 50) * 900) + 2000], n * 3);
  }
  const mixed = flat.slice();
  for (let n = count - 1; n > 0; n--) {
    const other = random.integer(0, n);
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = [n * 3 + axis, other * 3 + axis];
      const value = mixed[a] ?? 0;
      mixed[a] = mixed[b] ?? 0;
      mixed[b] = value;
    }
  }
  const [first, second] = [flat, mixed].map((all) => {
    using points = tensor(all, { context, shape: [count, 3] });
    using tree = buildLod(points, undefined, { keepRows: true, strategy: "first" });
    using columns = lodPoints(tree);
    using rows = lodRows(tree);
    const places = columns.coordinates.readSync();
    const right = rows.readSync().every((row, n) =>
      all[Number(row) * 3] === places[n * 3] && all[Number(row) * 3 + 2] === places[n * 3 + 2]
    );
    return { table: tree.table, places, right };
  });
  assert(first?.right === true && second?.right === true, "rows do not lead back");
  assertEquals(first.table, second.table);
  assertBits(first.places, second.places);
});
