import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { lodOwnRows, lodPicks, lodPoints, lodRows, type LodTree } from "../../lib/lod/mod.ts";
import { buildLod, tensor } from "../../mod.ts";
import { failEachAllocation } from "../_failures.ts";
import { eachBackend } from "../_backends.ts";
import { cloudOf, cube, scatter, shuffled } from "./_clouds.ts";
import { thinRows } from "./_thin.ts";

const OPTIONS = { ...cube(9), pointsPerLeaf: 12, gridSize: 8, strategy: "none" } as const;

/** Nodes from the root to the leaf of each point. */
function pathsOf(tree: LodTree): number[][] {
  const paths: number[][] = [];
  const visit = (index: number, above: readonly number[]): void => {
    const { kind, children, pointCount } = tree.node(index);
    const path = [...above, index];
    if (kind === "leaf") { for (let n = 0; n < pointCount; n++) paths.push(path); }
    for (const child of children) visit(child, path);
  };
  visit(0, []);
  return paths;
}

/** Cell of a point in the grid of a level, as text. */
function cellAt(place: ArrayLike<number>, level: number): string {
  return Array.from(place, (value) => Math.floor(value / 2 ** (9 - 3 - level))).join();
}

for (const pick of ["central", "random"] as const) {
  eachBackend(`lodPicks() lets one point of a cell move up: ${pick}`, async (context) => {
    using cloud = cloudOf(context, scatter(3, 900, 9));
    using tree = buildLod(cloud.points, cloud.colors, OPTIONS);
    using points = lodPoints(tree);
    const places = points.coordinates.readSync();
    const owners = await lodPicks(tree, { pick, seed: 5 });
    const paths = pathsOf(tree);
    assertEquals(owners.length, 900);
    assert(tree.counts.levels > 3, "the tree is flat");
    const own = new Map<number, Set<string>>();
    const wanted = new Map<number, Set<string>>();
    owners.forEach((owner, row) => {
      const depth = paths[row]?.indexOf(owner) ?? -1;
      assert(depth >= 0, "a point left its leaf's path");
      const place = places.subarray(row * 3, row * 3 + 3);
      paths[row]?.slice(0, -1).forEach((node, level) => {
        const cells = wanted.get(node) ?? new Set();
        wanted.set(node, cells.add(cellAt(place, level)));
        // A point that moved to a node or beyond stands for its cell there.
        if (depth > level) return;
        const taken = own.get(node) ?? new Set();
        assert(!taken.has(cellAt(place, level)), "two points of a cell moved up");
        own.set(node, taken.add(cellAt(place, level)));
      });
    });
    assertEquals(own, wanted);
  });
}

eachBackend("lodPicks() takes the point next to the center, or any", async (context) => {
  // Cells of the root are 4 wide, and the second point of each is nearer to the center than the others.
  const places = [[1, 1, 1], [2, 2, 2], [3, 3, 3], [4, 4, 7], [5, 6, 5], [7, 4, 4]];
  using points = tensor(Int32Array.from(places.flat()), { context, shape: [6, 3] });
  const options = { ...cube(3), pointsPerLeaf: 6, gridSize: 2, maxDepth: 1, strategy: "none" };
  using tree = buildLod(points, undefined, { ...options, strategy: "none" });
  using sorted = lodPoints(tree);
  const order = sorted.coordinates.readSync();
  const isUp = (owner: number): boolean => owner === 0;
  const chosen = [...await lodPicks(tree)].flatMap((owner, row) =>
    isUp(owner) ? [[...order.subarray(row * 3, row * 3 + 3)]] : []
  );
  // 1.5 and 2.5 are as far from 2: of several the first is taken.
  assertEquals(chosen, [[1, 1, 1], [5, 6, 5]]);
  const seeds = new Set<string>();
  for (let seed = 0; seed < 16; seed++) {
    seeds.add((await lodPicks(tree, { pick: "random", seed })).map(Number).join());
  }
  assert(seeds.size > 4, "random picks do not depend on the seed");
});

eachBackend(
  "lodPicks() does not depend on order, on origin or on the device",
  async (context) => {
    const all = scatter(8, 400, 9);
    const read = async (list: typeof all, shift: number): Promise<number[]> => {
      const moved = list.map(({ place, rgba }) => ({
        place: place.map((value) => value + shift),
        rgba,
      }));
      using cloud = cloudOf(context, moved);
      const most = shift + 511;
      const box = { min: [shift, shift, shift], max: [most, most, most], edge: 512 } as const;
      using tree = buildLod(cloud.points, cloud.colors, { ...OPTIONS, box });
      return [...await lodPicks(tree, { pick: "random", seed: 1n << 40n })];
    };
    const first = await read(all, 0);
    assertEquals(await read(shuffled(all, 2), -70_000), first);
  },
);

eachBackend("lodPicks() of a root alone, of nothing, and wrong input", async (context) => {
  using points = tensor(Int32Array.of(1, 2, 3), { context, shape: [1, 3] });
  using tree = buildLod(points);
  assertEquals([...await lodPicks(tree)], [0]);
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = buildLod(none);
  assertEquals((await lodPicks(empty)).length, 0);
  await assertRejects(
    () => lodPicks(tree, { pick: "best" as "random" }),
    RangeError,
    "pick is best, poisson, central, random expected",
  );
  const gone = tree.move();
  gone.dispose();
  await assertRejects(() => lodPicks(gone), Error, "disposed");
});

eachBackend("lodOwnRows() lists what lodPicks() says, node after node", async (context) => {
  const all = scatter(5, 900, 9);
  using cloud = cloudOf(context, all);
  using tree = buildLod(cloud.points, cloud.colors, { ...OPTIONS, keepRows: true });
  for (const pick of ["central", "random"] as const) {
    const owners = await lodPicks(tree, { pick, seed: 3 });
    using order = lodRows(tree);
    const source = [...order.readSync()];
    const wanted = Array.from(
      { length: tree.counts.nodes },
      (_, node) => source.filter((_, at) => owners[at] === node),
    );
    const { rows, firsts } = lodOwnRows(tree, { pick, seed: 3 });
    using _ = rows;
    const own = [...rows.readSync()];
    const got = wanted.map((_, node) => own.slice(Number(firsts[node]), Number(firsts[node + 1])));
    assertEquals(got, wanted);
    assertEquals(firsts.length, wanted.length + 1);
  }
  using plain = buildLod(cloud.points, cloud.colors, OPTIONS);
  assertThrows(() => lodOwnRows(plain), RangeError, "the tree was built without rows");
  using _ = (await failEachAllocation(context, () => lodOwnRows(tree), 8)).rows;
});

eachBackend("lodPicks() holds contests of many points alike", async (context) => {
  // Thousands of points in one cell, copies among them, and cells of one point around.
  const places = Array.from(
    { length: 5000 },
    (_, n) => n < 4000 ? [200, 200, 200 + n % 2] : [n % 10, n % 7, n % 3],
  );
  using points = tensor(Int32Array.from(places.flat()), { context, shape: [5000, 3] });
  using tree = buildLod(points, undefined, { ...OPTIONS, maxDepth: 4 });
  const owners = await lodPicks(tree);
  const kept = tree.levels().map(() => 0);
  owners.forEach((owner) => {
    const { level } = tree.node(owner);
    kept[level] = (kept[level] ?? 0) + 1;
  });
  // Of each cell of a level one point is there or above; the finest cells of inner nodes hold 2 units.
  const cells = (level: number): number =>
    new Set(places.map((place) => cellAt(place, level))).size;
  const above = [0, 1, 2, 3].map((level) => kept.slice(0, level + 1).reduce((a, b) => a + b));
  assertEquals(above, [0, 1, 2, 3].map(cells));
});

eachBackend("lodPicks() takes the first of points alike", async (context) => {
  // In the order of points: 1500 at a corner of a cell, then 1400 and 1300 as near to its center as each other.
  const counts = [1500, 1400, 1300];
  const places = shuffled(counts.flatMap((n, at) => Array.from({ length: n }, () => at)), 5);
  const triples = places.flatMap((at) => [at, at, at]);
  const options = { ...cube(3), pointsPerLeaf: 1, gridSize: 2, maxDepth: 1, strategy: "none" };
  using points = tensor(Int32Array.from(triples), { context, shape: [places.length, 3] });
  using tree = buildLod(points, undefined, { ...options, strategy: "none" });
  const raised = async (pick: "central" | "random", seed: number): Promise<number[]> =>
    [...await lodPicks(tree, { pick, seed })].flatMap((owner, row) => owner === 0 ? [row] : []);
  assertEquals(await raised("central", 0), [1500]);
  const seen = new Set<number>();
  for (let seed = 0; seed < 16; seed++) {
    const rows = await raised("random", seed);
    assertEquals(rows.length, 1);
    seen.add(rows[0] ?? NaN);
  }
  assertEquals([...seen].sort((a, b) => a - b), [0, 1500, 2900]);
});

/** Goes through all points of all levels one by one, as lodPicks() says; returns the level that owns each point. */
function thinned(tree: LodTree, places: Int32Array, bits: number): number[] {
  const levels = pathsOf(tree).map((path) => path.length - 1);
  for (let level = tree.counts.levels - 2; level >= 0; level--) {
    const rows = levels.flatMap((own, row) => own === level + 1 ? [row] : []);
    const taken = thinRows(rows, places, 2 ** bits / tree.gridSize / 2 ** level);
    for (const row of taken) levels[row] = level;
  }
  return levels;
}

eachBackend("lodPicks() keeps points of a level apart: poisson", async (context) => {
  const dense = scatter(11, 400, 9);
  const copies = dense.slice(0, 40);
  for (const gridSize of [8, 2]) {
    using cloud = cloudOf(context, [...dense, ...copies]);
    using tree = buildLod(cloud.points, cloud.colors, { ...OPTIONS, gridSize });
    using points = lodPoints(tree);
    const places = points.coordinates.readSync();
    const owners = await lodPicks(tree, { pick: "poisson" });
    const paths = pathsOf(tree);
    assert([...owners].every((owner, row) => paths[row]?.includes(owner)), "left its path");
    const levels = [...owners].map((owner) => tree.node(owner).level);
    assertEquals(levels, thinned(tree, places, 9));
    assert(levels.filter((level) => level === 0).length > gridSize, "few points moved up");
  }
  using cloud = cloudOf(context, dense);
  using tree = buildLod(cloud.points, cloud.colors, { ...OPTIONS, keepRows: true });
  const poisson = { pick: "poisson" } as const;
  // What is known of nodes stays on the device with the tree.
  lodOwnRows(tree, poisson).rows.dispose();
  using _ = (await failEachAllocation(context, () => lodOwnRows(tree, poisson), 12)).rows;
});
