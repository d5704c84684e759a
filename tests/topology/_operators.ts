/**
 * Every operator on grids with some options, both ways of calling it.
 *
 * @module
 */

import {
  concatenateGrids,
  concatenateGridsAsync,
  selectGrids,
  selectGridsAsync,
} from "../../lib/grid/mod.ts";
import {
  clippedGrid,
  clippedGridAsync,
  coarsenedGridAsync,
  convGrid,
  convGridAsync,
  convTransposeGrid,
  convTransposeGridAsync,
  dilatedGridAsync,
  dualGrid,
  dualGridAsync,
  erodedGrid,
  erodedGridAsync,
  mergedGridAsync,
  paddedGrid,
  paddedGridAsync,
  prunedGridAsync,
  refinedGridAsync,
} from "../../lib/topology/mod.ts";
import {
  coarsenedGrid,
  dilatedGrid,
  type GridBatch,
  mergedGrid,
  prunedGrid,
  refinedGrid,
} from "../../mod.ts";
import { maskOf } from "./_masks.ts";

/** An operator in both ways; each call makes new grids, which the caller owns. */
export interface Operator {
  /** Name of the function, under which errors appear. */
  readonly name: string;
  readonly sync: (grid: GridBatch) => GridBatch;
  readonly async: (grid: GridBatch) => Promise<GridBatch>;
}

/** Keeps two voxels of three. */
const KEEP = (row: number): boolean => row % 3 !== 0;

/** Names an operator in both ways. */
function operator<Options>(
  sync: (grid: GridBatch, options: Options) => GridBatch,
  async: (grid: GridBatch, options: Options) => Promise<GridBatch>,
  options: Options,
): Operator {
  return {
    name: sync.name,
    sync: (grid) => sync(grid, options),
    async: (grid) => async(grid, options),
  };
}

/** The operators that work on each grid for itself. */
export const OPERATORS: readonly Operator[] = [
  operator(coarsenedGrid, coarsenedGridAsync, { factor: [2, 3, 1] as const }),
  operator(refinedGrid, refinedGridAsync, { factor: 2 }),
  {
    name: "refinedGrid",
    sync: (grid) => {
      using mask = maskOf(grid, KEEP);
      return refinedGrid(grid, { factor: [1, 2, 1], mask });
    },
    async: (grid) => {
      // The mask may go while the call is under way.
      using mask = maskOf(grid, KEEP);
      return refinedGridAsync(grid, { factor: [1, 2, 1], mask });
    },
  },
  operator(dualGrid, dualGridAsync, {}),
  operator(dualGrid, dualGridAsync, { excludeBorder: true }),
  operator(paddedGrid, paddedGridAsync, { ijkMin: -1, ijkMax: [0, 1, 2] as const }),
  operator(paddedGrid, paddedGridAsync, {
    ijkMin: 0,
    ijkMax: [0, 0, 1] as const,
    excludeBorder: true,
  }),
  operator(dilatedGrid, dilatedGridAsync, { neighbors: 6 } as const),
  operator(dilatedGrid, dilatedGridAsync, { radius: 2, neighbors: 18 } as const),
  operator(dilatedGrid, dilatedGridAsync, {}),
  operator(erodedGrid, erodedGridAsync, { neighbors: 6 } as const),
  operator(erodedGrid, erodedGridAsync, { ijkMin: -1, ijkMax: 0 }),
  {
    name: "mergedGrid",
    sync: (grid) => {
      using shifted = dualGrid(grid);
      return mergedGrid(grid, shifted, grid);
    },
    async: (grid) => {
      using shifted = dualGrid(grid);
      return mergedGridAsync(grid, shifted, grid);
    },
  },
  {
    name: "prunedGrid",
    sync: (grid) => {
      using mask = maskOf(grid, KEEP);
      return prunedGrid(grid, mask);
    },
    async: (grid) => {
      using mask = maskOf(grid, KEEP);
      return prunedGridAsync(grid, mask);
    },
  },
  operator(clippedGrid, clippedGridAsync, { ijkMin: -8, ijkMax: 100 }),
  operator(convGrid, convGridAsync, { kernel: 3, stride: 2 }),
  operator(convTransposeGrid, convTransposeGridAsync, { kernel: [2, 3, 1] as const, stride: 2 }),
];

/** The operators that choose among whole grids. */
export const CHOOSERS: readonly Operator[] = [
  operator(selectGrids, selectGridsAsync, { step: -1 }),
  {
    name: "concatenateGrids",
    sync: (grid) => concatenateGrids([grid, grid]),
    async: (grid) => concatenateGridsAsync([grid, grid]),
  },
];
