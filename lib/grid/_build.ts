/**
 * What every way to build a batch of grids has in common.
 *
 * @module
 */

import type { GridHandle } from "../../ffi/_generated/native.ts";
import { GridLimit } from "../../ffi/_generated/symbols.ts";
import {
  type Context,
  type DType,
  type GridBatch,
  type GridTransforms,
  JaggedTensor,
  type Status,
  type Tensor,
} from "../core/mod.ts";
import { adoptGrid } from "../core/grid_batch.ts";
import { formatShape } from "../core/shape.ts";
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
export interface Build extends GridTransforms {
  readonly operator: string;
  readonly context: Context;
  /** Rows of all lists, [count, 3]. */
  readonly data: Tensor;
  readonly count: number;
  /** First row of each list, [gridCount + 1]. */
  readonly offsets: BigInt64Array<ArrayBuffer>;
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
  input: Tensor | JaggedTensor,
  options: TransformOptions,
  { operator, name, dtypes }: BuildRequest,
): Build {
  input.assertUsable(operator);
  const data = input instanceof JaggedTensor ? input.data : input;
  const { dtype, shape } = data;
  if (!dtypes.includes(dtype)) {
    const expected = dtypes.join(", ").replace(/, (\w+)$/, " or $1");
    throw new TypeError(`Cannot build grid: ${name} is ${dtype}, ${expected} expected`);
  }
  const [count = 0, axes] = shape;
  if (shape.length !== 2 || axes !== 3) {
    throw new RangeError(
      `Cannot build grid: ${name} shape is ${formatShape(shape)}, [n, 3] expected`,
    );
  }
  const offsets = input instanceof JaggedTensor
    ? input.offsets
    : BigInt64Array.of(0n, BigInt(count));
  const gridCount = offsets.length - 1;
  if (gridCount > GridLimit.MAX_GRIDS) {
    throw new RangeError(
      `Cannot build grid: ${name} has ${gridCount} lists, ${GridLimit.MAX_GRIDS} at most`,
    );
  }
  const transforms = spreadTransforms(options, gridCount);
  const out = new Uint32Array(1);
  return { operator, context: data.context, data, count, offsets, gridCount, out, ...transforms };
}

/** Takes over what a native build made, or throws what it says. */
export function finishBuild(build: Build, status: Status): GridBatch {
  const { context, operator, out } = build;
  context.check(status, operator);
  return adoptGrid(context, out[0] as GridHandle, build);
}
