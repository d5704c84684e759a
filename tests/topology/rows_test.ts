import { assertEquals } from "@std/assert";
import {
  clippedGrid,
  coarsenedGrid,
  type Context,
  dilatedGrid,
  dualGrid,
  erodedGrid,
  type GridBatch,
  type GridWithRows,
  paddedGrid,
  prunedGrid,
  refinedGrid,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { build, readLists, textOf } from "../grid/_grids.ts";
import { type Ijk, keyOf } from "../grid/_oracle.ts";
import { BATCHES } from "./_batches.ts";
import { maskOf } from "./_masks.ts";
import { coarsen } from "./_oracle.ts";

/** For each voxel of one batch, the row over another batch of the voxel that it leads to, or -1. */
function tie(from: GridBatch, to: GridBatch, lead: (voxel: Ijk) => Ijk): bigint[] {
  const rows = readLists(to).map((list, b) =>
    new Map(list.map((voxel, row) => [keyOf(voxel), (to.offsets[b] ?? 0n) + BigInt(row)]))
  );
  return readLists(from).flatMap((list, b) =>
    list.map((voxel) => rows[b]?.get(keyOf(lead(voxel))) ?? -1n)
  );
}

interface Case {
  readonly plain: (grid: GridBatch) => GridBatch;
  readonly withRows: (grid: GridBatch) => GridWithRows;
}

const SAME_VOXEL: readonly Case[] = [
  {
    plain: (grid) => dualGrid(grid),
    withRows: (grid) => dualGrid(grid, { rows: true }),
  },
  {
    plain: (grid) => dualGrid(grid, { excludeBorder: true }),
    withRows: (grid) => dualGrid(grid, { excludeBorder: true, rows: true }),
  },
  {
    plain: (grid) => paddedGrid(grid, { min: -1, max: [0, 2, 0] }),
    withRows: (grid) => paddedGrid(grid, { min: -1, max: [0, 2, 0], rows: true }),
  },
  {
    plain: (grid) => dilatedGrid(grid, { neighbors: 18 }),
    withRows: (grid) => dilatedGrid(grid, { neighbors: 18, rows: true }),
  },
  {
    plain: (grid) => erodedGrid(grid, { neighbors: 6 }),
    withRows: (grid) => erodedGrid(grid, { neighbors: 6, rows: true }),
  },
  {
    plain: (grid) => erodedGrid(grid, { min: 0, max: 1 }),
    withRows: (grid) => erodedGrid(grid, { min: 0, max: 1, rows: true }),
  },
  {
    plain: (grid) => clippedGrid(grid, { ijkMin: -8, ijkMax: 100 }),
    withRows: (grid) => clippedGrid(grid, { ijkMin: -8, ijkMax: 100, rows: true }),
  },
  {
    plain: (grid) => {
      using mask = maskOf(grid, (row) => row % 3 !== 0);
      return prunedGrid(grid, mask);
    },
    withRows: (grid) => {
      using mask = maskOf(grid, (row) => row % 3 !== 0);
      return prunedGrid(grid, mask, { rows: true });
    },
  },
];

/** Compares grids and rows of one way with the grid of the other and brute force. */
function assertTied(
  context: Context,
  { plain, withRows }: Case,
  expect: (grid: GridBatch, made: GridBatch) => bigint[],
): void {
  for (const lists of BATCHES) {
    using grid = build(context, lists, { origin: 2 });
    using made = withRows(grid);
    using same = plain(grid);
    assertEquals(textOf(made.grid), textOf(same));
    assertEquals(made.grid.origins, same.origins);
    assertEquals([...made.rows.readSync()], expect(grid, made.grid));
  }
}

eachBackend("rows lead from new voxels to old ones at the same place", (context) => {
  for (const one of SAME_VOXEL) {
    assertTied(context, one, (grid, made) => tie(made, grid, (voxel) => voxel));
  }
});

eachBackend("rows of refinedGrid() lead from the parts to the whole", (context) => {
  const factor = [2, 3, 1] as const;
  const lead = (voxel: Ijk): Ijk => coarsen([voxel], factor)[0] ?? voxel;
  const masked: Case = {
    plain: (grid) => {
      using mask = maskOf(grid, (row) => row % 2 === 1);
      return refinedGrid(grid, { factor, mask });
    },
    withRows: (grid) => {
      using mask = maskOf(grid, (row) => row % 2 === 1);
      return refinedGrid(grid, { factor, mask, rows: true });
    },
  };
  const whole: Case = {
    plain: (grid) => refinedGrid(grid, { factor }),
    withRows: (grid) => refinedGrid(grid, { factor, rows: true }),
  };
  for (const one of [masked, whole]) {
    assertTied(context, one, (grid, made) => tie(made, grid, lead));
  }
});

eachBackend("rows of coarsenedGrid() lead from the parts to the whole", (context) => {
  for (const factor of [1, 2, [3, 1, 5]] as const) {
    const by: Ijk = typeof factor === "number" ? [factor, factor, factor] : factor;
    assertTied(context, {
      plain: (grid) => coarsenedGrid(grid, { factor }),
      withRows: (grid) => coarsenedGrid(grid, { factor, rows: true }),
    }, (grid, made) => {
      const rows = tie(grid, made, (voxel) => coarsen([voxel], by)[0] ?? voxel);
      assertEquals(rows.includes(-1n), false);
      return rows;
    });
  }
});

eachBackend("operators that fail to make rows leave no grid behind", async (context) => {
  using grid = build(context, BATCHES[1] ?? []);
  for (const { withRows } of SAME_VOXEL) {
    using made = await failEachAllocation(context, () => withRows(grid));
    assertEquals(made.rows.shape, [made.grid.numVoxels]);
  }
  using coarse = await failEachAllocation(
    context,
    () => coarsenedGrid(grid, { factor: 2, rows: true }),
  );
  assertEquals(coarse.rows.shape, [grid.numVoxels]);
});
