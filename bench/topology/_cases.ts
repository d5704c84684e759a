/**
 * The operators on grids as the benchmarks run them, each with a count of its voxels by other means.
 *
 * @module
 */

import {
  clippedGrid,
  coarsenedGrid,
  convGrid,
  convTransposeGrid,
  dilatedGrid,
  dualGrid,
  erodedGrid,
  type GridBatch,
  mergedGrid,
  paddedGrid,
  prunedGrid,
  refinedGrid,
  type Tensor,
} from "../_api.ts";
import type { Operator } from "../_harness.ts";

/** What the operators are given. */
export interface CaseInput {
  /** The grids. */
  readonly grid: GridBatch;
  /** The same, three voxels further along x, one along y and two along z. */
  readonly shifted: GridBatch;
  /** Names every other voxel. */
  readonly mask: Tensor<"bool">;
}

/** An operator with its options. */
export interface Case {
  readonly operator: Operator;
  readonly name: string;
  readonly run: (input: CaseInput) => GridBatch;
  /** Bytes that it has to read beside the leaves of the grids; none when left out. */
  readonly alsoReads?: (input: CaseInput) => number;
  /** Counts the voxels of the result from those of one grid. */
  readonly count: (voxels: readonly Voxel[]) => number;
  /** What NanoVDB 32.9.2 takes on one H200, in milliseconds, by the number of voxels. */
  readonly peers: Readonly<Record<number, number>>;
}

/** A coordinate. */
export type Voxel = readonly [i: number, j: number, k: number];

/** Bytes of a leaf: 512 bits and where its rows begin. */
export const LEAF_BYTES = 80;

const REACH = 2 ** 16;

function keyOf([i, j, k]: Voxel): number {
  return ((i + REACH) * 2 * REACH + j + REACH) * 2 * REACH + k + REACH;
}

function countOf(voxels: Iterable<Voxel>): number {
  const keys = new Set<number>();
  for (const voxel of voxels) keys.add(keyOf(voxel));
  return keys.size;
}

function* moved(voxels: readonly Voxel[], offsets: readonly Voxel[]): Generator<Voxel> {
  for (const [i, j, k] of voxels) {
    for (const [a, b, c] of offsets) yield [i + a, j + b, k + c];
  }
}

function whole(voxels: readonly Voxel[], offsets: readonly Voxel[]): number {
  const keys = new Set(voxels.map(keyOf));
  return voxels.filter((voxel) => [...moved([voxel], offsets)].every((one) => keys.has(keyOf(one))))
    .length;
}

function box(low: number, high: number): Voxel[] {
  const list: Voxel[] = [];
  for (let i = low; i <= high; i++) {
    for (let j = low; j <= high; j++) for (let k = low; k <= high; k++) list.push([i, j, k]);
  }
  return list;
}

const CROSS: readonly Voxel[] = box(-1, 1).filter(([i, j, k]) => i * i + j * j + k * k <= 1);
const EVERYWHERE = { ijkMin: -(2 ** 31), ijkMax: 2 ** 31 - 1 };

/** The operators, the measured ones of the peer first. */
export const CASES: readonly Case[] = [
  {
    operator: dilatedGrid,
    name: "dilate 6",
    run: ({ grid }) => dilatedGrid(grid, { neighbors: 6 }),
    count: (voxels) => countOf(moved(voxels, CROSS)),
    peers: { 66819: 1.10, 667922: 1.20, 6679728: 1.66 },
  },
  {
    operator: dilatedGrid,
    name: "dilate 26",
    run: ({ grid }) => dilatedGrid(grid),
    count: (voxels) => countOf(moved(voxels, box(-1, 1))),
    peers: { 66819: 1.17, 667922: 1.36, 6679728: 2.66 },
  },
  {
    operator: coarsenedGrid,
    name: "coarsen 2",
    run: ({ grid }) => coarsenedGrid(grid, { factor: 2 }),
    count: (voxels) => countOf(voxels.map(([i, j, k]) => [i >> 1, j >> 1, k >> 1])),
    peers: { 66819: 0.88, 667922: 0.97, 6679728: 1.05 },
  },
  {
    operator: refinedGrid,
    name: "refine 2",
    run: ({ grid }) => refinedGrid(grid, { factor: 2 }),
    count: (voxels) => voxels.length * 8,
    peers: { 66819: 1.08, 667922: 1.21, 6679728: 1.98 },
  },
  {
    operator: prunedGrid,
    name: "prune half",
    run: ({ grid, mask }) => prunedGrid(grid, mask),
    alsoReads: ({ mask }) => mask.length,
    count: (voxels) => Math.floor(voxels.length / 2),
    peers: { 66819: 0.81, 667922: 0.92, 6679728: 1.17 },
  },
  {
    operator: mergedGrid,
    name: "merge two",
    run: ({ grid, shifted }) => mergedGrid(grid, shifted),
    alsoReads: ({ shifted }) => shifted.counts.leaves * LEAF_BYTES,
    count: (voxels) => countOf(moved(voxels, [[0, 0, 0], [3, 1, 2]])),
    peers: { 66819: 0.93, 667922: 1.11, 6679728: 1.76 },
  },
  {
    operator: erodedGrid,
    name: "erode 26",
    run: ({ grid }) => erodedGrid(grid),
    count: (voxels) => whole(voxels, box(-1, 1)),
    peers: {},
  },
  {
    operator: dualGrid,
    name: "dual",
    run: ({ grid }) => dualGrid(grid),
    count: (voxels) => countOf(moved(voxels, box(0, 1))),
    peers: {},
  },
  {
    operator: paddedGrid,
    name: "pad [-2, 1]",
    run: ({ grid }) => paddedGrid(grid, { ijkMin: -2, ijkMax: 1 }),
    count: (voxels) => countOf(moved(voxels, box(-2, 1))),
    peers: {},
  },
  {
    operator: clippedGrid,
    name: "clip to half",
    run: ({ grid }) => clippedGrid(grid, { ...EVERYWHERE, ijkMax: [0, 2 ** 31 - 1, 2 ** 31 - 1] }),
    count: (voxels) => voxels.filter(([i]) => i <= 0).length,
    peers: {},
  },
  {
    operator: convGrid,
    name: "conv k3 s2",
    run: ({ grid }) => convGrid(grid, { kernel: 3, stride: 2 }),
    count: (voxels) =>
      countOf(
        [...moved(voxels, box(-1, 1))].flatMap(([i, j, k]): Voxel[] =>
          (i | j | k) & 1 ? [] : [[i >> 1, j >> 1, k >> 1]]
        ),
      ),
    peers: {},
  },
  {
    operator: convTransposeGrid,
    name: "conv transpose k2 s2",
    run: ({ grid }) => convTransposeGrid(grid, { kernel: 2, stride: 2 }),
    count: (voxels) => voxels.length * 8,
    peers: {},
  },
];
