/**
 * The batches that operators on grids are tried on, and the comparison with what brute force says.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Context, GridBatch } from "../../mod.ts";
import { assertGrids, build, type Lists } from "../grid/_grids.ts";
import { type Ijk, randomInt, randomSource, type Triple } from "../grid/_oracle.ts";
import { boxOf } from "./_oracle.ts";

/** Where leaves, lower nodes and tiles begin, on either side of 0. */
const BORDERS: readonly number[] = [-4096, -128, -8, 0, 8, 128, 4096];

/** Voxels scattered around the borders of nodes. */
export function borderVoxels(seed: number, count: number): Ijk[] {
  const random = randomSource(seed);
  const one = (): number =>
    (BORDERS[randomInt(random, 0, BORDERS.length - 1)] ?? 0) + randomInt(random, -2, 1);
  return Array.from({ length: count }, (): Ijk => [one(), one(), one()]);
}

/** A box with holes, around a corner of nodes. */
export function cluster(seed: number, [i, j, k]: Ijk, holes = 0.03): Ijk[] {
  const random = randomSource(seed);
  return boxOf([i - 4, j - 3, k - 3], [i + 2, j + 3, k + 3]).filter(() => random() >= holes);
}

const MIXED: Lists = [
  borderVoxels(1, 60),
  [],
  [...cluster(2, [0, 0, 0]), ...cluster(3, [-128, 8, 127])],
  [[-1, 4095, -4097]],
  [],
  [...cluster(4, [4096, -4096, 4], 0), ...borderVoxels(5, 20)],
];

/** Batches with many grids, one grid, no voxels and no grids. */
export const BATCHES: readonly Lists[] = [
  MIXED,
  [cluster(6, [8, -8, 0], 0.3)],
  [[], []],
  [],
];

/** Edge lengths that differ from grid to grid. */
export function sizesOf(gridCount: number): Triple[] {
  return Array.from({ length: gridCount }, (_, b): Triple => [0.1 * (b + 1), 0.3, 1 / (b + 3)]);
}

/** Origins that differ from grid to grid. */
export function originsOf(gridCount: number): Triple[] {
  return Array.from({ length: gridCount }, (_, b): Triple => [0.7 * b, -1000.1, b + 0.05]);
}

/** Builds a batch with transforms of its own for each grid. */
export function buildPlaced(context: Context, lists: Lists): GridBatch {
  return build(context, lists, {
    voxelSize: sizesOf(lists.length),
    origin: originsOf(lists.length),
  });
}

/** An operator and what it means. */
export interface Claim {
  /** The operator on a batch. */
  readonly operate: (grid: GridBatch) => GridBatch;
  /** Its meaning for the voxels of one grid. */
  readonly voxels: (list: readonly Ijk[], b: number) => readonly Ijk[];
  /** Its meaning for size and origin along one axis; left out when they stay. */
  readonly place?: (size: number, origin: number, axis: number) => readonly [number, number];
  /** The batches to try it on. */
  readonly batches?: readonly Lists[];
}

/** Compares an operator with its meaning, on every batch. */
export function assertClaim(
  context: Context,
  { operate, voxels, place = (size, origin) => [size, origin], batches = BATCHES }: Claim,
): void {
  for (const lists of batches) {
    using grid = buildPlaced(context, lists);
    using result = operate(grid);
    assertGrids(result, lists.map(voxels));
    const places = [...grid.origins].map((origin, at) =>
      place(grid.voxelSizes[at] ?? NaN, origin, at % 3)
    );
    assertEquals([...result.voxelSizes], places.map(([size]) => size));
    assertEquals([...result.origins], places.map(([, origin]) => origin));
    assertGrids(grid, lists);
  }
}
