/**
 * Grids that fill boxes in world space.
 *
 * @module
 */

import type { Box } from "../core/boxes.ts";
import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { spreadTriple, wholeNumbers } from "../../ffi/base/numbers.ts";
import { type Derivation, derive, deriveAsync } from "../core/derive.ts";
import { type GridFromDenseOptions, planFromDense } from "./from_dense.ts";

/**
 * Options for {@linkcode gridFromDenseAxisAlignedBounds}.
 *
 * @category Grids
 */
export interface GridFromDenseAxisAlignedBoundsOptions
  extends Pick<GridFromDenseOptions, "context" | "gridCount" | "dims">, Box {
  /** Minimum corner of the bounds, in world units. */
  readonly min: number | Triple;
  /** Maximum corner of the bounds, in world units; above the minimum on every axis. */
  readonly max: number | Triple;
  /**
   * Whether the bounds are the centers of the outermost voxels instead of their outer faces.
   *
   * @default {false}
   */
  readonly voxelCenter?: boolean;
}

const NAMES = optionNames<GridFromDenseAxisAlignedBoundsOptions>({
  context: true,
  gridCount: true,
  dims: true,
  min: true,
  max: true,
  voxelCenter: "boolean",
});

/**
 * Builds identical dense grids that fill a box in world space.
 *
 * The voxels are `[0, dims - 1]`. If the bounds are faces, the voxel size is `(max - min) / dims` and the origin
 * `min + size / 2`; if they are centers, these are `(max - min) / (dims - 1)` and `min`. A single voxel has one center,
 * which cannot lie on both bounds: along an axis with one voxel, bounds are always faces.
 *
 * The calling thread waits for the size of the result; {@linkcode gridFromDenseAxisAlignedBoundsAsync} does not.
 *
 * @param options The bounds, and the numbers of voxels and grids.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If a number is wrong, the bounds are not finite or not in order, or there are more than 65536
 * grids.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Grids
 *
 * @example Three voxels from 0 to 1
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { gridFromDenseAxisAlignedBounds } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const options = { context, dims: [3, 3, 1], min: 0, max: 1 } as const;
 * using faces = gridFromDenseAxisAlignedBounds(options);
 * assertEquals([...faces.voxelSizes], [1 / 3, 1 / 3, 1]);
 * using centers = gridFromDenseAxisAlignedBounds({ ...options, voxelCenter: true });
 * assertEquals([...centers.voxelSizes, ...centers.origins], [0.5, 0.5, 1, 0, 0, 0.5]);
 * ```
 */
export function gridFromDenseAxisAlignedBounds(
  options: GridFromDenseAxisAlignedBoundsOptions,
): GridBatch {
  return derive(plan("gridFromDenseAxisAlignedBounds", options));
}

/**
 * Like {@linkcode gridFromDenseAxisAlignedBounds}, without blocking the calling thread: the work is enqueued when the
 * call is made, so the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Grids
 */
export async function gridFromDenseAxisAlignedBoundsAsync(
  options: GridFromDenseAxisAlignedBoundsOptions & Cancelable,
): Promise<GridBatch> {
  return await deriveAsync(plan("gridFromDenseAxisAlignedBoundsAsync", options), options);
}

function plan(operator: string, options: GridFromDenseAxisAlignedBoundsOptions): Derivation {
  checkOptions(operator, options, NAMES);
  const { context, gridCount = 1, dims, min, max, voxelCenter = false } = options;
  const extents = wholeNumbers({ operator: "build grid", name: "dims" }, dims, { least: 1 });
  const [low, high] = [corner("min", min), corner("max", max)];
  const place = (axis: 0 | 1 | 2): readonly [size: number, origin: number] => {
    const [least, most, voxels] = [low[axis], high[axis], extents[axis]];
    if (!(least < most)) refuse("build grid", `min ${least} is not below max ${most}`);
    if (voxelCenter && voxels > 1) return [(most - least) / (voxels - 1), least];
    const size = (most - least) / voxels;
    return [size, least + size / 2];
  };
  const [x, y, z] = [place(0), place(1), place(2)];
  const voxelSize = [x[0], y[0], z[0]] as const;
  const origin = [x[1], y[1], z[1]] as const;
  return planFromDense(operator, { context, gridCount, dims: extents, voxelSize, origin });
}

function corner(name: string, value: number | Triple): Triple {
  const triple = spreadTriple({ operator: "build grid", name }, value);
  const odd = triple.find((one) => !Number.isFinite(one));
  if (odd !== undefined) refuse("build grid", `${name} ${odd} is not finite`);
  return triple;
}
