/**
 * What every way to build a batch of grids has in common.
 *
 * @module
 */

import type { GridHandle } from "../../ffi/_generated/native.ts";
import { GridLimit } from "../../ffi/_generated/symbols.ts";
import type { DType, GridBatch, GridTransforms, Lists, Status } from "../core/mod.ts";
import { type ListRows, refuse, vectorRows } from "../core/checks.ts";
import { adoptGrid } from "../core/grid_batch.ts";
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

/** The checked arguments of a native build. */
export interface Build extends GridTransforms, ListRows {
  readonly operator: string;
  readonly gridCount: number;
  /** Where the native function leaves its grid. */
  readonly out: Uint32Array<ArrayBuffer>;
}

/**
 * Checks the arguments of a build.
 *
 * @throws {RangeError} If a shape, a transform or the number of grids is wrong.
 * @throws {TypeError} If the element type is wrong.
 * @throws {DisposedError} If the input is gone.
 */
export function planBuild(
  input: Lists<DType>,
  options: TransformOptions,
  { operator, name, dtypes }: BuildRequest,
): Build {
  input.assertUsable(operator);
  const rows = vectorRows({ operator: "build grid", name }, input, dtypes);
  const gridCount = rows.offsets.length - 1;
  if (gridCount > GridLimit.MAX_GRIDS) {
    refuse("build grid", `${name} has ${gridCount} lists, ${GridLimit.MAX_GRIDS} at most`);
  }
  const transforms = spreadTransforms(options, gridCount);
  return { operator, ...rows, ...transforms, gridCount, out: new Uint32Array(1) };
}

/** Takes over what a native build made, or throws what it says. */
export function finishBuild(build: Build, status: Status): GridBatch {
  const { data: { context }, operator, out } = build;
  context.check(status, operator);
  return adoptGrid(context, out[0] as GridHandle, build);
}
