/**
 * What every way to build a batch of grids has in common.
 *
 * @module
 */

import type { GridFromIjkRequest, GridHandle, Status } from "../../ffi/_generated/native.ts";
import { GridLimit } from "../../ffi/_generated/symbols.ts";
import { checkStatus } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Context, DType, GridBatch, GridTransforms, Lists } from "../core/mod.ts";
import { checkContext, checkResource, type ListRows, refuse, vectorRows } from "../core/checks.ts";
import type { ResultRequest } from "../core/derive.ts";
import { adoptGrid } from "../core/grid_batch.ts";
import { wholeNumber } from "../core/triples.ts";
import { spreadTransforms, type TransformOptions } from "./_transforms.ts";

/** What a build takes from its caller. */
export interface BuildRequest {
  /** Name of the function that was called. */
  readonly operator: string;
  /** Name of its first argument. */
  readonly name: string;
  /** Element types that it accepts. */
  readonly dtypes: readonly DType[];
}

/** What every native call that makes a batch needs. */
export interface Creation extends GridTransforms {
  readonly operator: string;
  readonly context: Context;
  readonly gridCount: number;
  /** Where the native function leaves its grid. */
  readonly out: Uint32Array<ArrayBuffer>;
}

/** The checked arguments of a native build from lists. */
export interface Build extends Creation, ListRows {}

/** What a batch that is made from nothing is to be. */
export interface CreationOptions extends TransformOptions {
  readonly context: Context;
  readonly gridCount?: number;
}

/**
 * Checks what a batch that is made from nothing is to be.
 *
 * @throws {RangeError} If a transform or the number of grids is wrong.
 * @throws {DisposedError} If the context has been disposed.
 */
export function planCreation(options: CreationOptions, operator: string): Creation {
  const { context, gridCount = 1 } = options;
  checkContext(operator, context);
  const limits = { least: 0, most: GridLimit.MAX_GRIDS };
  wholeNumber({ operator: "build grid", name: "gridCount" }, gridCount, limits);
  const transforms = spreadTransforms(options, gridCount);
  return { operator, context, ...transforms, gridCount, out: new Uint32Array(1) };
}

/**
 * Checks the arguments of a build.
 *
 * @throws {RangeError} If a shape, a transform or the number of grids is wrong.
 * @throws {TypeError} If the element type is wrong.
 * @throws {DisposedError} If the input has been disposed.
 */
export function planBuild(
  input: Lists<DType>,
  options: TransformOptions,
  { operator, name, dtypes }: BuildRequest,
): Build {
  checkResource(operator, input);
  const rows = vectorRows({ operator: "build grid", name }, input, dtypes);
  const gridCount = rows.offsets.length - 1;
  if (gridCount > GridLimit.MAX_GRIDS) {
    refuse("build grid", `${name} has ${gridCount} lists, ${GridLimit.MAX_GRIDS} at most`);
  }
  const transforms = spreadTransforms(options, gridCount);
  const { context } = rows.data;
  return { operator, context, ...rows, ...transforms, gridCount, out: new Uint32Array(1) };
}

/** The arguments that say what the batch is to be. */
export function resultRequest(
  { voxelSizes, origins, gridCount, out }: Creation,
): ResultRequest {
  return { voxelSizes, origins, nGrids: gridCount, outGrid: out };
}

/** The arguments that native builds from lists have in common. */
export function listRequest(build: Build): Omit<GridFromIjkRequest, "ijk"> {
  const { context, count, offsets } = build;
  return { context: handleOf(context), nPoints: count, offsets, ...resultRequest(build) };
}

/** Takes over what a native build made, or throws what it says. */
export function finishBuild(creation: Creation, status: Status): GridBatch {
  const { context, operator, out } = creation;
  checkStatus(context, status, operator);
  return adoptGrid(context, out[0] as GridHandle, creation);
}
