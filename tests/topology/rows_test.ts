import { assert, assertEquals, assertThrows } from "@std/assert";
import { rowMap, type RowMapOptions } from "../../lib/query/mod.ts";
import {
  clippedGrid,
  convGrid,
  convTransposeGrid,
  dualGrid,
  erodedGrid,
  mergedGrid,
  mergedGridWithRows,
  paddedGrid,
} from "../../lib/topology/mod.ts";
import {
  coarsenedGrid,
  type Context,
  dilatedGrid,
  type GridBatch,
  prunedGrid,
  refinedGrid,
  scope,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build, type Lists, readLists, textOf } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN, keyOf } from "../grid/_oracle.ts";
import { BATCHES } from "./_batches.ts";
import { CLUSTERS, SPREAD } from "./_kernels.ts";
import { maskOf } from "./_masks.ts";
import { boxOf, coarsen, spread } from "./_oracle.ts";

/** For each voxel of one batch, the row over another batch of the voxel that it leads to, or -1. */
function tie(from: GridBatch, to: GridBatch, lead: (voxel: Ijk) => Ijk): bigint[] {
  const rows = readLists(to).map((list, b) =>
    new Map(list.map((voxel, row) => [keyOf(voxel), (to.offsets[b] ?? 0n) + BigInt(row)]))
  );
  return readLists(from).flatMap((list, b) =>
    list.map((voxel) => rows[b]?.get(keyOf(lead(voxel))) ?? -1n)
  );
}

const SAME_VOXEL: readonly ((grid: GridBatch) => GridBatch)[] = [
  (grid) => dualGrid(grid),
  (grid) => dualGrid(grid, { excludeBorder: true }),
  (grid) => paddedGrid(grid, { ijkMin: -1, ijkMax: [0, 2, 0] }),
  (grid) => dilatedGrid(grid, { neighbors: 18 }),
  (grid) => erodedGrid(grid, { neighbors: 6 }),
  (grid) => erodedGrid(grid, { ijkMin: 0, ijkMax: 1 }),
  (grid) => clippedGrid(grid, { ijkMin: -8, ijkMax: 100 }),
  (grid) => {
    using mask = maskOf(grid, (row) => row % 3 !== 0);
    return prunedGrid(grid, mask);
  },
];

/** Compares the rows of the voxels of every new batch in the old one with brute force. */
function assertTied(
  context: Context,
  make: (grid: GridBatch) => GridBatch,
  lead: (voxel: Ijk) => Ijk,
  options: RowMapOptions = {},
): void {
  for (const lists of BATCHES) {
    using grid = build(context, lists, { origin: 2 });
    using made = make(grid);
    using rows = rowMap(made, grid, options);
    assertEquals([...rows.readSync()], tie(made, grid, lead));
  }
}

eachBackend("rows lead from new voxels to old ones at the same place", (context) => {
  for (const make of SAME_VOXEL) assertTied(context, make, (voxel) => voxel);
});

eachBackend("rows of refinedGrid() lead from the parts to the whole", (context) => {
  const factor = [2, 3, 1] as const;
  const lead = (voxel: Ijk): Ijk => coarsen([voxel], factor)[0] ?? voxel;
  const masked = (grid: GridBatch): GridBatch => {
    using mask = maskOf(grid, (row) => row % 2 === 1);
    return refinedGrid(grid, { factor, mask });
  };
  const whole = (grid: GridBatch): GridBatch => refinedGrid(grid, { factor });
  for (const make of [masked, whole]) assertTied(context, make, lead, { divisor: factor });
});

eachBackend("rows of coarsenedGrid() lead from the parts to the whole", (context) => {
  for (const factor of [1, 2, [3, 1, 5]] as const) {
    const by: Ijk = typeof factor === "number" ? [factor, factor, factor] : factor;
    for (const lists of BATCHES) {
      using grid = build(context, lists, { origin: 2 });
      using made = coarsenedGrid(grid, { factor });
      using rows = rowMap(grid, made, { divisor: factor });
      const expected = tie(grid, made, (voxel) => coarsen([voxel], by)[0] ?? voxel);
      assertEquals(expected.includes(-1n), false);
      assertEquals([...rows.readSync()], expected);
    }
  }
});

/** Kernels that are no larger than their strides along any axis. */
const APART: readonly (readonly [kernel: number | Ijk, stride: number | Ijk])[] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [1, 3],
  [2, 3],
  [2, 5],
  [[1, 2, 3], [2, 2, 7]],
  [[4, 1, 10], [5, 1, 12]],
];

/** How the fine voxels of a convolution lead to the coarse ones. */
function toCoarse(kernel: number | Ijk, stride: number | Ijk): RowMapOptions {
  const [a, b, c] = spread(kernel);
  const before = (extent: number): number => Math.floor((extent - 1) / 2);
  return { shift: [before(a), before(b), before(c)], divisor: stride, remainders: kernel };
}

/** For each fine voxel the row of the coarse voxel that has it among its taps, found tap by tap; -1 for none. */
function readers(
  fine: GridBatch,
  coarse: GridBatch,
  kernel: Ijk,
  stride: Ijk,
): bigint[] {
  const taps = boxOf([0, 0, 0], [kernel[0] - 1, kernel[1] - 1, kernel[2] - 1]);
  const place = (voxel: Ijk, tap: Ijk, axis: 0 | 1 | 2): number =>
    voxel[axis] * stride[axis] + tap[axis] - Math.floor((kernel[axis] - 1) / 2);
  const rows = readLists(coarse).map((list, b) => {
    const found = new Map<string, bigint>();
    list.forEach((voxel, row) => {
      for (const tap of taps) {
        const key = keyOf([place(voxel, tap, 0), place(voxel, tap, 1), place(voxel, tap, 2)]);
        assert(!found.has(key), "two voxels read one");
        found.set(key, (coarse.offsets[b] ?? 0n) + BigInt(row));
      }
    });
    return found;
  });
  return readLists(fine).flatMap((list, b) =>
    list.map((voxel) => rows[b]?.get(keyOf(voxel)) ?? -1n)
  );
}

eachBackend("rows of convGrid() lead from voxels to those that read them", (context) => {
  const ends: Lists = [[[INT32_MIN, 0, INT32_MAX], [INT32_MAX, INT32_MIN, -1]], SPREAD];
  for (const [kernel, stride] of APART) {
    for (const lists of [CLUSTERS, ends, ...BATCHES.slice(2)]) {
      using grid = build(context, lists);
      using made = convGrid(grid, { kernel, stride });
      using rows = rowMap(grid, made, toCoarse(kernel, stride));
      assertEquals([...rows.readSync()], readers(grid, made, spread(kernel), spread(stride)));
    }
  }
});

eachBackend("rows of convGrid() are -1 between the kernels, even beside a reader", (context) => {
  using grid = build(context, [[], [[0, 0, 2], [0, 0, 3], [0, 0, 4], [0, 0, 5], [0, 0, 6]]]);
  const options = { kernel: [1, 1, 2], stride: [1, 1, 4] } as const;
  using made = convGrid(grid, options);
  using rows = rowMap(grid, made, toCoarse(options.kernel, options.stride));
  // Taps are 4 c and 4 c + 1.
  assertEquals(readLists(made), [[], [[0, 0, 1]]]);
  assertEquals([...rows.readSync()], [-1n, -1n, 0n, 0n, -1n]);
});

eachBackend("rows of convTransposeGrid() lead from voxels to those that reach them", (context) => {
  for (const [kernel, stride] of APART) {
    for (const lists of [[SPREAD, [], [[7, -8, 9]] as const], CLUSTERS, ...BATCHES.slice(2)]) {
      using grid = build(context, lists);
      using made = convTransposeGrid(grid, { kernel, stride });
      using found = rowMap(made, grid, toCoarse(kernel, stride));
      const rows = [...found.readSync()];
      assertEquals(rows.includes(-1n), false);
      assertEquals(rows, readers(made, grid, spread(kernel), spread(stride)));
    }
  }
});

eachBackend("rows of mergedGridWithRows() lead to every source", (context) => {
  const [mixed = []] = BATCHES;
  const parts: readonly Lists[] = [
    mixed,
    mixed.map((list) => list.map(([i, j, k]): Ijk => [i + 1, j, k - 2])),
    mixed.map(() => []),
    mixed.toReversed(),
  ];
  for (const chosen of [[0], [0, 1], [2, 1], [2, 2], [3, 0, 2, 1], [1, 1]]) {
    scope((own) => {
      const sources = chosen.map((n, at) =>
        own(build(context, parts[n] ?? [], { voxelSize: at + 1 }))
      );
      const [first, ...others] = sources as [GridBatch, ...GridBatch[]];
      using same = mergedGrid(first, ...others);
      const merged = own(mergedGridWithRows(first, ...others));
      assertEquals(textOf(merged.grid), textOf(same));
      assertEquals(merged.grid.voxelSizes, first.voxelSizes);
      assertEquals(
        merged.rows.map((rows) => [...rows.readSync()]),
        sources.map((to) => tie(merged.grid, to, (voxel) => voxel)),
      );
    });
  }
});

eachBackend("mergedGridWithRows() takes batches without voxels and without grids", (context) => {
  for (const lists of BATCHES.slice(2)) {
    using none = build(context, lists);
    using merged = mergedGridWithRows(none, none);
    assertEquals(merged.grid.gridCount, lists.length);
    assertEquals(merged.rows.map(({ shape }) => shape), [[0], [0]]);
  }
});

eachBackend("what mergedGridWithRows() makes is disposed as one", (context) => {
  using grid = build(context, BATCHES[1] ?? []);
  const merged = mergedGridWithRows(grid, grid);
  assertEquals(merged.disposed, false);
  merged.rows[1]?.dispose();
  merged.grid.dispose();
  assertEquals(merged.disposed, false);
  merged.dispose();
  assertEquals([merged.disposed, ...merged.rows.map(({ disposed }) => disposed)], [
    true,
    true,
    true,
  ]);
  merged.dispose();
});

eachBackend("mergedGridWithRows() rejects what mergedGrid() rejects, by name", (context) => {
  using grid = build(context, BATCHES[1] ?? []);
  using more = build(context, BATCHES[2] ?? []);
  const start = "Cannot run mergedGridWithRows: ";
  const message = `${start}one batch has 1 grids, another 2`;
  assertEquals(assertThrows(() => mergedGridWithRows(grid, more), RangeError).message, message);
});
