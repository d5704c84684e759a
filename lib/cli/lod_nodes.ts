/**
 * Nodes of level-of-detail trees on their way to files.
 *
 * @module
 */

import type { Triple } from "../io/mod.ts";
import { type LodNode, lodPoints, type LodTree, lodVoxels } from "../lod/mod.ts";

/** Where a tree lies in the world. */
export interface LodFrame {
  /** Least corner of its cube. */
  readonly min: Triple;
  /** Length of an edge of the cube. */
  readonly edge: number;
  /** The cube has 2^bits units an axis. */
  readonly bits: number;
  /** Cells of an inner node on each axis. */
  readonly gridSize: number;
}

/** A node and what it holds. */
export interface LodContent {
  /** Level; 0 for the root. */
  readonly level: number;
  /** Cell of the level, below 2^level on each axis. */
  readonly cell: Triple;
  /** Whether it has children and voxels, or points. */
  readonly kind: "inner" | "leaf";
  /** Units of points from the corner of the cube, or cells of voxels in the node, [n, 3]. */
  readonly coordinates: Uint32Array<ArrayBuffer>;
  /** Red, green, blue, alpha, [n, 4]. */
  readonly colors: Uint8Array<ArrayBuffer>;
}

/** Takes the nodes of a tree, in any order, and writes files. */
export interface LodWriter {
  /** Takes a node. */
  write(node: LodContent): Promise<void>;
  /** Finishes the files; returns their bytes. */
  finish(): Promise<number>;
}

/** Reads a node's points or voxels back. */
export function contentOf(tree: LodTree, node: LodNode): LodContent {
  const { level, cell, kind, firstPoint, pointCount, firstVoxel, voxelCount } = node;
  const isLeaf = kind === "leaf";
  using columns = isLeaf
    ? lodPoints(tree, { first: firstPoint, count: pointCount })
    : lodVoxels(tree, { first: firstVoxel, count: voxelCount });
  const coordinates = new Uint32Array(columns.coordinates.readSync().buffer);
  if (isLeaf && tree.isWhole) {
    const { min } = tree.cube;
    for (let at = 0; at < coordinates.length; at++) {
      coordinates[at] = (coordinates[at] ?? 0) - (min[at % 3] ?? 0);
    }
  }
  return { level, cell, kind, coordinates, colors: columns.colors.readSync() };
}

/** The octants that lead from the root to a node, a digit each, such as "r07". */
export function octantPath(level: number, [x, y, z]: Triple): string {
  let path = "r";
  for (let bit = level - 1; bit >= 0; bit--) {
    path += (x >> bit & 1) << 2 | (y >> bit & 1) << 1 | (z >> bit & 1);
  }
  return path;
}
