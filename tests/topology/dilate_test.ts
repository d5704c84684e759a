import { assertEquals } from "@std/assert";
import { dilatedGrid } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { assertClaim, BATCHES, buildPlaced } from "./_batches.ts";
import { dilate } from "./_oracle.ts";

eachBackend("dilatedGrid() adds neighbors again and again", (context) => {
  for (const neighbors of [6, 18, 26] as const) {
    for (const radius of [0, 1, 2, 3]) {
      assertClaim(context, {
        operate: (grid) => dilatedGrid(grid, { radius, neighbors }),
        voxels: (list) => dilate(list, radius, neighbors),
        batches: radius > 1 ? BATCHES.slice(1) : BATCHES,
      });
    }
  }
});

eachBackend("dilatedGrid() takes radii beyond a leaf and two", (context) => {
  const lists: readonly (readonly Ijk[])[] = [[[-1, 0, 7]], [], [[4093, -4099, 127]]];
  using grid = buildPlaced(context, lists);
  for (const neighbors of [6, 18, 26] as const) {
    for (const radius of neighbors === 6 ? [4, 7, 8, 9, 16, 20] : [5, 8, 9, 13]) {
      using result = dilatedGrid(grid, { radius, neighbors });
      assertGrids(result, lists.map((list) => dilate(list, radius, neighbors)));
    }
  }
  using cube = dilatedGrid(grid, { radius: 20 });
  assertEquals(cube.voxelCounts, [41 ** 3, 0, 41 ** 3]);
  assertEquals([...cube.bbox(0)], [-21, -20, -13, 19, 20, 27]);
});

eachBackend("dilatedGrid() adds the 26 neighbors once unless told otherwise", (context) => {
  const lists = BATCHES[1] ?? [];
  using grid = build(context, lists);
  using result = dilatedGrid(grid);
  assertGrids(result, lists.map((list) => dilate(list, 1, 26)));
});

eachBackend("dilatedGrid() by 2 is the union of 125 shifted grids", (context) => {
  const list: Ijk[] = [[0, 0, 0], [7, -8, 128], [-4096, 3, 3]];
  const shifts = [-2, -1, 0, 1, 2];
  const union = list.flatMap(([i, j, k]) =>
    shifts.flatMap((a) => shifts.flatMap((b) => shifts.map((c): Ijk => [i + a, j + b, k + c])))
  );
  using grid = build(context, [list]);
  using result = dilatedGrid(grid, { radius: 2 });
  assertGrids(result, [union]);
});

eachBackend("dilatedGrid() reaches the ends of int32", (context) => {
  const list: Ijk[] = [[INT32_MIN + 2, 0, INT32_MAX - 2]];
  using grid = build(context, [list]);
  for (const neighbors of [6, 18, 26] as const) {
    using result = dilatedGrid(grid, { radius: 2, neighbors });
    assertGrids(result, [dilate(list, 2, neighbors)]);
  }
});
