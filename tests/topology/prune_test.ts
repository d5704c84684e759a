import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { fullTensor, type GridBatch, prunedGrid, tensor } from "../../mod.ts";
import { prunedGridAsync } from "../../lib/topology/mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build } from "../grid/_grids.ts";
import { canonical, type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { assertClaim, BATCHES } from "./_batches.ts";
import { maskOf } from "./_masks.ts";

const CHOICES: readonly ((row: number, b: number) => boolean)[] = [
  (row) => row % 2 === 0,
  (row, b) => (row * 7 + b) % 5 === 1,
  (row) => row === 0,
  (_, b) => b === 2,
  () => true,
  () => false,
];

eachBackend("prunedGrid() keeps the voxels that the mask names", (context) => {
  for (const keep of CHOICES) {
    const prune = (grid: GridBatch): GridBatch => {
      using mask = maskOf(grid, keep);
      return prunedGrid(grid, mask);
    };
    assertClaim(context, {
      operate: prune,
      voxels: (list, b) => canonical(list).filter((_, row) => keep(row, b)),
    });
  }
});

eachBackend("prunedGrid() takes one tensor for the whole batch, and any byte but 0", (context) => {
  const lists: readonly (readonly Ijk[])[] = [[[0, 0, 0], [0, 0, 1]], [[5, 5, 5], [6, 6, 6]]];
  using grid = build(context, lists);
  using mask = tensor([0, 1, 1, 0], { context, dtype: "bool" });
  using result = prunedGrid(grid, mask);
  assertGrids(result, [[[0, 0, 1]], [[5, 5, 5]]]);
  mask.buffer.write(Uint8Array.of(255, 0, 0, 2));
  using other = prunedGrid(grid, mask);
  assertGrids(other, [[[0, 0, 0]], [[6, 6, 6]]]);
});

eachBackend("prunedGrid() keeps voxels at the ends of int32", (context) => {
  const list: Ijk[] = [[INT32_MIN, INT32_MAX, 0], [INT32_MAX, INT32_MIN, -1], [0, 0, INT32_MIN]];
  using grid = build(context, [list]);
  for (const keep of [0, 1, 2]) {
    using mask = maskOf(grid, (row) => row === keep);
    using result = prunedGrid(grid, mask);
    assertGrids(result, [canonical(list).slice(keep, keep + 1)]);
  }
});

eachBackend("prunedGrid() leaves no nodes of voxels that are gone", (context) => {
  const lists = BATCHES[0] ?? [];
  using grid = build(context, lists);
  using mask = fullTensor([grid.numVoxels], false, { context, dtype: "bool" });
  using result = prunedGrid(grid, mask);
  const { leaves, lowers, uppers, grids } = result.counts;
  assertEquals({ leaves, lowers, uppers, grids }, {
    leaves: 0,
    lowers: 0,
    uppers: 0,
    grids: lists.length,
  });
});

eachBackend("prunedGrid() refuses options, which it does not have", async (context) => {
  using grid = build(context, [[[0, 0, 0]]]);
  using mask = fullTensor([1], true, { context, dtype: "bool" });
  const problem = (more: unknown): string =>
    assertThrows(() => Reflect.apply(prunedGrid, undefined, [grid, mask, more]), TypeError)
      .message.replace("Cannot run prunedGrid: ", "");
  assertEquals(problem({ rows: true }), 'the option "rows" is unknown, use rowMap()');
  assertEquals(problem({ keep: 1 }), 'the option "keep" is unknown, none expected');
  assertEquals(problem(3), "options are 3, an object with their names expected");
  const { message } = await assertRejects(
    () => Reflect.apply(prunedGridAsync, undefined, [grid, mask, { rows: true }]),
    TypeError,
  );
  assertEquals(
    message,
    'Cannot run prunedGridAsync: the option "rows" is unknown, use rowMap()',
  );
});
