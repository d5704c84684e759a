import { assertEquals } from "@std/assert";
import { clippedGrid } from "../../lib/topology/mod.ts";
import { gridFromDense } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, read } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { assertClaim, BATCHES } from "./_batches.ts";
import { boxOf, clip, spread } from "./_oracle.ts";

const BOXES: readonly (readonly [low: number | Ijk, high: number | Ijk])[] = [
  [INT32_MIN, INT32_MAX],
  [0, 0],
  [-1, 8],
  [[-4096, -8, -128], [4095, 127, 7]],
  [[-4097, INT32_MIN, 0], [-4095, INT32_MAX, 4096]],
  [10_000, 20_000],
];

eachBackend("clippedGrid() keeps the voxels in a box, bounds included", (context) => {
  for (const [ijkMin, ijkMax] of BOXES) {
    assertClaim(context, {
      operate: (grid) => clippedGrid(grid, { ijkMin, ijkMax }),
      voxels: (list) => clip(list, spread(ijkMin), spread(ijkMax)),
    });
  }
});

eachBackend("clippedGrid() takes a box for each grid", (context) => {
  const lists = BATCHES[0] ?? [];
  const lows = lists.map((_, b): Ijk => [-b, -4096, b - 5]);
  const highs = lists.map((_, b): Ijk => [b * 40, 10, 4096 - b]);
  using grid = build(context, lists);
  using result = clippedGrid(grid, { ijkMin: lows, ijkMax: highs });
  assertGrids(
    result,
    lists.map((list, b) => clip(list, lows[b] ?? [0, 0, 0], highs[b] ?? [0, 0, 0])),
  );
  using mixed = clippedGrid(grid, { ijkMin: lows, ijkMax: 4096 });
  assertGrids(
    mixed,
    lists.map((list, b) => clip(list, lows[b] ?? [0, 0, 0], [4096, 4096, 4096])),
  );
});

eachBackend("clippedGrid() cuts 6^3 out of 8^3", (context) => {
  using cube = gridFromDense({ context, dims: 8 });
  using result = clippedGrid(cube, { ijkMin: 1, ijkMax: 6 });
  assertGrids(result, [boxOf([1, 1, 1], [6, 6, 6])]);
});

eachBackend("clippedGrid() keeps voxels at the ends of int32", (context) => {
  const list: Ijk[] = [[INT32_MIN, 0, INT32_MAX], [INT32_MAX, INT32_MAX, INT32_MAX], [0, 0, 0]];
  using grid = build(context, [list]);
  using low = clippedGrid(grid, { ijkMin: INT32_MIN, ijkMax: [INT32_MIN, 0, INT32_MAX] });
  assertEquals(read(low), [[INT32_MIN, 0, INT32_MAX]]);
  using high = clippedGrid(grid, { ijkMin: INT32_MAX, ijkMax: INT32_MAX });
  assertEquals(read(high), [[INT32_MAX, INT32_MAX, INT32_MAX]]);
});
