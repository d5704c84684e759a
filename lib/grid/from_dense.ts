/**
 * Grids from dense boxes of voxels.
 *
 * @module
 */

import type { BufferHandle } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Cancelable, Context, GridBatch, Tensor, Triple } from "../core/mod.ts";
import { type Argument, checkResource, refuse } from "../../ffi/base/checks.ts";
import { checkDType, checkShape, checkTensor } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Derivation, derivation, derive, deriveAsync, type Target } from "../core/derive.ts";
import { NO_BUFFER } from "../core/ownership.ts";
import { INT32_MOST, wholeNumbers, wholeTriple } from "../../ffi/base/numbers.ts";
import { planCreation } from "./_build.ts";
import type { TransformOptions } from "./from_ijk.ts";

/**
 * Options for {@linkcode gridFromDense}.
 *
 * @category Grids
 */
export interface GridFromDenseOptions extends Partial<TransformOptions> {
  /** Context that holds the grids. */
  readonly context: Context;
  /**
   * Number of identical grids in the batch.
   *
   * @default {1}
   */
  readonly gridCount?: number;
  /** Extents of the box in voxels; at least 1. */
  readonly dims: number | Triple;
  /**
   * Minimum corner of the box, in voxels.
   *
   * @default {0}
   */
  readonly ijkMin?: number | Triple;
  /** Which voxels are active, bool or u8 [dims], z fastest; all if omitted. Borrowed. */
  readonly mask?: Tensor<"bool" | "u8">;
}

const NAMES = optionNames<GridFromDenseOptions>({
  voxelSize: true,
  origin: true,
  context: true,
  gridCount: true,
  dims: true,
  ijkMin: true,
  mask: true,
});

/**
 * Builds identical grids from a box of voxels, `ijkMin + [0, dims - 1]`, optionally restricted by a mask.
 *
 * The number of voxels is limited by device memory only.
 *
 * The calling thread waits for the size of the result; {@linkcode gridFromDenseAsync} does not.
 *
 * @param options The box, the mask, and voxel size (1 by default) and origin, in world units.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If a number or a transform is wrong, the mask does not have the shape of the box, the box does
 * not fit int32, or there are more than 65536 grids.
 * @throws {TypeError} If the mask is neither bool nor u8, or belongs to another context.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Grids
 *
 * @example Two grids of the same three voxels
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const mask = tensor([true, false, true, true], { context, shape: [1, 2, 2], dtype: "bool" });
 * using grid = gridFromDense({ context, gridCount: 2, dims: [1, 2, 2], mask });
 * mask.dispose();
 * assertEquals(grid.voxelCounts, [3, 3]);
 * assertEquals([...grid.bbox()], [0, 0, 0, 0, 1, 1]);
 * ```
 */
export function gridFromDense(options: GridFromDenseOptions): GridBatch {
  return derive(planFromDense("gridFromDense", options));
}

/**
 * Like {@linkcode gridFromDense}, without blocking the calling thread: the work is enqueued when the call is made, so
 * the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Grids
 */
export async function gridFromDenseAsync(
  options: GridFromDenseOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(planFromDense("gridFromDenseAsync", options), options);
}

/** Plans a build from a box; errors name the function that was called. */
export function planFromDense(operator: string, options: GridFromDenseOptions): Derivation {
  checkOptions(operator, options, NAMES);
  const { context, gridCount = 1, voxelSize = 1, origin = 0, ijkMin = 0, dims, mask } = options;
  const target = planCreation(operator, { context, gridCount, voxelSize, origin });
  const argument = (name: string): Argument => ({ operator: "build grid", name });
  const low = wholeTriple(argument("ijkMin"), ijkMin);
  const extents = wholeNumbers(argument("dims"), dims, { least: 1, most: 2 ** 32 });
  for (const [axis, extent] of extents.entries()) {
    const high = (low[axis] ?? 0) + extent - 1;
    if (high > INT32_MOST) refuse("build grid", `the box ends at voxel ${high}, beyond int32`);
  }
  return derivation("gridFromDense", target, {
    low,
    dims: BigInt64Array.from(extents, BigInt),
    mask: mask === undefined ? NO_BUFFER : maskHandle(target, mask, extents),
  });
}

function maskHandle(
  { grid: { context }, operator }: Target,
  mask: Tensor<"bool" | "u8">,
  extents: readonly number[],
): BufferHandle {
  const argument = { operator: "build grid", name: "mask" };
  checkResource(operator, mask);
  checkTensor(argument, mask);
  mask.assertUsable(operator);
  if (mask.context !== context) {
    throw new TypeError(
      `Cannot build grid: the mask is on ${mask.context.device} and not in the context of ` +
        `${context.device} that is asked for`,
    );
  }
  checkDType(argument, mask, ["bool", "u8"]);
  checkShape(argument, mask, extents);
  return handleOf(mask.buffer);
}
