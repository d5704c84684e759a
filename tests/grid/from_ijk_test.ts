import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { gridFromIjkAsync } from "../../lib/grid/mod.ts";
import { gridFromIjk, gridIjk, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, read } from "./_grids.ts";
import {
  canonical,
  flatten,
  GOLDEN,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  randomIjk,
  randomSource,
  shuffled,
  triples,
} from "./_oracle.ts";

eachBackend("gridFromIjk() numbers voxels as the published example does", (context) => {
  const random = randomSource(1);
  using grid = build(context, [shuffled(random, GOLDEN.map(([ijk]) => ijk))]);
  assertEquals(read(grid), GOLDEN.map(([ijk]) => ijk));
});

eachBackend("gridFromIjk() takes a plain tensor as a batch of one", (context) => {
  using ijk = tensor(new Int32Array([1, 2, 3, 1, 2, 3, -1, 0, 0]), { context, shape: [3, 3] });
  using grid = gridFromIjk(ijk, { voxelSize: 0.5, origin: [1, 2, 3] });
  assertGrids(grid, [[[1, 2, 3], [-1, 0, 0]]]);
  assertEquals([...grid.voxelSizes], [0.5, 0.5, 0.5]);
  assertEquals([...grid.origins], [1, 2, 3]);
});

eachBackend("gridFromIjk() counts duplicates once", (context) => {
  const list = Array.from({ length: 1000 }, (_, n): Ijk => [n % 3, 0, -(n % 2)]);
  using grid = build(context, [list]);
  assertGrids(grid, [list]);
  assertEquals(grid.numVoxels, 6);
});

eachBackend("gridFromIjk() fills a leaf and its neighbors in order", (context) => {
  const random = randomSource(2);
  const list: Ijk[] = [];
  for (let i = -4; i < 12; i++) {
    for (let j = -9; j < 1; j++) {
      for (let k = 120; k < 136; k++) list.push([i, j, k]);
    }
  }
  using grid = build(context, [shuffled(random, list)]);
  assertGrids(grid, [list]);
});

eachBackend("gridFromIjk() takes every int32 coordinate", (context) => {
  const ends = [
    INT32_MIN,
    INT32_MIN + 1,
    -4097,
    -4096,
    -1,
    0,
    4095,
    4096,
    INT32_MAX - 1,
    INT32_MAX,
  ];
  const list = ends.flatMap((i) => ends.flatMap((j) => ends.map((k): Ijk => [i, j, k])));
  using grid = build(context, [shuffled(randomSource(3), list)]);
  assertGrids(grid, [list]);
});

eachBackend("gridFromIjk() builds grids without voxels and batches without grids", (context) => {
  using none = build(context, []);
  assertGrids(none, []);
  using empty = build(context, [[]]);
  assertGrids(empty, [[]]);
  using several = build(context, [[], [[5, 6, 7]], [], [], [[-5, 6, 7], [0, 0, 0]], []]);
  assertGrids(several, [[], [[5, 6, 7]], [], [], [[-5, 6, 7], [0, 0, 0]], []]);
  using plain = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using flat = gridFromIjk(plain);
  assertGrids(flat, [[]]);
});

eachBackend("gridFromIjk() keeps grids of a batch apart, also where they overlap", (context) => {
  const random = randomSource(4);
  const shared = randomIjk(random, 300, -200, 200);
  const lists = [shared, shuffled(random, shared), randomIjk(random, 400, -5000, 5000), shared];
  using grid = build(context, lists);
  assertGrids(grid, lists);
});

eachBackend("gridFromIjk() builds 1000 grids at once", (context) => {
  const random = randomSource(5);
  const lists = Array.from({ length: 1000 }, (_, b) => randomIjk(random, b % 7, -40, 40));
  using grid = build(context, lists);
  assertGrids(grid, lists);
});

eachBackend("gridFromIjk() gives the same bytes for any order of the input", (context) => {
  const random = randomSource(6);
  const list = randomIjk(random, 5000, -300, 300);
  using first = build(context, [list, list.slice(0, 1000)]);
  const expected = read(first);
  for (let round = 0; round < 3; round++) {
    using again = build(context, [shuffled(random, list), shuffled(random, list.slice(0, 1000))]);
    assertEquals(read(again), expected);
    assertEquals(again.counts, first.counts);
  }
});

eachBackend("gridFromIjk() agrees with brute force on any lists", (context) => {
  const near = fc.integer({ min: -20, max: 20 });
  const axis = fc.oneof(
    near,
    fc.integer({ min: -5000, max: 5000 }),
    fc.integer({ min: INT32_MIN, max: INT32_MAX }),
  );
  const lists = fc.array(fc.array(fc.tuple(axis, axis, axis), { maxLength: 60 }), { maxLength: 5 });
  fc.assert(
    fc.property(lists, (drawn) => {
      using grid = build(context, drawn);
      assertGrids(grid, drawn);
    }),
    { numRuns: 150 },
  );
});

eachBackend("gridFromIjk() builds a surface of a million points", (context) => {
  const random = randomSource(7);
  const count = 1_000_000;
  const flat = new Int32Array(count * 3);
  const keys = new Float64Array(count);
  for (let n = 0; n < count; n++) {
    const height = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const ring = Math.sqrt(1 - height * height);
    const ijk: Ijk = [
      Math.floor(290 * ring * Math.cos(angle)),
      Math.floor(290 * ring * Math.sin(angle)),
      Math.floor(290 * height),
    ];
    flat.set(ijk, n * 3);
    keys[n] = ((ijk[0] + 1024) * 2048 + ijk[1] + 1024) * 2048 + ijk[2] + 1024;
  }
  using ijk = tensor(flat, { context, shape: [count, 3] });
  using grid = gridFromIjk(ijk);
  assertEquals(grid.numVoxels, new Set(keys).size);
  // The voxels are the right set when as many distinct ones as there are were all put in.
  using voxels = gridIjk(grid);
  const seen = voxels.data.readSync();
  const put = new Set(keys);
  let last = -1;
  for (let at = 0; at < seen.length; at += 3) {
    const [i = 0, j = 0, k = 0] = seen.subarray(at, at + 3);
    assert(put.delete(((i + 1024) * 2048 + j + 1024) * 2048 + k + 1024), `${i},${j},${k}`);
    const order = leafOrder(i, j, k);
    assert(order > last, "voxels are out of order");
    last = order;
  }
  assertEquals(put.size, 0);
});

/** The order of voxels within [-512, 511]^3, whose eight tiles sort by sign. */
function leafOrder(i: number, j: number, k: number): number {
  const level = (shift: number, bits: number): number => {
    const mask = (1 << bits) - 1;
    return (((i >> shift) & mask) * (mask + 1) + ((j >> shift) & mask)) * (mask + 1) +
      ((k >> shift) & mask);
  };
  const tile = (i < 0 ? 0 : 4) + (j < 0 ? 0 : 2) + (k < 0 ? 0 : 1);
  return ((tile * 2 ** 15 + level(7, 5)) * 2 ** 12 + level(3, 4)) * 2 ** 9 + level(0, 3);
}

eachBackend(
  "gridFromIjkAsync() builds what gridFromIjk() builds, in the order of calls",
  async (context) => {
    const random = randomSource(8);
    const lists = Array.from({ length: 12 }, () => randomIjk(random, 500, -100, 100));
    const inputs = lists.map((list) => tensor(flatten(list), { context, shape: [list.length, 3] }));
    const building = inputs.map((ijk) => gridFromIjkAsync(ijk));
    // The inputs may go while the builds are under way: the calls were made before.
    for (const ijk of inputs) ijk.dispose();
    const grids = await Promise.all(building);
    grids.forEach((grid, n) => {
      assertGrids(grid, [lists[n] ?? []]);
      grid.dispose();
    });
  },
);

eachBackend("gridFromIjk() leaves its input as it was", (context) => {
  const flat = flatten(randomIjk(randomSource(9), 100, -9, 9));
  using ijk = tensor(flat, { context, shape: [100, 3] });
  using grid = gridFromIjk(ijk);
  assertNotEquals(grid.numVoxels, 0);
  assertEquals([...ijk.readSync()], [...flat]);
  ijk.fill(0);
  assertEquals(read(grid), canonical(triples(flat)));
});
