import { assertEquals } from "@std/assert";
import { paddedGrid } from "../../lib/topology/mod.ts";
import { dilatedGrid } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { assertClaim, BATCHES, cluster } from "./_batches.ts";
import { boxOf, dilateBox, erodeBox, spread } from "./_oracle.ts";

/** Boxes, some of them longer than a leaf or two along one axis. */
const BOXES: readonly (readonly [min: number | Ijk, max: number | Ijk])[] = [
  [0, 0],
  [0, 1],
  [-1, 0],
  [-1, 1],
  [0, 2],
  [-2, 1],
  [[-1, 0, -3], [0, 2, 1]],
  [[0, 0, -9], [0, 1, 0]],
  [[0, -17, 0], [1, 3, 0]],
  [[-5, 0, 0], [20, 0, 0]],
];

eachBackend("paddedGrid() adds a box around each voxel", (context) => {
  for (const [min, max] of BOXES) {
    assertClaim(context, {
      operate: (grid) => paddedGrid(grid, { ijkMin: min, ijkMax: max }),
      voxels: (list) => dilateBox(list, spread(min), spread(max)),
    });
  }
});

eachBackend("paddedGrid() without the border keeps voxels that have the whole box", (context) => {
  for (const [min, max] of BOXES) {
    assertClaim(context, {
      operate: (grid) => paddedGrid(grid, { ijkMin: min, ijkMax: max, excludeBorder: true }),
      voxels: (list) => erodeBox(list, spread(min), spread(max)),
    });
  }
});

eachBackend("paddedGrid() takes boxes longer than two leaves on every axis", (context) => {
  const [min, max]: readonly [Ijk, Ijk] = [[-18, -3, -10], [2, 17, 9]];
  using grid = build(context, [[[-1, 127, 0]], [], [[4095, -4096, 8], [4090, -4090, 20]]]);
  using result = paddedGrid(grid, { ijkMin: min, ijkMax: max });
  assertGrids(result, [
    dilateBox([[-1, 127, 0]], min, max),
    [],
    dilateBox([[4095, -4096, 8], [4090, -4090, 20]], min, max),
  ]);
  using back = paddedGrid(result, { ijkMin: min, ijkMax: max, excludeBorder: true });
  assertEquals(back.voxelCounts[0], 1);
});

eachBackend("paddedGrid() by [-1, 1] is dilatedGrid()", (context) => {
  const lists = BATCHES[0] ?? [];
  using grid = build(context, lists);
  using padded = paddedGrid(grid, { ijkMin: -1, ijkMax: 1 });
  using dilated = dilatedGrid(grid);
  assertEquals(padded.counts, dilated.counts);
  assertGrids(dilated, lists.map((list) => dilateBox(list, [-1, -1, -1], [1, 1, 1])));
});

eachBackend("paddedGrid() reaches the ends of int32, and erodes there", (context) => {
  const list: Ijk[] = [[INT32_MIN + 1, 0, INT32_MAX - 2]];
  using grid = build(context, [list]);
  using result = paddedGrid(grid, { ijkMin: -1, ijkMax: [0, 0, 2] });
  assertGrids(result, [dilateBox(list, [-1, -1, -1], [0, 0, 2])]);
  const corner = boxOf([INT32_MAX - 2, INT32_MIN, 5], [INT32_MAX, INT32_MIN + 2, 7]);
  using full = build(context, [corner, cluster(7, [0, 0, 0])]);
  using eroded = paddedGrid(full, { ijkMin: 0, ijkMax: 1, excludeBorder: true });
  assertGrids(eroded, [
    erodeBox(corner, [0, 0, 0], [1, 1, 1]),
    erodeBox(cluster(7, [0, 0, 0]), [0, 0, 0], [1, 1, 1]),
  ]);
});
