import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { concatenateGrids, concatenateGridsAsync, gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { dualGrid } from "../../lib/topology/mod.ts";
import { scope } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, type Lists, textOf } from "./_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN, randomIjk, randomInt, randomSource } from "./_oracle.ts";

/** Lets a value through that the compiler refuses. */
type Wrong = never;

/** Draws the lists of a batch of a few grids, some of them empty. */
function drawLists(seed: number): Lists {
  const random = randomSource(seed);
  return Array.from(
    { length: randomInt(random, 0, 4) },
    () => random() < 0.3 ? [] : randomIjk(random, randomInt(random, 1, 60), -200, 4200),
  );
}

eachBackend("concatenateGrids() puts the grids of many batches one behind the other", (context) => {
  for (const count of [1, 2, 7, 25]) {
    scope((own) => {
      const lists = Array.from({ length: count }, (_, n) => drawLists(100 * count + n));
      const batches = lists.map((list, n) =>
        own(build(context, list, { voxelSize: n + 0.1, origin: -n }))
      );
      const all = own(concatenateGrids(batches));
      assertGrids(all, lists.flat());
      const spread = (value: (n: number) => number): number[] =>
        lists.flatMap((list, n) => Array<number>(list.length * 3).fill(value(n)));
      assertEquals([...all.voxelSizes], spread((n) => n + 0.1));
      assertEquals([...all.origins], spread((n) => n === 0 ? -0 : -n));
      // What it copied may go.
      batches.forEach((batch) => batch.dispose());
      assertGrids(all, lists.flat());
    });
  }
});

eachBackend("concatenateGrids() copies grids at the ends of int32, and duals", (context) => {
  const list: Ijk[] = [[INT32_MIN, 0, INT32_MAX], [INT32_MAX, INT32_MAX, INT32_MIN]];
  using ends = build(context, [list]);
  using point = build(context, [[[1, 2, 3]]], { origin: 0.1, voxelSize: 0.3 });
  using dual = dualGrid(point);
  using all = concatenateGrids([ends, dual, ends]);
  assertEquals(all.voxelCounts, [2, 8, 2]);
  assertEquals([...all.dualOrigins].slice(3, 6), [0.1, 0.1, 0.1]);
  using none = gridFromZeroGrids({ context });
  using still = concatenateGrids([none, none]);
  assertGrids(still, []);
});

eachBackend("concatenateGridsAsync() joins the same", async (context) => {
  const first = build(context, drawLists(1));
  const second = build(context, drawLists(2));
  using expected = concatenateGrids([first, second, first]);
  const joining = concatenateGridsAsync([first, second, first]);
  first.dispose();
  second.dispose();
  using all = await joining;
  assertEquals(textOf(all), textOf(expected));
});

eachBackend("concatenateGrids() rejects what it cannot join", async (context) => {
  using grid = build(context, [[[0, 0, 0]]]);
  assertEquals(
    assertThrows(() => concatenateGrids([]), RangeError).message,
    "Cannot run concatenateGrids: there are no batches",
  );
  for (const [wrong, what] of [[7, "7"], [null, "null"], [{}, "an Object"]] as const) {
    assertEquals(
      assertThrows(() => concatenateGrids([grid, wrong as Wrong]), TypeError).message,
      `Cannot run concatenateGrids: item 1 is ${what}, a GridBatch expected`,
    );
  }
  using many = build(context, Array<Ijk[]>(40_000).fill([]));
  assertEquals(
    assertThrows(() => concatenateGrids([many, many]), RangeError).message,
    "Cannot run concatenateGrids: the result has 80000 grids, 65536 at most",
  );
  await assertRejects(() => concatenateGridsAsync([]), RangeError, "concatenateGridsAsync");
});
