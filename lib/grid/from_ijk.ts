/**
 * Grids from voxel coordinates.
 *
 * @module
 */

import type { GridFromIjkRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import type { GridBatch, Lists } from "../core/mod.ts";
import { checkOptions, optionNames } from "../core/checks.ts";
import { type Build, finishBuild, listRequest, planBuild } from "./_build.ts";
import type { TransformOptions } from "./_transforms.ts";

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
 * @throws {DisposedError} If `ijk` has been disposed.
 * @throws {NativeError} If device memory runs out.
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
export function gridFromIjk(
  ijk: Lists<"i32">,
  options: GridFromIjkOptions = {},
): GridBatch {
  checkOptions("gridFromIjk", options, NAMES);
  return buildFromIjk(ijk, options, "gridFromIjk");
}

/**
 * Like {@linkcode gridFromIjk}, without blocking the calling thread.
 *
 * The work is enqueued when the call is made, so the input may be changed or disposed before the promise settles.
 *
 * @param ijk Coordinates, i32 [n, 3]; a tensor is one list, and each list becomes a grid.
 * @param options Voxel size (1 by default) and origin, in world units.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If a shape or a transform is wrong, or if there are more than 65536 lists.
 * @throws {TypeError} If `ijk` is not i32.
 * @throws {DisposedError} If `ijk` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Grids
 *
 * @example Building without blocking
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromIjkAsync } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([1, 2, 3]), { context, shape: [1, 3] });
 * using grid = await gridFromIjkAsync(ijk);
 * assertEquals([...grid.bbox()], [1, 2, 3, 1, 2, 3]);
 * ```
 */
export async function gridFromIjkAsync(
  ijk: Lists<"i32">,
  options: GridFromIjkOptions = {},
): Promise<GridBatch> {
  checkOptions("gridFromIjkAsync", options, NAMES);
  const build = plan(ijk, options, "gridFromIjkAsync");
  const native = nativeOf(build.context);
  return finishBuild(build, await native.gridFromIjkAsync(requestOf(build)));
}

/** Builds from coordinates; errors name the function that was called. */
export function buildFromIjk(
  ijk: Lists<"i32">,
  options: GridFromIjkOptions,
  operator: string,
): GridBatch {
  const build = plan(ijk, options, operator);
  const native = nativeOf(build.context);
  return finishBuild(build, native.gridFromIjk(requestOf(build)));
}

function plan(
  ijk: Lists<"i32">,
  { voxelSize = 1, origin = 0 }: GridFromIjkOptions,
  operator: string,
): Build {
  const request = { operator, name: "ijk", dtypes: ["i32"] } as const;
  return planBuild(ijk, { voxelSize, origin }, request);
}

function requestOf(build: Build): GridFromIjkRequest {
  return { ...listRequest(build), ijk: handleOf(build.data.buffer) };
}
