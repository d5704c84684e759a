import { assertEquals } from "@std/assert";
import { type GridBatch, prunedGrid, refinedGrid } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, read } from "../grid/_grids.ts";
import { canonical, type Ijk, INT32_MAX, INT32_MIN, type Triple } from "../grid/_oracle.ts";
import { assertClaim, BATCHES } from "./_batches.ts";
import { maskOf } from "./_masks.ts";
import { refine, spread } from "./_oracle.ts";

const FACTORS: readonly (number | Triple)[] = [
  1,
  2,
  3,
  5,
  [2, 2, 1],
  [3, 2, 2],
  [1, 1, 3],
  [1, 7, 1],
  [1, 16, 1],
];

/** Where voxels of a refined grid lie. */
function placeBy(
  factor: number | Triple,
): (s: number, o: number, axis: number) => [number, number] {
  return (size, origin, axis) => {
    const f = spread(factor)[axis] ?? NaN;
    return [size / f, origin - 0.5 * (f - 1) * (size / f)];
  };
}

eachBackend("refinedGrid() splits every voxel", (context) => {
  for (const factor of FACTORS) {
    assertClaim(context, {
      operate: (grid) => refinedGrid(grid, { factor }),
      voxels: (list) => refine(list, spread(factor)),
      place: placeBy(factor),
    });
  }
  assertClaim(context, {
    operate: (grid) => refinedGrid(grid, { factor: 16 }),
    voxels: (list) => refine(list, [16, 16, 16]),
    place: placeBy(16),
    batches: [[[[0, 0, 0], [-1, 7, 8]], [], [[-256, 255, -9]]]],
  });
});

eachBackend("refinedGrid() splits the voxels that a mask keeps", (context) => {
  const keep = (row: number): boolean => row % 3 !== 1;
  const masked = (grid: GridBatch, factor: number | Triple): GridBatch => {
    using mask = maskOf(grid, keep);
    return refinedGrid(grid, { factor, mask });
  };
  for (const factor of [1, 2, [3, 2, 2], [1, 1, 3]] as const) {
    assertClaim(context, {
      operate: (grid) => masked(grid, factor),
      voxels: (list) => refine(canonical(list).filter((_, row) => keep(row)), spread(factor)),
      place: placeBy(factor),
    });
  }
});

eachBackend(
  "refinedGrid() by 1 with a mask prunes, and an empty mask leaves nothing",
  (context) => {
    using grid = build(context, BATCHES[0] ?? []);
    using some = maskOf(grid, (row) => row % 2 === 0);
    using refined = refinedGrid(grid, { factor: 1, mask: some });
    using pruned = prunedGrid(grid, some);
    assertEquals(read(refined), read(pruned));
    using none = maskOf(grid, () => false);
    using nothing = refinedGrid(grid, { factor: 4, mask: none });
    assertGrids(nothing, (BATCHES[0] ?? []).map(() => []));
  },
);

eachBackend("refinedGrid() reaches both ends of int32", (context) => {
  const list: Ijk[] = [[INT32_MIN / 2, 0, (INT32_MAX - 1) / 2], [-1, INT32_MIN / 2, 0]];
  using grid = build(context, [list]);
  using result = refinedGrid(grid, { factor: 2 });
  assertGrids(result, [refine(list, [2, 2, 2])]);
  assertEquals([...result.bbox()].slice(0, 2), [INT32_MIN, INT32_MIN]);
  assertEquals(result.bbox()[5], INT32_MAX);
});
