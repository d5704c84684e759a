/**
 * Nodes of level-of-detail trees on their way to files.
 *
 * @module
 */

import type { Crs } from "../../input/crs.ts";
import type { PointAttribute, PointTile, Triple } from "../../../io/mod.ts";

/** Names of what tiles are written as. */
export const TILE_NAMES: readonly string[] = ["tileset.json", "tiles"];

/** Names of what Potree's points are written as. */
export const POTREE_NAMES: readonly string[] = ["metadata.json", "hierarchy.bin", "octree.bin"];

/** Names of what one compact file is written as. */
export const DVLOD_NAMES: readonly string[] = ["cloud.dvlod"];

/** Names of what a page that shows tiles is written as. */
export const PAGE_NAMES: readonly string[] = [
  "index.html",
  "layers.js",
  "main.js",
  "paint.js",
  "panel.js",
  "style.css",
  "scene.json",
  "packages",
];

/** Place of a tree in the world. */
export interface LodFrame {
  /** Least corner of its cube. */
  readonly min: Triple;
  /** Length of an edge of the cube. */
  readonly edge: number;
  /** The cube has 2^bits units an axis. */
  readonly bits: number;
  /** Cells of an inner node on each axis. */
  readonly gridSize: number;
  /** The coordinate system in WKT, if it is known. */
  readonly projection?: string;
  /** Whether colors are those of the input, or stand for heights. */
  readonly colorSource?: "file" | "height";
  /** The system of the coordinates, where tiles shall lie on the Earth. */
  readonly crs?: Crs;
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
  /** Further attributes of the points of a leaf. */
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

/** The octants that lead from the root to a node, a digit each, such as "r07". */
export function octantPath(level: number, [x, y, z]: Triple): string {
  let path = "r";
  for (let bit = level - 1; bit >= 0; bit--) {
    path += (x >> bit & 1) << 2 | (y >> bit & 1) << 1 | (z >> bit & 1);
  }
  return path;
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
