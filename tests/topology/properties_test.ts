import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  convGrid,
  convTransposeGrid,
  dualGrid,
  erodedGrid,
  paddedGrid,
} from "../../lib/topology/mod.ts";
import { coarsenedGrid, dilatedGrid, type GridBatch, mergedGrid, refinedGrid } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build, readLists, textOf } from "../grid/_grids.ts";
import { keyOf } from "../grid/_oracle.ts";
import { boxOf } from "./_oracle.ts";

const AXIS = fc.oneof(
  fc.integer({ min: -6, max: 6 }),
  fc.constantFrom(-4097, -4096, -129, -128, -9, -8, 7, 8, 127, 128, 4095, 4096),
);
const LISTS = fc.array(
  fc.array(fc.tuple(AXIS, AXIS, AXIS), { maxLength: 12 }),
  { minLength: 1, maxLength: 3 },
);
const FACTOR = fc.tuple(
  fc.integer({ min: 1, max: 5 }),
  fc.integer({ min: 1, max: 5 }),
  fc.integer({ min: 1, max: 7 }),
);
const SIZE = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
const ORIGIN = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const NEIGHBORS = fc.constantFrom(6 as const, 18 as const, 26 as const);
const RADIUS = fc.integer({ min: 0, max: 2 });
const RUNS = { numRuns: 25 };

/** The largest difference between two lists of numbers, compared with their size. */
function farthest(a: Float64Array, b: Float64Array): number {
  return Math.max(0, ...a.map((one, at) => Math.abs(one - (b[at] ?? NaN)) / (1 + Math.abs(one))));
}

/** Refuses a batch that lacks voxels of another. */
function assertHolds(outer: GridBatch, inner: GridBatch): void {
  const held = readLists(outer).map((list) => new Set(list.map(keyOf)));
  readLists(inner).forEach((list, b) =>
    list.forEach((voxel) => assert(held[b]?.has(keyOf(voxel)), `grid ${b} lacks ${voxel}`))
  );
}

eachBackend("coarsenedGrid() undoes refinedGrid()", (context) => {
  fc.assert(
    fc.property(LISTS, FACTOR, SIZE, ORIGIN, (lists, factor, voxelSize, origin) => {
      using grid = build(context, lists, { voxelSize, origin });
      using fine = refinedGrid(grid, { factor });
      using back = coarsenedGrid(fine, { factor });
      assertEquals(fine.numVoxels, grid.numVoxels * factor[0] * factor[1] * factor[2]);
      assertEquals(textOf(back), textOf(grid));
      assert(farthest(back.voxelSizes, grid.voxelSizes) < 1e-12);
      assert(farthest(back.origins, grid.origins) < 1e-12);
    }),
    RUNS,
  );
});

eachBackend(
  "erodedGrid() of dilatedGrid() holds all voxels, and dilates back into it",
  (context) => {
    fc.assert(
      fc.property(LISTS, RADIUS, NEIGHBORS, (lists, radius, neighbors) => {
        using grid = build(context, lists);
        using grown = dilatedGrid(grid, { radius, neighbors });
        using closed = erodedGrid(grown, { radius, neighbors });
        assertHolds(closed, grid);
        using again = dilatedGrid(closed, { radius, neighbors });
        assertEquals(textOf(again), textOf(grown));
      }),
      RUNS,
    );
  },
);

eachBackend("dilatedGrid() twice is dilatedGrid() once by the sum", (context) => {
  fc.assert(
    fc.property(LISTS, RADIUS, RADIUS, NEIGHBORS, (lists, a, b, neighbors) => {
      using grid = build(context, lists);
      using first = dilatedGrid(grid, { radius: a, neighbors });
      using second = dilatedGrid(first, { radius: b, neighbors });
      using once = dilatedGrid(grid, { radius: a + b, neighbors });
      assertEquals(textOf(second), textOf(once));
    }),
    RUNS,
  );
});

eachBackend("dualGrid() twice is paddedGrid() by 2, at the origin where it began", (context) => {
  fc.assert(
    fc.property(LISTS, SIZE, ORIGIN, (lists, voxelSize, origin) => {
      using grid = build(context, lists, { voxelSize, origin });
      using dual = dualGrid(grid);
      using twice = dualGrid(dual);
      using padded = paddedGrid(grid, { ijkMin: 0, ijkMax: 2 });
      assertEquals(textOf(twice), textOf(padded));
      assertEquals(twice.origins, grid.origins);
    }),
    RUNS,
  );
});

eachBackend("dualGrid() without the border undoes the dual of a box", (context) => {
  fc.assert(
    fc.property(fc.tuple(AXIS, AXIS, AXIS), FACTOR, SIZE, ORIGIN, (low, extent, size, origin) => {
      const high = [low[0] + extent[0], low[1] + extent[1], low[2] + extent[2]] as const;
      using grid = build(context, [boxOf(low, high)], { voxelSize: size, origin });
      using dual = dualGrid(grid);
      using back = dualGrid(dual, { excludeBorder: true });
      assertEquals(textOf(back), textOf(grid));
      assertEquals(back.origins, grid.origins);
    }),
    RUNS,
  );
});

eachBackend("mergedGrid() is the same in any order and dilates part by part", (context) => {
  fc.assert(
    fc.property(LISTS, LISTS, (drawn, others) => {
      const count = Math.min(drawn.length, others.length);
      using a = build(context, drawn.slice(0, count));
      using b = build(context, others.slice(0, count));
      using ab = mergedGrid(a, b);
      using ba = mergedGrid(b, a);
      assertEquals(textOf(ab), textOf(ba));
      using late = dilatedGrid(ab);
      using grownA = dilatedGrid(a);
      using grownB = dilatedGrid(b);
      using early = mergedGrid(grownA, grownB);
      assertEquals(textOf(late), textOf(early));
    }),
    RUNS,
  );
});

eachBackend("convTransposeGrid() leads back over convGrid()", (context) => {
  fc.assert(
    fc.property(LISTS, FACTOR, FACTOR, (lists, kernel, stride) => {
      using grid = build(context, lists);
      using coarse = convGrid(grid, { kernel, stride });
      using back = convTransposeGrid(coarse, { kernel, stride });
      // Kernels that are as long as the stride read every voxel.
      if (kernel.every((extent, axis) => extent >= (stride[axis] ?? 0))) assertHolds(back, grid);
      using again = convGrid(back, { kernel, stride });
      assertHolds(again, coarse);
    }),
    RUNS,
  );
});
