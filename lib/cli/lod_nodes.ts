/**
 * Nodes of level-of-detail trees on their way to files.
 *
 * @module
 */

import type { PointAttribute, PointTile, PointValues, Triple } from "../io/mod.ts";
import { type LodNode, lodPoints, lodRows, type LodTree, lodVoxels } from "../lod/mod.ts";

/** Names of what tiles are written as. */
export const TILE_NAMES: readonly string[] = ["tileset.json", "tiles"];

/** Names of what Potree's points are written as. */
export const POTREE_NAMES: readonly string[] = ["metadata.json", "hierarchy.bin", "octree.bin"];

/** Names of what one compact file is written as. */
export const DVLOD_NAMES: readonly string[] = ["cloud.dvlod"];

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
export interface LodContent extends Pick<PointTile, "intensities" | "classifications"> {
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
  /** What else is known of the points of a leaf. */
  readonly attributes?: readonly PointAttribute[];
  /** The same as records. */
  readonly extras?: Uint8Array<ArrayBuffer>;
}

/** Takes the nodes of a tree, in any order, and writes files. */
export interface LodWriter extends Disposable {
  /** Takes a node. */
  write(node: LodContent): Promise<void>;
  /** Finishes the files; returns their bytes. */
  finish(): Promise<number>;
}

/**
 * Reads a node's points or voxels back, and attributes of points.
 *
 * @param tree The tree; with rows if there are attributes.
 * @param node One of its nodes.
 * @param columns Attributes by row of the input.
 * @returns What the node holds.
 */
export function contentOf(
  tree: LodTree,
  node: LodNode,
  columns: readonly PointAttribute[],
): LodContent {
  const { level, cell, kind, firstPoint, pointCount, firstVoxel, voxelCount } = node;
  const isLeaf = kind === "leaf";
  using own = isLeaf
    ? lodPoints(tree, { first: firstPoint, count: pointCount })
    : lodVoxels(tree, { first: firstVoxel, count: voxelCount });
  const coordinates = new Uint32Array(own.coordinates.readSync().buffer);
  if (isLeaf && tree.isWhole) {
    const { min } = tree.cube;
    for (let at = 0; at < coordinates.length; at++) {
      coordinates[at] = (coordinates[at] ?? 0) - (min[at % 3] ?? 0);
    }
  }
  const content = { level, cell, kind, coordinates, colors: own.colors.readSync() };
  if (!isLeaf || columns.length === 0) return content;
  using column = lodRows(tree, { first: firstPoint, count: pointCount });
  // Clouds in memory have fewer than 2^32 points: the lower words tell all.
  const rows = new Uint32Array(column.readSync().buffer).filter((_, at) => at % 2 === 0);
  return { ...content, attributes: columns.map((all) => takeRows(all, rows)) };
}

/** The octants that lead from the root to a node, a digit each, such as "r07". */
export function octantPath(level: number, [x, y, z]: Triple): string {
  let path = "r";
  for (let bit = level - 1; bit >= 0; bit--) {
    path += (x >> bit & 1) << 2 | (y >> bit & 1) << 1 | (z >> bit & 1);
  }
  return path;
}

function takeRows({ name, values, width }: PointAttribute, rows: Uint32Array): PointAttribute {
  const type = values.constructor as new (length: number) => PointValues;
  const out = new type(rows.length * width);
  let at = 0;
  for (const row of rows) {
    for (let k = 0; k < width; k++) out[at++] = values[row * width + k] ?? 0;
  }
  return { name, values: out, width };
}

/** Writes all bytes, however many calls it takes. */
export function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

/** Writes bytes while others are made. */
export class WriteBehind implements AsyncDisposable {
  readonly #file: Deno.FsFile;
  #writing: Promise<void> = Promise.resolve();

  /** Writes to a file that is open until this is disposed. */
  constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  /**
   * Begins to write when what came before is written.
   *
   * @param bytes Not to be changed before the next call returns.
   */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#writing;
    this.#writing = this.#writeAll(bytes);
    // Who awaits it hears of an error; until then it is not an unhandled one.
    this.#writing.catch(() => {});
  }

  /** Waits until all is written. */
  async finish(): Promise<void> {
    await this.#writing;
  }

  /** Waits until nothing is under way any more, whatever became of it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#writing]);
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#file.write(bytes.subarray(at));
  }
}
