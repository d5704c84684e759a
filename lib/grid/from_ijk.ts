/**
 * Grids from voxel coordinates.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { Cancelable, GridBatch, Lists, Triple } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Derivation, derivation, derive, deriveAsync } from "../core/derive.ts";
import { planBuild } from "./_build.ts";

/**
 * One number for all grids and axes, three numbers for all grids (also as a `Float64Array`), or three for each grid: as
 * a list of triples or flat, as in batches, so that `{ voxelSize: grid.voxelSizes, origin: grid.origins }` copies the
 * transforms of another batch.
 *
 * @category Grids
 */
export type PerGrid = number | Triple | readonly Triple[] | Float64Array;

/**
 * Transforms of new grids from voxel space to world space.
 *
 * @category Grids
 */
export interface TransformOptions {
  /** Extents of a voxel along each axis, in world units; positive. */
  readonly voxelSize: PerGrid;
  /**
   * World position of the center of voxel (0, 0, 0).
   *
   * @default {0}
   */
  readonly origin?: PerGrid;
}

/**
 * Options for {@linkcode gridFromIjk}.
 *
 * @category Grids
 */
export type GridFromIjkOptions = Partial<TransformOptions>;

const NAMES = optionNames<GridFromIjkOptions>({ voxelSize: true, origin: true });

/**
 * Builds a batch of grids from voxel coordinates; duplicates count once.
 *
 * Voxels are numbered as in NanoVDB: by tile, then by offset in the upper node, the lower node and the leaf, so equal
 * sets have equal rows whatever the order of the input. Every int32 coordinate is valid, as are empty lists and batches
 * without lists.
 *
 * The calling thread waits for the size of the result; {@linkcode gridFromIjkAsync} does not.
 *
 * @param ijk Coordinates, i32 [n, 3]; a tensor is one list, and each list becomes a grid.
 * @param options Voxel size (1 by default) and origin, in world units.
 * @returns A new batch; the caller owns it. The input is borrowed.
 * @throws {RangeError} If a shape or a transform is wrong, or if there are more than 65536 lists.
 * @throws {TypeError} If `ijk` is not i32.
 * @determinism Same bits on every backend.
 * @see Museth, "NanoVDB", SIGGRAPH Talks 2021, for the order of voxels.
 * @category Grids
 *
 * @example Three voxels, one of them twice
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 8, 0, 0, 0, 0, 1, 0, 0, 0]), { context, shape: [4, 3] });
 * using grid = gridFromIjk(ijk, { voxelSize: 0.1 });
 * assertEquals(grid.numVoxels, 3);
 * assertEquals([...grid.bbox()], [0, 0, 0, 8, 0, 1]);
 * ```
 */
export function gridFromIjk(ijk: Lists<"i32">, options: GridFromIjkOptions = {}): GridBatch {
  return derive(planFromIjk("gridFromIjk", ijk, options));
}

/**
 * Like {@linkcode gridFromIjk}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Grids
 */
export async function gridFromIjkAsync(
  ijk: Lists<"i32">,
  options: GridFromIjkOptions & Cancelable = {},
): Promise<GridBatch> {
  return await deriveAsync(planFromIjk("gridFromIjkAsync", ijk, options), options);
}

/** Plans a build from coordinates; errors name the function that was called. */
export function planFromIjk(
  operator: string,
  ijk: Lists<"i32">,
  options: GridFromIjkOptions,
): Derivation {
  const { voxelSize = 1, origin = 0 } = checkOptions(operator, options, NAMES);
  const request = { operator, name: "ijk", dtypes: ["i32"] } as const;
  const { target, data, lists } = planBuild(ijk, { voxelSize, origin }, request);
  return derivation("gridFromIjk", target, { ...lists, ijk: handleOf(data.buffer) });
}
