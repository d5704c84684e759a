/**
 * Boxes around, in and beside the voxels of the tests' batch.
 *
 * @module
 */

import type { IjkTriple } from "../../lib/inject/mod.ts";
import { type Ijk, keyOf } from "../grid/_oracle.ts";
import { LISTS, rowTables, sizeOf } from "./_features.ts";

/** Where boxes lie. */
export interface Box {
  readonly name: string;
  readonly origin: IjkTriple | readonly IjkTriple[];
  readonly size: IjkTriple;
}

/** Boxes of odd sizes, per grid or for all. */
export const BOXES: readonly Box[] = [
  { name: "around all voxels", origin: [-6, -10, -7], size: [19, 20, 17] },
  { name: "through the voxels", origin: [-3, 0, -7], size: [7, 3, 10] },
  { name: "of one cell", origin: [0, 0, 0], size: [1, 1, 1] },
  { name: "beside all voxels", origin: [100, 0, 0], size: [3, 4, 5] },
  {
    name: "for each grid",
    origin: [[-5, -6, -4], [0, 0, 0], [9, -9, 1]],
    size: [4, 9, 11],
  },
];

/** The voxel of cell (0, 0, 0) of grid b. */
export function originOf(origin: Box["origin"], b: number): Ijk {
  const [first] = origin;
  return typeof first === "number" ? origin as IjkTriple : (origin as readonly IjkTriple[])[b] ?? [
    NaN,
    NaN,
    NaN,
  ];
}

/** The row of each cell of all boxes, or -1, z fastest. */
export function rowsOfCells({ origin, size }: Box): number[] {
  const tables = rowTables(LISTS);
  return tables.flatMap((rows, b) => {
    const [i, j, k] = originOf(origin, b);
    return Array.from({ length: sizeOf(size) }, (_, cell) => {
      const z = cell % size[2];
      const y = Math.floor(cell / size[2]) % size[1];
      const x = Math.floor(cell / (size[2] * size[1]));
      return rows.get(keyOf([i + x, j + y, k + z])) ?? -1;
    });
  });
}

/** Indices of elements with channels last, brought to the order with channels first. */
export function toPlanes(indices: readonly number[], grids: number, channels: number): number[] {
  const cells = indices.length / grids / channels;
  return Array.from({ length: indices.length }, (_, at) => {
    const cell = at % cells;
    const channel = Math.floor(at / cells) % channels;
    const b = Math.floor(at / (cells * channels));
    return indices[(b * cells + cell) * channels + channel] ?? NaN;
  });
}
