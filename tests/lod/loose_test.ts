import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  type BuildLodOptions,
  lodMean,
  lodOwnRows,
  lodPicks,
  lodPoints,
  lodRows,
  type LodTree,
  lodVoxels,
} from "../../lib/lod/mod.ts";
import { buildLod, type Context, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { cloudOf, cube, scatter, shuffled, STRATEGIES } from "./_clouds.ts";
import type { PlainPoint } from "./_oracle.ts";

/** For each leaf a sum over its points that does not depend on their order. */
function leafSums(tree: LodTree): number[] {
  using points = lodPoints(tree);
  const places = points.coordinates.readSync();
  const colors = points.colors.readSync();
  const mix = (seed: number, value: number): number => {
    const mixed = Math.imul(seed ^ value, 0x85ebca6b);
    return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  };
  const hash = (row: number): number => {
    const place = places.subarray(row * 3, row * 3 + 3).reduce(mix, 1);
    return colors.subarray(row * 4, row * 4 + 4).reduce(mix, place) >>> 0;
  };
  return [...tree.nodes()].filter(({ kind }) => kind === "leaf").map((leaf) => {
    let sum = 0;
    for (let k = 0; k < leaf.pointCount; k++) sum += hash(leaf.firstPoint + k);
    return sum;
  });
}

/** Checks that a tree of points in any order differs from the ordered one in nothing else. */
function assertSameTree(
  context: Context,
  points: readonly PlainPoint[],
  options: BuildLodOptions,
): void {
  using cloud = cloudOf(context, points);
  using wanted = buildLod(cloud.points, cloud.colors, options);
  using other = cloudOf(context, shuffled(points, 3));
  for (const input of [cloud, other]) {
    using tree = buildLod(input.points, input.colors, { ...options, order: "any" });
    assert(wanted.isOrdered && !tree.isOrdered);
    assertEquals(tree.table, wanted.table);
    using voxels = lodVoxels(tree);
    using ordered = lodVoxels(wanted);
    assertEquals(voxels.coordinates.readSync(), ordered.coordinates.readSync());
    assertEquals(voxels.colors.readSync(), ordered.colors.readSync());
    assertEquals(leafSums(tree), leafSums(wanted));
  }
}

function opaque(points: readonly PlainPoint[]): PlainPoint[] {
  return points.map(({ place, rgba }) => ({ place, rgba: [...rgba.slice(0, 3), 255] }));
}

/** Many points on a plane, evenly spread: leaves with many cells and few points in each. */
function plane(count: number, bits: number): PlainPoint[] {
  const random = new Random(9);
  const most = 2 ** bits - 1;
  return Array.from({ length: count }, () => ({
    place: [random.integer(0, most), random.integer(0, most), random.integer(0, 2 ** (bits - 9))],
    rgba: [0, 1, 2].map(() => random.integer(0, 255)).concat(255),
  }));
}

for (const strategy of STRATEGIES) {
  eachBackend(
    `buildLod() makes the same of points in any order, strategy ${strategy}`,
    (context) => {
      const clusters = scatter(11, 12_000, 20);
      const settings = { pointsPerLeaf: 4096, strategy, seed: 5 } as const;
      for (const gridSize of [2, 16, 128]) {
        assertSameTree(context, clusters, { ...cube(20), ...settings, gridSize });
      }
      // Opaque, in cells of few levels and of none.
      assertSameTree(context, opaque(clusters), { ...cube(20), ...settings });
      assertSameTree(context, opaque(scatter(12, 9000, 8)), { ...cube(8), ...settings });
      assertSameTree(context, plane(40_000, 16), {
        ...cube(16),
        ...settings,
        pointsPerLeaf: 20_000,
      });
    },
  );
}

eachBackend("buildLod() gathers leaves with more cells than fit at once", (context) => {
  const random = new Random(2);
  const most = 2 ** 9 - 1;
  // Three octants: one is so full that its voxels take turns, one is a leaf beside, one holds a few points.
  const points = Array.from({ length: 60_000 }, (_, n) => {
    const far = n < 45_000 ? 0 : n < 59_990 ? 256 : 511;
    const place = [0, 1, 2].map(() => Math.min(most, far + random.integer(0, 255)));
    return { place, rgba: [0, 1, 2].map(() => random.integer(0, 255)).concat(255) };
  });
  const options = { ...cube(9), pointsPerLeaf: 50_000 } as const;
  for (const strategy of ["first", "random", "average", "weighted"] as const) {
    assertSameTree(context, points, { ...options, strategy });
  }
  const rgba = [200, 100, 50, 7];
  const translucent = points.map((point, n) => n % 99 === 0 ? { ...point, rgba } : point);
  assertSameTree(context, translucent, { ...options, strategy: "average" });
});

eachBackend("buildLod() gathers cells with many points, and leaves with too many", (context) => {
  const crowd = (count: number, spread: number): PlainPoint[] =>
    Array.from({ length: count }, (_, n) => ({
      place: [77 + n % spread, 5, 6],
      rgba: [255, 255 - n % 3, n % 256, 255],
    }));
  for (const strategy of ["first", "random", "average", "weightedAcross"] as const) {
    const settings = { pointsPerLeaf: 5000, gridSize: 8, strategy } as const;
    // One cell just below and above what short sums hold, and one of very many.
    for (const count of [257, 258, 9000]) {
      const points = [...crowd(count, 1), ...opaque(scatter(4, 6000, 12))];
      assertSameTree(context, points, { ...cube(12), ...settings });
    }
    assertSameTree(context, crowd(12_000, 2), { ...cube(12), ...settings });
  }
  assertSameTree(context, crowd(66_000, 1), { ...cube(12), pointsPerLeaf: 5000 });
});

eachBackend("buildLod() takes any order of reals of many bits, with rows", (context) => {
  const random = new Random(6);
  const count = 12_000;
  const flat = Array.from({ length: count * 3 }, () => random.number() ** 4);
  // Neighbors that differ in the last bits alone.
  for (let n = 0; n < 15_000; n++) flat[n] = 0.7 + Math.floor(random.number() * 64) * 2 ** -32;
  const bytes = Uint8Array.from({ length: count * 3 }, () => random.integer(0, 255));
  using points = tensor(flat, { context, shape: [count, 3], dtype: "f64" });
  using colors = tensor(bytes, { context, shape: [count, 3] });
  for (const [bits, gridSize] of [[32, 4], [32, 2], [30, 16], [24, 256]] as const) {
    for (const strategy of ["first", "random", "average", "weighted"] as const) {
      const box = { min: [0, 0, 0], max: [1, 1, 1] } as const;
      const options = {
        bits,
        gridSize,
        strategy,
        box,
        pointsPerLeaf: 4500,
        keepRows: true,
      } as const;
      using wanted = buildLod(points, colors, options);
      using tree = buildLod(points, colors, { ...options, order: "any" });
      assertEquals(tree.table, wanted.table);
      using voxels = lodVoxels(tree);
      using ordered = lodVoxels(wanted);
      assertEquals(voxels.colors.readSync(), ordered.colors.readSync());
      using rows = lodRows(tree);
      assertEquals(
        rows.readSync().toSorted(),
        BigInt64Array.from({ length: count }, (_, n) => BigInt(n)),
      );
      assertEquals(leafSums(tree), leafSums(wanted));
    }
  }
});

eachBackend("buildLod() takes few points in any order", (context) => {
  for (const count of [0, 1, 4095, 4096, 4097]) {
    const points = scatter(1, count, 10);
    for (const pointsPerLeaf of [1, 4096]) {
      assertSameTree(context, points, { ...cube(10), pointsPerLeaf });
    }
  }
});

eachBackend(
  "buildLod() in any order leaves nothing behind when an allocation fails",
  async (context) => {
    using cloud = cloudOf(context, scatter(3, 9000, 14));
    for (const strategy of ["average", "weighted"] as const) {
      const options = { pointsPerLeaf: 4096, gridSize: 8, strategy, order: "any" } as const;
      using tree = await failEachAllocation(
        context,
        () => buildLod(cloud.points, cloud.colors, options),
        8,
      );
      assertEquals(tree.counts.points, 9000);
    }
  },
);

eachBackend("attributes and picks refuse trees of points in any order", async (context) => {
  using cloud = cloudOf(context, scatter(1, 30, 6));
  using tree = buildLod(cloud.points, cloud.colors, { order: "any", keepRows: true });
  using values = tensor(new Float32Array(30), { context, shape: [30, 1] });
  const problem = "the points of the tree's leaves are in any order";
  assertThrows(() => lodMean(tree, values), RangeError, problem);
  assertThrows(() => lodOwnRows(tree), RangeError, problem);
  await lodPicks(tree).then(
    () => assert(false),
    (error) => assert(error.message.includes(problem)),
  );
});
