/**
 * Rows of operators that make grids from grids.
 *
 * @module
 */
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

function topologyRows(inputs: Inputs): Row[] {
  const { ball, batch, none } = inputs;
  return [
    ...rows("topology/clip", clippedGrid, {
      "ball": () => clippedGrid(ball, { ijkMin: [-9, -30, 2], ijkMax: [30, 11, 21] }),
      "batch, rows": () => clippedGrid(batch, { ijkMin: -10, ijkMax: [3, 4, 5], rows: true }),
      "empty": () => clippedGrid(none, { ijkMin: 0, ijkMax: 9 }),
    }),
    ...rows("topology/coarsen", coarsenedGrid, {
      "ball by 2": () => coarsenedGrid(ball, { factor: 2 }),
      "batch by 3, 1, 5, rows": () => coarsenedGrid(batch, { factor: [3, 1, 5], rows: true }),
      "empty": () => coarsenedGrid(none, { factor: 2 }),
    }),
    ...rows("topology/conv", convGrid, {
      "ball 3": () => convGrid(ball, { kernel: 3 }),
      "ball 2 stride 2, rows": () => convGrid(ball, { kernel: 2, stride: 2, rows: true }),
      "batch 3, 1, 5": () => convGrid(batch, { kernel: [3, 1, 5] }),
      "empty": () => convGrid(none, { kernel: 3 }),
    }),
    ...rows("topology/transposed conv", convTransposeGrid, {
      "ball 3": () => convTransposeGrid(ball, { kernel: 3 }),
      "batch 2 stride 2, rows": () =>
        convTransposeGrid(batch, { kernel: 2, stride: 2, rows: true }),
      "empty": () => convTransposeGrid(none, { kernel: 3 }),
    }),
    ...rows("topology/dilate", dilatedGrid, {
      "ball": () => dilatedGrid(ball),
      "ball 6 neighbors by 2": () => dilatedGrid(ball, { neighbors: 6, radius: 2 }),
      "batch 18 neighbors, rows": () => dilatedGrid(batch, { neighbors: 18, rows: true }),
      "empty": () => dilatedGrid(none),
    }),
    ...rows("topology/dual", dualGrid, {
      "ball": () => dualGrid(ball),
      "batch, without border, rows": () => dualGrid(batch, { excludeBorder: true, rows: true }),
      "empty": () => dualGrid(none),
    }),
    ...rows("topology/erode", erodedGrid, {
      "ball": () => erodedGrid(ball),
      "ball 6 neighbors": () => erodedGrid(ball, { neighbors: 6 }),
      "batch box, rows": () => erodedGrid(batch, { min: [0, -1, 0], max: [1, 0, 0], rows: true }),
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
      "ball": () => paddedGrid(ball, { min: [-1, 0, -2], max: [1, 3, 0] }),
      "batch, rows": () => paddedGrid(batch, { min: -1, max: 1, rows: true }),
      "ball, without border": () => paddedGrid(ball, { min: 0, max: 1, excludeBorder: true }),
      "empty": () => paddedGrid(none, { min: -1, max: 1 }),
    }),
    ...rows("topology/prune", prunedGrid, {
      "ball": () => prunedGrid(ball, inputs.mask()),
      "batch, rows": () => prunedGrid(batch, inputs.mask(batch), { rows: true }),
      "empty": () => prunedGrid(none, inputs.numbers("bool", [0])),
    }),
    ...rows("topology/refine", refinedGrid, {
      "ball by 2": () => refinedGrid(ball, { factor: 2 }),
      "ball masked by 3, 1, 2": () => refinedGrid(ball, { factor: [3, 1, 2], mask: inputs.mask() }),
      "batch by 2, rows": () => refinedGrid(batch, { factor: 2, rows: true }),
      "empty": () => refinedGrid(none, { factor: 2 }),
    }),
  ];
}

/** Grids from grids. */
export const TOPOLOGY: Family = { name: "topology", exported: topology, rows: topologyRows };
