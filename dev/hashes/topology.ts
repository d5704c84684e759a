/**
 * Rows of operators that make grids from grids.
 *
 * @module
 */
import type { GridBatch, Tensor } from "../../lib/core/mod.ts";
import { rowMap, type RowMapOptions } from "../../lib/query/mod.ts";
import * as topology from "../../lib/topology/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { type Family, type Row, rows } from "./_table.ts";

const {
  clippedGrid,
  coarsenedGrid,
  convGrid,
  convTransposeGrid,
  dilatedGrid,
  dualGrid,
  erodedGrid,
  mergedGrid,
  mergedGridWithRows,
  paddedGrid,
  prunedGrid,
  refinedGrid,
} = topology;

/** A batch and rows, hashed as results of this kind are. */
class GridWithRows implements Disposable {
  readonly grid: GridBatch;
  readonly rows: Tensor<"i64">;

  constructor(grid: GridBatch, rows: Tensor<"i64">) {
    this.grid = grid;
    this.rows = rows;
  }

  [Symbol.dispose](): void {
    this.grid.dispose();
    this.rows.dispose();
  }
}

/** A new batch, with the rows of another for its voxels. */
function same(made: GridBatch, from: GridBatch, options?: RowMapOptions): GridWithRows {
  return new GridWithRows(made, rowMap(made, from, options));
}

/** A coarse batch, with its rows for the voxels of a fine one. */
function toCoarse(fine: GridBatch, made: GridBatch, options: RowMapOptions): GridWithRows {
  return new GridWithRows(made, rowMap(fine, made, options));
}

function topologyRows(inputs: Inputs): Row[] {
  const { ball, batch, none } = inputs;
  return [
    ...rows("topology/clip", clippedGrid, {
      "ball": () => clippedGrid(ball, { ijkMin: [-9, -30, 2], ijkMax: [30, 11, 21] }),
      "batch, rows": () => same(clippedGrid(batch, { ijkMin: -10, ijkMax: [3, 4, 5] }), batch),
      "empty": () => clippedGrid(none, { ijkMin: 0, ijkMax: 9 }),
    }),
    ...rows("topology/coarsen", coarsenedGrid, {
      "ball by 2": () => coarsenedGrid(ball, { factor: 2 }),
      "batch by 3, 1, 5, rows": () =>
        toCoarse(batch, coarsenedGrid(batch, { factor: [3, 1, 5] }), { divisor: [3, 1, 5] }),
      "empty": () => coarsenedGrid(none, { factor: 2 }),
    }),
    ...rows("topology/conv", convGrid, {
      "ball 3": () => convGrid(ball, { kernel: 3 }),
      "ball 2 stride 2, rows": () =>
        toCoarse(ball, convGrid(ball, { kernel: 2, stride: 2 }), { divisor: 2 }),
      "batch 3, 1, 5": () => convGrid(batch, { kernel: [3, 1, 5] }),
      "empty": () => convGrid(none, { kernel: 3 }),
    }),
    ...rows("topology/transposed conv", convTransposeGrid, {
      "ball 3": () => convTransposeGrid(ball, { kernel: 3 }),
      "batch 2 stride 2, rows": () =>
        same(convTransposeGrid(batch, { kernel: 2, stride: 2 }), batch, { divisor: 2 }),
      "empty": () => convTransposeGrid(none, { kernel: 3 }),
    }),
    ...rows("topology/dilate", dilatedGrid, {
      "ball": () => dilatedGrid(ball),
      "ball 6 neighbors by 2": () => dilatedGrid(ball, { neighbors: 6, radius: 2 }),
      "batch 18 neighbors, rows": () => same(dilatedGrid(batch, { neighbors: 18 }), batch),
      "empty": () => dilatedGrid(none),
    }),
    ...rows("topology/dual", dualGrid, {
      "ball": () => dualGrid(ball),
      "batch, without border, rows": () => same(dualGrid(batch, { excludeBorder: true }), batch),
      "empty": () => dualGrid(none),
    }),
    ...rows("topology/erode", erodedGrid, {
      "ball": () => erodedGrid(ball),
      "ball 6 neighbors": () => erodedGrid(ball, { neighbors: 6 }),
      "batch box, rows": () =>
        same(erodedGrid(batch, { ijkMin: [0, -1, 0], ijkMax: [1, 0, 0] }), batch),
      "empty": () => erodedGrid(none),
    }),
    ...rows("topology/merge", mergedGrid, {
      "ball and its dilation": (own) =>
        mergedGrid(ball, own(clippedGrid(ball, { ijkMin: 0, ijkMax: 40 })), ball),
      "batch": (own) => mergedGrid(batch, own(dilatedGrid(batch, { neighbors: 6 }))),
      "empty": () => mergedGrid(none, ball),
    }),
    ...rows("topology/merge with rows", mergedGridWithRows, {
      "batch": (own) => mergedGridWithRows(batch, own(dualGrid(batch))),
    }),
    ...rows("topology/pad", paddedGrid, {
      "ball": () => paddedGrid(ball, { ijkMin: [-1, 0, -2], ijkMax: [1, 3, 0] }),
      "batch, rows": () => same(paddedGrid(batch, { ijkMin: -1, ijkMax: 1 }), batch),
      "ball, without border": () => paddedGrid(ball, { ijkMin: 0, ijkMax: 1, excludeBorder: true }),
      "empty": () => paddedGrid(none, { ijkMin: -1, ijkMax: 1 }),
    }),
    ...rows("topology/prune", prunedGrid, {
      "ball": () => prunedGrid(ball, inputs.mask()),
      "batch, rows": () => same(prunedGrid(batch, inputs.mask(batch)), batch),
      "empty": () => prunedGrid(none, inputs.numbers("bool", [0])),
    }),
    ...rows("topology/refine", refinedGrid, {
      "ball by 2": () => refinedGrid(ball, { factor: 2 }),
      "ball masked by 3, 1, 2": () => refinedGrid(ball, { factor: [3, 1, 2], mask: inputs.mask() }),
      "batch by 2, rows": () => same(refinedGrid(batch, { factor: 2 }), batch, { divisor: 2 }),
      "empty": () => refinedGrid(none, { factor: 2 }),
    }),
  ];
}

/** Grids from grids. */
export const TOPOLOGY: Family = { name: "topology", exported: topology, rows: topologyRows };
