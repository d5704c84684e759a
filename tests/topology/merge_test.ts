import { assertEquals } from "@std/assert";
import { type Context, type GridBatch, mergedGrid, scope } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, type Lists } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { borderVoxels, buildPlaced, cluster } from "./_batches.ts";

/** Batches of four grids that overlap, touch and miss each other. */
const PARTS: readonly Lists[] = [
  [borderVoxels(21, 50), [], cluster(22, [0, 0, 0]), [[1, 2, 3]]],
  [borderVoxels(23, 50), [[-1, -1, -1]], cluster(24, [2, 0, -8]), []],
  [[], [], [], []],
  [[[INT32_MIN, 0, INT32_MAX]], [], cluster(25, [128, 4096, 0]), [[1, 2, 3], [-4097, 0, 0]]],
  [borderVoxels(21, 50), [], [], [[1, 2, 3]]],
];

/** Merges some of the parts and compares with the union of their lists. */
function assertUnion(context: Context, chosen: readonly number[]): void {
  scope((own) => {
    const parts = chosen.map((n) => PARTS[n] ?? []);
    const grids = parts.map((lists, at) =>
      own(at === 0 ? buildPlaced(context, lists) : build(context, lists, { voxelSize: at + 1 }))
    );
    const [first, ...others] = grids as [GridBatch, ...GridBatch[]];
    const merged = own(mergedGrid(first, ...others));
    assertGrids(merged, [0, 1, 2, 3].map((b) => parts.flatMap((lists) => lists[b] ?? [])));
    assertEquals(merged.voxelSizes, first.voxelSizes);
    assertEquals(merged.origins, first.origins);
    assertEquals(merged.dualOrigins, first.dualOrigins);
  });
}

eachBackend("mergedGrid() is the union, with the transforms of the first", (context) => {
  for (
    const chosen of [
      [0],
      [2],
      [0, 1],
      [1, 0],
      [0, 2],
      [2, 0],
      [2, 2],
      [0, 4],
      [0, 0],
      [3, 1, 0],
      [2, 3, 4, 2],
      [0, 1, 2, 3, 4],
    ]
  ) {
    assertUnion(context, chosen);
  }
});

eachBackend("mergedGrid() may be given one batch several times", (context) => {
  const list: Ijk[] = [[0, 0, 0], [-9, 4, 300]];
  using grid = build(context, [list]);
  using merged = mergedGrid(grid, grid, grid);
  assertGrids(merged, [list]);
});

eachBackend("mergedGrid() joins batches without grids, and more than a few batches", (context) => {
  using none = build(context, []);
  using merged = mergedGrid(none, none);
  assertGrids(merged, []);
  scope((own) => {
    const lists = Array.from({ length: 40 }, (_, n): Ijk[] => [[n, -n, n * n]]);
    const [first, ...others] = lists.map((list) => own(build(context, [list])));
    const all = own(mergedGrid(first as GridBatch, ...others));
    assertGrids(all, [lists.flat()]);
  });
});
