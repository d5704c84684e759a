import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  type BuildLodOptions,
  findLodFaults,
  lodPoints,
  type LodStrategy,
  lodVoxels,
} from "../../lib/lod/mod.ts";
import { buildLod, DisposedError, NativeError, type Real, type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { cloudOf, cube, scatter, STRATEGIES } from "./_clouds.ts";

eachBackend("buildLod() makes the voxels of a hand-worked tree", (context) => {
  // A cube of 8 units: two points of a cell, one in the opposite octant.
  using cloud = cloudOf(context, [
    { place: [7, 7, 7], rgba: [0, 0, 0, 255] },
    { place: [1, 0, 0], rgba: [11, 0, 0, 255] },
    { place: [0, 1, 0], rgba: [20, 0, 9, 255] },
  ]);
  using tree = buildLod(cloud.points, cloud.colors, {
    ...cube(3),
    pointsPerLeaf: 3,
    gridSize: 4,
    strategy: "average",
  });
  assertEquals(tree.counts.nodes, 3);
  assertEquals(tree.levels(), [
    { inner: 1, leaves: 0, points: 0, voxels: 2 },
    { inner: 0, leaves: 2, points: 3, voxels: 0 },
  ]);
  assertEquals(tree.node(2), {
    index: 2,
    level: 1,
    cell: [1, 1, 1],
    min: [4, 4, 4],
    edge: 4,
    kind: "leaf",
    parent: 0,
    children: [],
    firstPoint: 2,
    pointCount: 1,
    firstVoxel: 2,
    voxelCount: 0,
  });
  using voxels = lodVoxels(tree);
  assertEquals([...voxels.coordinates.readSync()], [0, 0, 0, 3, 3, 3]);
  // 15.5 and 4.5 are rounded up.
  assertEquals([...voxels.colors.readSync()], [16, 0, 5, 255, 0, 0, 0, 255]);
  using points = lodPoints(tree);
  assertEquals([...points.coordinates.readSync()], [0, 1, 0, 1, 0, 0, 7, 7, 7]);
});

eachBackend("buildLod() accepts no point, one, and points that are all alike", async (context) => {
  using none = tensor(new Float32Array(0), { context, shape: [0, 3] });
  using nothing = buildLod(none);
  assertEquals([nothing.counts.nodes, nothing.counts.voxels, nothing.levels()], [0, 0, []]);
  assertEquals(await findLodFaults(nothing), []);
  using one = tensor([3, 4, 5], { context, shape: [1, 3] });
  using single = buildLod(one);
  assertEquals([single.counts.nodes, single.counts.leaves, single.cube.edge], [1, 1, 1]);
  for (const strategy of STRATEGIES) {
    const count = 20_000;
    using same = tensor(new Float64Array(count * 3).fill(0.25), { context, shape: [count, 3] });
    const bytes = Uint8Array.from({ length: count * 3 }, (_, at) => at < count ? 10 : 20);
    using colors = tensor(bytes, { context, shape: [count, 3] });
    using tree = buildLod(same, colors, { pointsPerLeaf: 1000, maxDepth: 12, strategy });
    const levels = Array.from({ length: 13 }, (_, level) => ({
      inner: level < 12 ? 1 : 0,
      leaves: level < 12 ? 0 : 1,
      points: level < 12 ? 0 : count,
      voxels: level < 12 && strategy !== "none" ? 1 : 0,
    }));
    assertEquals(tree.levels(), levels);
    using voxels = lodVoxels(tree);
    const [red] = voxels.colors.readSync();
    if (strategy === "average" || strategy.startsWith("weighted") || strategy === "pointMean") {
      assertEquals(red, 17); // a third is 10
    }
  }
});

eachBackend("buildLod() splits from as many points on as it is told", (context) => {
  for (const [count, nodes] of [[99, 1], [100, 9], [101, 9]] as const) {
    const flat = new Int32Array(count * 3);
    for (let n = 0; n < count; n++) {
      flat.set([n % 8 >> 2, n % 4 >> 1, n % 2].map((v) => v * 64), n * 3);
    }
    using points = tensor(flat, { context, shape: [count, 3] });
    using tree = buildLod(points, undefined, { pointsPerLeaf: 100, maxDepth: 1 });
    assertEquals(tree.counts.nodes, nodes);
  }
});

eachBackend("buildLod() gives every voxel of a cloud of one color that color", (context) => {
  const points = scatter(9, 5000, 14).map(({ place }) => ({ place, rgba: [200, 100, 50, 25] }));
  using cloud = cloudOf(context, points);
  for (const strategy of STRATEGIES.slice(1)) {
    using tree = buildLod(cloud.points, cloud.colors, { pointsPerLeaf: 20, gridSize: 8, strategy });
    using voxels = lodVoxels(tree);
    const colors = voxels.colors.readSync();
    assert(colors.length > 4000);
    assert(colors.every((value, at) => value === [200, 100, 50, 25][at % 4]), strategy);
  }
});

eachBackend("buildLod() averages whole clouds exactly by pointMean", (context) => {
  const random = new Random(11);
  const points = scatter(10, 4000, 12).map(({ place }) => {
    return { place, rgba: [100 + random.integer(0, 1), 0, 0, 0] };
  });
  using cloud = cloudOf(context, points);
  using tree = buildLod(cloud.points, cloud.colors, {
    ...cube(12),
    pointsPerLeaf: 10,
    gridSize: 2,
    strategy: "pointMean",
  });
  using voxels = lodVoxels(tree, { first: 0, count: tree.node(0).voxelCount });
  const reds = [...voxels.colors.readSync()].filter((_, at) => at % 4 === 0);
  const octants = Map.groupBy(points, ({ place }) => place.map((v) => v >> 11).join());
  const wanted = [...octants].sort(([a], [b]) => a < b ? -1 : 1).map(([, own]) => {
    return Math.round(own.reduce((sum, { rgba }) => sum + (rgba[0] ?? 0), 0) / own.length);
  });
  assertEquals(reds, wanted);
});

eachBackend("buildLod() weighs more samples than sums of 32 bits hold", (context) => {
  // A cube of 256 units and cells of 8. Points are sqrt(0.75) units from the centers of their own cells and weigh 228; the
  // first are sqrt(56.75) from the center of the second cell and weigh 14; the others are more than a cell from the first.
  const counts = [40_000, 80_000] as const;
  const count = counts[0] + counts[1];
  const flat = Int32Array.from(
    { length: count * 3 },
    (_, at) => at % 3 === 0 && at >= counts[0] * 3 ? 12 : 4,
  );
  const rgba = [[200, 0, 10, 0], [0, 100, 10, 255]] as const;
  const bytes = Uint8Array.from({ length: count * 4 }, (_, at) => {
    return rgba[at < counts[0] * 4 ? 0 : 1][at % 4] ?? 0;
  });
  using points = tensor(flat, { context, shape: [count, 3] });
  using colors = tensor(bytes, { context, shape: [count, 4] });
  for (const strategy of ["weighted", "weightedAcross"] as const) {
    using tree = buildLod(points, colors, { ...cube(8), gridSize: 32, maxDepth: 1, strategy });
    using voxels = lodVoxels(tree);
    assertEquals([...voxels.coordinates.readSync()], [0, 0, 0, 1, 0, 0]);
    const parts = [14 * counts[0], 228 * counts[1]] as const;
    const mixed = [0, 1, 2, 3].map((channel) => {
      const sum = parts[0] * (rgba[0][channel] ?? 0) + parts[1] * (rgba[1][channel] ?? 0);
      return Math.round(sum / (parts[0] + parts[1]));
    });
    assertEquals([...voxels.colors.readSync()], [...rgba[0], ...mixed]);
  }
});

eachBackend("buildLod() weighs all cells of a solid cloud", (context) => {
  // A point for each of 20^3 cells of 8 units: it weighs 228 in its own cell, and 14 in the next one on each axis. Three alike
  // weigh no different.
  const side = 20;
  const value = ([x = 0, y = 0, z = 0]: readonly number[]): number => x * 7 + y * 3 + z * 2;
  const cells = Array.from(
    { length: side ** 3 },
    (_, n) => [Math.floor(n / side ** 2), Math.floor(n / side) % side, n % side],
  );
  const color = (cell: readonly number[]): number[] => {
    const others = [0, 1, 2].filter((axis) => (cell[axis] ?? 0) > 0)
      .map((axis) => value(cell.map((v, at) => at === axis ? v - 1 : v)));
    const sum = 228 * value(cell) + 14 * others.reduce((all, one) => all + one, 0);
    return [Math.round(sum / (228 + 14 * others.length)), 9, 0, 255];
  };
  const points = cells.map((cell) => ({
    place: cell.map((v) => v * 8 + 4),
    rgba: [value(cell), 9, 0, 255],
  }));
  const options = { ...cube(8), gridSize: 32, maxDepth: 1, pointsPerLeaf: 1000 } as const;
  for (const copies of [1, 3]) {
    using cloud = cloudOf(context, points.flatMap((point) => Array(copies).fill(point)));
    using tree = buildLod(cloud.points, cloud.colors, { ...options, strategy: "weighted" });
    using voxels = lodVoxels(tree);
    const coordinates = voxels.coordinates.readSync();
    const wanted = Array.from(
      { length: cells.length },
      (_, n) => color([...coordinates.subarray(n * 3, n * 3 + 3)]),
    );
    assertEquals(tree.counts.voxels, side ** 3);
    assertEquals([...voxels.colors.readSync()], wanted.flat());
  }
});

eachBackend("buildLod() refuses points that are not finite or outside the box", (context) => {
  const message = (values: number[], options: BuildLodOptions): string => {
    using points = tensor(new Float64Array(values), { context, shape: [values.length / 3, 3] });
    const error = assertThrows(() => buildLod(points, undefined, options), NativeError);
    assertEquals(error.kind, "invalid-data");
    return error.message;
  };
  const box = { min: [0, 0, 0], max: [1, 1, 1] } as const;
  const bad = [0, 0, NaN, 1, Infinity, 2, 1, 1, 1];
  assertEquals(message(bad, {}).endsWith("of 3 points 2 are not finite"), true, message(bad, {}));
  const both = [0, 0, NaN, 1, 2, 1, 1, 1, 1];
  const text = message(both, { box });
  assertEquals(text.endsWith("of 3 points 1 are not finite and 1 lie outside the box"), true, text);
  using whole = tensor(new Int32Array([-3, 0, 0, 4, 5, 6, 7, 9, 9, 9, 7, 7]), {
    context,
    shape: [4, 3],
  });
  const low = { min: [-2, 0, 0], max: [9, 9, 9] } as const;
  const error = assertThrows(() => buildLod(whole, undefined, { box: low }), NativeError);
  assert(error.message.endsWith("of 4 points 0 are not finite and 1 lie outside the box"));
  using fits = buildLod(whole, undefined, { box: { min: [-3, 0, 0], max: [9, 9, 9] } });
  assertEquals(fits.cube.min, [-3, 0, 0]);
});

eachBackend("buildLod() refuses arguments that do not fit", (context) => {
  using points = tensor(new Float32Array(6), { context, shape: [2, 3] });
  using colors = tensor(new Uint8Array(6), { context, shape: [2, 3] });
  using flat = tensor(new Float32Array(6), { context });
  using long = tensor(new BigInt64Array(6), { context, shape: [2, 3] });
  using few = tensor(new Uint8Array(3), { context, shape: [1, 3] });
  using pairs = tensor(new Uint8Array(4), { context, shape: [2, 2] });
  const start = "Cannot run buildLod: ";
  const text = (own: Tensor, rgb: Tensor | undefined, options: BuildLodOptions = {}): string =>
    assertThrows(
      () => buildLod(own as Tensor<Real>, rgb as Tensor<"u8">, options),
      RangeError,
    ).message.slice(start.length);
  assertEquals(text(flat, undefined), "points shape is [6], [n, 3] expected");
  assertEquals(text(points, few), "colors shape is [1, 3], [2, 3 or 4] expected");
  assertEquals(text(points, pairs), "colors has 2 channels, 3 or 4 expected");
  assertThrows(() => buildLod(long as unknown as Tensor<"i32">), TypeError, "points is i64");
  assertThrows(
    () => buildLod(points, points as unknown as Tensor<"u8">),
    TypeError,
    "colors is f32",
  );
  for (
    const [options, problem] of [
      [{ pointsPerLeaf: 0 }, "pointsPerLeaf is 0"],
      [{ pointsPerLeaf: 1.5 }, "pointsPerLeaf is 1.5"],
      [{ gridSize: 3 }, "gridSize is 3"],
      [{ gridSize: 2048 }, "gridSize is 2048"],
      [{ bits: 33 }, "bits is 33"],
      [{ bits: 6 }, "bits is 6"],
      [{ maxDepth: 0 }, "maxDepth is 0"],
      [{ strategy: "best" as LodStrategy }, 'strategy is "best"'],
      [{ order: "none" as "any" }, "order is none, morton or any expected"],
      [{ seed: 0.5 }, "seed is 0.5"],
      [{ box: { min: [0, 0, 0], max: [1, -1, 1] } }, "box is from [0,0,0] to [1,-1,1]"],
      [{ box: { min: [0, 0, 0], max: [1, NaN, 1] } }, "box is from [0,0,0] to [1,NaN,1]"],
    ] as const
  ) {
    assert(text(points, colors, options).startsWith(problem), problem);
  }
  const deep = assertThrows(() => buildLod(points, colors, { maxDepth: 30 }), Error);
  assert(deep.message.includes("max depth is 30, at most 18 expected for 24 bits"), deep.message);
  const short = { box: { min: [0, 0, 0], max: [4, 4, 4], edge: 3 } } as const;
  const low = assertThrows(() => buildLod(points, colors, short), Error);
  assert(low.message.includes("edge is 3, the box is 4 long"), low.message);
});

eachBackend("buildLod() leaves nothing behind when an allocation fails", async (context) => {
  const points = scatter(2, 3000, 12);
  using cloud = cloudOf(context, points);
  for (const strategy of ["random", "pointMean", "weighted"] as const) {
    const options = { pointsPerLeaf: 50, gridSize: 8, strategy, keepRows: true } as const;
    using tree = await failEachAllocation(
      context,
      () => buildLod(cloud.points, cloud.colors, options),
      8,
    );
    assertEquals(tree.counts.points, 3000);
  }
});

eachBackend("LodTree moves, and says what it is", (context) => {
  using cloud = cloudOf(context, scatter(1, 30, 6));
  const tree = buildLod(cloud.points);
  using moved = tree.move();
  assert(tree.disposed && !moved.disposed);
  assert(moved.toString().startsWith("LodTree of 30 points in 1 nodes on "));
  assertThrows(() => moved.node(1), RangeError, "node 1 is not one of 1");
  assertThrows(() => tree.table, DisposedError);
  const brief = buildLod(cloud.points);
  const { table } = brief;
  brief.dispose();
  assert(brief.table === table && table.length === 11 && brief.node(0).pointCount === 30);
  assertThrows(() => lodPoints(tree), DisposedError);
});
