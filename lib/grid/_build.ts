/**
 * The common part of all ways to build a batch of grids.
 *
 * @module
 */

import type { GridFromIjkRequest } from "../../ffi/_generated/native.ts";
import { GridLimit } from "../../ffi/_generated/symbols.ts";
import type { Context, DType, Lists, Tensor } from "../core/mod.ts";
import { checkContext, vectorRows } from "../core/checks.ts";
import { checkResource, refuse } from "../../ffi/base/checks.ts";
import type { Target } from "../core/derive.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";
import { spreadTransforms } from "./_transforms.ts";
import type { TransformOptions } from "./from_ijk.ts";

/** A build's operator, points and options. */
export interface BuildRequest {
  /** Name of the function that was called. */
  readonly operator: string;
  /** Name of its first argument. */
  readonly name: string;
  /** Element types that it accepts. */
  readonly dtypes: readonly DType[];
}

/** Lists that a batch is built from, and what it is to be. */
export interface Build {
  readonly target: Target;
  readonly data: Tensor;
  /** The arguments that native builds from lists have in common. */
  readonly lists: Pick<GridFromIjkRequest, "nPoints" | "offsets">;
}

/** Options of a batch that is made from nothing. */
export interface CreationOptions extends TransformOptions {
  readonly context: Context;
  readonly gridCount?: number;
}

/**
 * Checks what a batch that is made from nothing is to be.
 *
 * @throws {RangeError} If a transform or the number of grids is wrong.
 */
export function planCreation(operator: string, options: CreationOptions): Target {
  const { context, gridCount = 1 } = options;
  checkContext(operator, context);
  const limits = { least: 0, most: GridLimit.MAX_GRIDS };
  wholeNumber({ operator: "build grid", name: "gridCount" }, gridCount, limits);
  const transforms = spreadTransforms(options, gridCount);
  return { operator, grid: { context, gridCount }, transforms };
}

/**
 * Checks the arguments of a build.
 *
 * @throws {RangeError} If a shape, a transform or the number of grids is wrong.
 * @throws {TypeError} If the element type is wrong.
 */
export function planBuild(
  input: Lists<DType>,
  options: TransformOptions,
  { operator, name, dtypes }: BuildRequest,
): Build {
  checkResource(operator, input);
  const { data, count, offsets } = vectorRows({ operator: "build grid", name }, input, dtypes);
  const gridCount = offsets.length - 1;
  if (gridCount > GridLimit.MAX_GRIDS) {
    refuse("build grid", `${name} has ${gridCount} lists, ${GridLimit.MAX_GRIDS} at most`);
  }
  const transforms = spreadTransforms(options, gridCount);
  const grid = { context: data.context, gridCount };
  return { target: { operator, grid, transforms }, data, lists: { nPoints: count, offsets } };
}
