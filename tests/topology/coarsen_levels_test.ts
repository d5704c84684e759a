import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  type Context,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  gridIjk,
  tensor,
} from "../../mod.ts";
import {
  coarsenedGrid,
  coarsenedGrids,
  coarsenedGridsAsync,
  dualGrid,
  type GridLevels,
} from "../../lib/topology/mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { assertGrids, build } from "../grid/_grids.ts";
import { INT32_MAX, INT32_MIN, randomSource, type Triple } from "../grid/_oracle.ts";
import { BATCHES } from "./_batches.ts";
import { coarsen, spread } from "./_oracle.ts";

/** All that a batch is to its users. */
function describe(grid: GridBatch): unknown {
  using ijk = gridIjk(grid);
  const { offsets, bboxes, voxelSizes, origins, dualOrigins, counts } = grid;
  return [ijk.data.readSync(), offsets, bboxes, voxelSizes, origins, dualOrigins, counts];
}

/** Levels one after the other. */
function oneByOne(grid: GridBatch, factor: number | Triple, count: number): unknown[] {
  using made = new DisposableStack();
  const found: unknown[] = [];
  let last = grid;
  for (let level = 0; level < count; level++) {
    last = made.use(coarsenedGrid(last, { factor }));
    found.push(describe(last));
  }
  return found;
}

const FACTORS: readonly (number | Triple)[] = [2, 3, 1, [2, 2, 1], [1, 4, 128], 16];

eachBackend("coarsenedGrids() makes the levels that brute force makes", (context) => {
  for (const lists of BATCHES) {
    using grid = build(context, lists);
    for (const factor of FACTORS) {
      using made = coarsenedGrids(grid, { factor, levels: 4 });
      let voxels = [...lists];
      for (const level of made.levels) {
        voxels = voxels.map((list) => coarsen(list, spread(factor)));
        assertGrids(level, voxels);
      }
    }
  }
});

eachBackend(
  "coarsenedGrids() makes what coarsenedGrid() makes, level by level",
  async (context) => {
    const lists = [...BATCHES, [[[INT32_MIN, 0, INT32_MAX - 1], [
      -1,
      INT32_MAX - 1,
      3,
    ]]]] as typeof BATCHES;
    for (const one of lists) {
      using grid = build(context, one, { voxelSize: [0.1, 0.3, 7], origin: [1e6, -0.7, 1 / 3] });
      using dual = dualGrid(grid);
      for (const from of [grid, dual]) {
        for (const factor of FACTORS) {
          const wanted = oneByOne(from, factor, 4);
          using made = coarsenedGrids(from, { factor, levels: 4 });
          assertEquals(made.levels.map(describe), wanted);
          using later = await coarsenedGridsAsync(from, { factor, levels: 4 });
          assertEquals(later.levels.map(describe), wanted);
        }
      }
    }
  },
);

/** Voxels in about as many leaves, spread over a box. */
function scattered(context: Context, count: number, side: number): GridBatch {
  const random = randomSource(3);
  const cells = Int32Array.from(
    { length: 3 * count },
    () => Math.floor(random() * side) - side / 2,
  );
  using ijk = tensor(cells, { context, shape: [count, 3] });
  return gridFromIjk(ijk);
}

eachBackend("coarsenedGrids() of very many leaves, or in far tiles, makes the same", (context) => {
  for (const [count, side] of [[100_000, 2048], [3000, 2 ** 30], [5000, 2 ** 14]] as const) {
    using grid = scattered(context, count, side);
    using made = coarsenedGrids(grid, { factor: 2, levels: 4 });
    assertEquals(made.levels.map(describe), oneByOne(grid, 2, 4));
  }
});

eachBackend("coarsenedGrids() disposes its levels together", (context) => {
  using cube = gridFromDense({ context, dims: 16 });
  const made: GridLevels = coarsenedGrids(cube, { factor: [2, 4, 1], levels: 2 });
  assertEquals(made.levels.map(({ numVoxels }) => numVoxels), [8 * 4 * 16, 4 * 1 * 16]);
  assertEquals(made.disposed, false);
  made.dispose();
  assert(made.disposed && made.levels.every(({ disposed }) => disposed));
  using none = coarsenedGrids(cube, { factor: 2, levels: 0 });
  assertEquals(none.levels, []);
});

eachBackend("coarsenedGrids() refuses what does not fit, and frees everything", async (context) => {
  using cube = gridFromDense({ context, dims: 4 });
  const message = (options: object): string =>
    assertThrows(() => coarsenedGrids(cube, options as never), RangeError).message;
  const start = "Cannot run coarsenedGrids: ";
  assertEquals(
    message({ factor: 0, levels: 1 }),
    `${start}factor is 0, a whole number from 1 to 2147483647 expected`,
  );
  assertEquals(
    message({ factor: 2, levels: 33 }),
    `${start}levels is 33, a whole number from 0 to 32 expected`,
  );
  assertEquals(
    message({ factor: 2, levels: 32 }),
    "Cannot run coarsenedGrids: cannot coarsen grid: level 31 has voxels of more than 2147483647",
  );
  await assertRejects(
    () => coarsenedGridsAsync(cube, { factor: 2, levels: 1.5 }),
    RangeError,
    "levels is 1.5",
  );
  using made = await failEachAllocation(
    context,
    () => coarsenedGrids(cube, { factor: 2, levels: 3 }),
    9,
  );
  assertEquals(made.levels.map(({ numVoxels }) => numVoxels), [8, 1, 1]);
});

Deno.test("coarsenedGrids() makes the same levels on every device", () => {
  const all = contexts.map((context) => {
    using grid = build(context, BATCHES[0] ?? []);
    using made = coarsenedGrids(grid, { factor: [2, 3, 1], levels: 5 });
    return made.levels.map(describe);
  });
  for (const other of all.slice(1)) assertEquals(other, all[0]);
});
