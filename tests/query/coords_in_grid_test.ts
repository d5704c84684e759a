import { assert, assertEquals } from "@std/assert";
import { coordsInGrid } from "../../lib/query/mod.ts";
import { gridFromIjk, gridIjk, jagged, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { flatten, keyOf, randomIjk, randomSource } from "../grid/_oracle.ts";
import { buildBatch, ijkQuestions, LISTS, rowOf } from "./_batch.ts";

eachBackend("coordsInGrid() asks each list's own grid", (context) => {
  const asked = LISTS.map((_, b) => ijkQuestions(b));
  using grid = buildBatch(context);
  using ijk = jaggedFromList(asked.map(flatten), { context, dtype: "i32", shape: [3] });
  using active = coordsInGrid(grid, ijk);
  assertEquals(active.data.dtype, "bool");
  const expected = asked.flatMap((list, b) => list.map((one) => rowOf(b, one) >= 0 ? 1 : 0));
  assertEquals([...active.data.readSync()], expected);
  assertEquals([...active.offsets], [...ijk.offsets]);
  assert(new Set(expected).size === 2, "the questions have one answer only");
});

eachBackend("coordsInGrid() finds all of a grid's own voxels active", (context) => {
  using grid = buildBatch(context);
  using ijk = gridIjk(grid);
  using active = coordsInGrid(grid, ijk);
  assertEquals([...active.data.readSync()], Array<number>(grid.numVoxels).fill(1));
});

eachBackend("coordsInGrid() answers no questions, and asks no grids", (context) => {
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using grid = gridFromIjk(none);
  using answer = coordsInGrid(grid, none);
  assertEquals(answer.shape, [0]);
  using one = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using missing = coordsInGrid(grid, one);
  assertEquals([...missing.readSync()], [0]);
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  using nothing = coordsInGrid(zero, noLists);
  assertEquals([nothing.data.shape, nothing.length], [[0], 0]);
});

eachBackend("coordsInGrid() of 100 000 coordinates is membership of a set", (context) => {
  const random = randomSource(33);
  const voxels = randomIjk(random, 20_000, -20, 20);
  const asked = randomIjk(random, 100_000, -21, 21);
  using list = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
  using grid = gridFromIjk(list);
  using ijk = tensor(flatten(asked), { context, shape: [asked.length, 3] });
  using active = coordsInGrid(grid, ijk);
  const known = new Set(voxels.map(keyOf));
  const different = [...active.readSync().entries()]
    .filter(([n, one]) => one !== (known.has(keyOf(asked[n] ?? [0, 0, 0])) ? 1 : 0));
  assertEquals(different, []);
});
