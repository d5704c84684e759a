import { assertEquals } from "@std/assert";
import { selectGrids } from "../../lib/grid/mod.ts";
import { dualGrid, erodedGrid } from "../../lib/topology/mod.ts";
import type { GridBatch } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, type Lists, textOf } from "../grid/_grids.ts";
import { borderVoxels, cluster, originsOf, sizesOf } from "./_batches.ts";
import { boxOf } from "./_oracle.ts";
import { OPERATORS } from "./_operators.ts";

const LISTS: Lists = [
  cluster(41, [0, 0, 0]),
  borderVoxels(42, 40),
  [],
  [...cluster(43, [-128, 4096, 8]), [7, 7, 7]],
];

/** What a batch consists of, but for its memory. */
function contents(grid: GridBatch): unknown {
  const { bytes: _bytes, ...counts } = grid.counts;
  return {
    counts,
    voxels: textOf(grid),
    bboxes: [...grid.bboxes],
    voxelSizes: [...grid.voxelSizes],
    origins: [...grid.origins],
    dualOrigins: [...grid.dualOrigins],
  };
}

eachBackend("every operator treats each grid of a batch as if it were alone", (context) => {
  const [voxelSize, origin] = [sizesOf(LISTS.length), originsOf(LISTS.length)];
  using batch = build(context, LISTS, { voxelSize, origin });
  for (const chosen of [[1, 2, 3], [0, 2], [3, 1], [2], []]) {
    const pick = <T>(items: readonly T[]): T[] => chosen.map((b) => items[b] as T);
    using selected = selectGrids(batch, chosen);
    using fresh = build(context, pick(LISTS), {
      voxelSize: pick(voxelSize),
      origin: pick(origin),
    });
    for (const { sync } of OPERATORS) {
      using ofSelected = sync(selected);
      using ofFresh = sync(fresh);
      using ofBatch = sync(batch);
      using selectedLate = selectGrids(ofBatch, chosen);
      const expected = contents(ofFresh);
      assertEquals(contents(ofSelected), expected);
      assertEquals(contents(selectedLate), expected);
    }
  }
});

eachBackend("no operator changes its source, or makes something that lives by it", (context) => {
  for (const { sync } of OPERATORS) {
    const grid = build(context, LISTS);
    using first = sync(grid);
    const before = contents(first);
    assertGrids(grid, LISTS);
    grid.dispose();
    assertEquals(contents(first), before);
  }
});

eachBackend("operators take batches of 1000 grids", (context) => {
  const lists: Lists = Array.from(
    { length: 1000 },
    (_, b) => b % 3 === 0 ? [] : boxOf([b, -b, 0], [b + 1 + b % 2, 1 - b, b % 4]),
  );
  using batch = build(context, lists);
  for (const { sync } of OPERATORS) {
    using result = sync(batch);
    assertEquals(result.gridCount, 1000);
  }
  using dual = dualGrid(batch);
  assertEquals(
    dual.voxelCounts,
    lists.map((_, b) => b % 3 === 0 ? 0 : (3 + b % 2) * 3 * (b % 4 + 2)),
  );
  using back = erodedGrid(dual, { ijkMin: 0, ijkMax: 1 });
  assertGrids(back, lists);
});
