/**
 * Batches of grids for tests: built from lists of coordinates, read back, and compared with brute force.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { GridFromIjkOptions } from "../../lib/grid/mod.ts";
import { type Context, type GridBatch, gridFromIjk, gridIjk, jaggedFromList } from "../../mod.ts";
import { assertBits } from "../_compare.ts";
import { boundsOf, canonical, countNodes, flatten, type Ijk, triples } from "./_oracle.ts";

/** The voxels of each grid of a batch. */
export type Lists = readonly (readonly Ijk[])[];

/** Builds a grid of each list. */
export function build(context: Context, lists: Lists, options?: GridFromIjkOptions): GridBatch {
  using ijk = jaggedFromList(lists.map(flatten), { context, dtype: "i32", shape: [3] });
  return gridFromIjk(ijk, options);
}

/** Reads the coordinates of all voxels, grid after grid. */
export function read(grid: GridBatch): Ijk[] {
  using ijk = gridIjk(grid);
  return triples(ijk.data.readSync());
}

/** Reads the coordinates of the voxels of each grid. */
export function readLists(grid: GridBatch): Ijk[][] {
  const all = read(grid);
  return Array.from(
    { length: grid.gridCount },
    (_, b) => all.slice(Number(grid.offsets[b]), Number(grid.offsets[b + 1])),
  );
}

/** All coordinates of a batch and where each grid begins, as text that is quick to compare. */
export function textOf(grid: GridBatch): string {
  using ijk = gridIjk(grid);
  return `${grid.offsets}: ${ijk.data.readSync()}`;
}

/** Compares a whole batch with what brute force says of it. */
export function assertGrids(grid: GridBatch, lists: Lists): void {
  const expected = lists.map(canonical);
  assertBits(flatten(read(grid)), flatten(expected.flat()));
  assertEquals(grid.gridCount, lists.length);
  assertEquals([...grid.voxelCounts], expected.map((list) => list.length));
  const offsets = [0];
  for (const list of expected) offsets.push((offsets.at(-1) ?? 0) + list.length);
  assertEquals(grid.numVoxels, offsets.at(-1));
  assertEquals([...grid.offsets].map(Number), offsets);
  assertEquals([...grid.bboxes], expected.flatMap(boundsOf));
  lists.forEach((list, b) => assertEquals([...grid.bbox(b)], boundsOf(list)));
  const nodes = (log2: number): number =>
    expected.reduce((sum, list) => sum + countNodes(list, log2), 0);
  const { bytes, ...counts } = grid.counts;
  assertEquals(counts, {
    grids: lists.length,
    voxels: grid.numVoxels,
    leaves: nodes(3),
    lowers: nodes(7),
    uppers: nodes(12),
  });
  // A leaf needs 64 bytes of mask at least, so no grid can be smaller than that.
  assert(bytes >= 64 * counts.leaves);
}
