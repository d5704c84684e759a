/**
 * Level-of-detail trees for programs: what `denovdb lod` does, by functions.
 *
 * @module
 */

import type { Device } from "../../core/mod.ts";
import type { PotreeEncoding } from "../../io/mod.ts";
import type { LodPick, LodStrategy } from "../../lod/mod.ts";
import type { LodSummary } from "../lod/summary.ts";

/**
 * A point cloud: the bytes of a file, or the path or `file:` URL of one. Bytes are of a format that is known by its first
 * bytes; a `File` also has a name, whose extension tells formats such as XYZ.
 */
export type LodSourceFile = Uint8Array | Blob | string | URL;

/** Progress of a tree. */
export interface LodProgress {
  /** Current step: `"reading"`, `"building"`, `"sorting"`, `"picking"` or `"writing"`. */
  readonly phase: string;
  /** The share of that which is done, 0 to 1. */
  readonly done: number;
}

/** Options that all formats have. */
export interface LodServiceOptions {
  /**
   * Points from which nodes are split.
   *
   * @default {50_000}
   */
  readonly pointsPerLeaf?: number;
  /**
   * Voxels of a node along each axis, a power of two.
   *
   * @default {128}
   */
  readonly gridSize?: number;
  /** Levels of a COPC file or `ept.json` to read, from the coarsest; all when left out. */
  readonly levels?: number;
  /** Device bytes to use at most: the tree is built in parts, with intermediate data on disk. */
  readonly memory?: number;
  /**
   * Whether a dataset that is in the folder is replaced.
   *
   * @default {false}
   */
  readonly overwrite?: boolean;
  /**
   * Device to work on.
   *
   * @default {"auto"}
   */
  readonly device?: Device;
  /** Called as the work goes on, some times a second at most per part of the points. */
  readonly onProgress?: (progress: LodProgress) => void;
  /**
   * Ends the work: between parts of what is read and written, so that messages to a worker are heard. Nothing is left
   * behind, and a dataset that was there stays as it was.
   */
  readonly signal?: AbortSignal;
}

/** Options of {@linkcode lodToDvlod}. */
export interface LodToDvlodOptions extends LodServiceOptions {
  /**
   * Strategy for the colors of voxels.
   *
   * @default {"average"}
   */
  readonly strategy?: LodStrategy;
}

/** Options of {@linkcode lodToTiles}. */
export interface LodToTilesOptions extends LodToDvlodOptions {
  /**
   * Whether tiles keep the coordinates of the files, without a transform to the Earth.
   *
   * @default {false}
   */
  readonly local?: boolean;
  /**
   * Whether a page that shows the tiles is written beside them.
   *
   * @default {false}
   */
  readonly page?: boolean;
}

/** Options of {@linkcode lodToPotree}. */
export interface LodToPotreeOptions extends LodServiceOptions {
  /**
   * Which points of a node move to its parent.
   *
   * @default {"central"}
   */
  readonly pick?: LodPick;
  /**
   * Encoding of points.
   *
   * @default {"default"}
   */
  readonly encoding?: PotreeEncoding;
}

/** The tree that was built: the numbers that `denovdb lod --json` prints, and warnings. */
export interface LodResult extends LodSummary {
  /** Sentences such as that files lie far from each other. */
  readonly warnings: readonly string[];
}

/**
 * Builds a level-of-detail tree of point clouds and writes it as 3D Tiles 1.1, as `denovdb lod` does: with tight boxes, and
 * on the Earth where the coordinate system is known.
 *
 * Bytes are kept in a file beside the folder while they are read. The device works in this thread: call it in a worker to
 * keep others responsive. Needs the permissions `--allow-ffi`, `--allow-read` and `--allow-write` for the library, the
 * files and the folder around `dir`.
 *
 * @param input A point cloud, or several that are combined.
 * @param dir The folder to make, by its path or `file:` URL; it is there once it is complete.
 * @param options The tree, progress and a signal.
 * @returns Its numbers.
 * @throws {TypeError} If an input or an option is of another kind.
 * @throws {RangeError} If an option is out of range, the folder may not be replaced, or no point is finite.
 * @throws {FormatError} If a file is not what it should be.
 * @throws The reason of `signal`, if it aborts.
 *
 * @example Bytes that a service was sent, as tiles
 * ```ts
 * import { lodToTiles } from "@denovdb/denovdb/cli";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const bytes = await Deno.readFile("examples/data/autzen_trim.laz");
 * const dir = `out/tiles-${crypto.randomUUID()}`;
 * const controller = new AbortController(); // controller.abort() ends the work
 * const phases = new Set<string>();
 * const { points, format } = await lodToTiles(bytes, dir, {
 *   onProgress: ({ phase }) => phases.add(phase),
 *   signal: controller.signal,
 * });
 * assertEquals([points, format], [110_000, "tiles"]);
 * assert(phases.has("writing") && (await Deno.stat(`${dir}/tileset.json`)).isFile);
 * await Deno.remove(dir, { recursive: true });
 * ```
 */
export async function lodToTiles(
  input: LodSourceFile | readonly LodSourceFile[],
  dir: string | URL,
  options: LodToTilesOptions = {},
): Promise<LodResult> {
  return await build("lodToTiles", "tiles", input, dir, options);
}

/**
 * Builds a level-of-detail tree of point clouds and writes it for Potree 2, like {@linkcode lodToTiles}. Its nodes have
 * points of the clouds instead of voxels.
 *
 * @param input A point cloud, or several that are combined.
 * @param dir The folder to make, by its path or `file:` URL.
 * @param options The tree, progress and a signal.
 * @returns Its numbers.
 * @throws As {@linkcode lodToTiles}.
 */
export async function lodToPotree(
  input: LodSourceFile | readonly LodSourceFile[],
  dir: string | URL,
  options: LodToPotreeOptions = {},
): Promise<LodResult> {
  return await build("lodToPotree", "potree", input, dir, options);
}

/**
 * Builds a level-of-detail tree of point clouds and writes it as a compact file `cloud.dvlod` in a folder, like
 * {@linkcode lodToTiles}.
 *
 * @param input A point cloud, or several that are combined.
 * @param dir The folder to make, by its path or `file:` URL.
 * @param options The tree, progress and a signal.
 * @returns Its numbers.
 * @throws As {@linkcode lodToTiles}.
 */
export async function lodToDvlod(
  input: LodSourceFile | readonly LodSourceFile[],
  dir: string | URL,
  options: LodToDvlodOptions = {},
): Promise<LodResult> {
  return await build("lodToDvlod", "dvlod", input, dir, options);
}

async function build(
  ...args: Parameters<typeof import("./build_lod.ts").buildFor>
): Promise<LodResult> {
  // The program that only shows its help loads nothing of this.
  const { buildFor } = await import("./build_lod.ts");
  return await buildFor(...args);
}
