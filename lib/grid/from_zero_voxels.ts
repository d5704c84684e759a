/**
 * Grids without voxels.
 *
 * @module
 */

import { type Context, emptyTensor, type GridBatch, JaggedTensor } from "../core/mod.ts";
import { GridLimit } from "../../ffi/_generated/symbols.ts";
import { checkContext } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { derive } from "../core/derive.ts";
import { type PerGrid, planFromIjk, type TransformOptions } from "./from_ijk.ts";

/**
 * Options for {@linkcode gridFromZeroVoxels}.
 *
 * @category Grids
 */
export interface GridFromZeroVoxelsOptions extends Partial<TransformOptions> {
  /** Context that holds the grids. */
  readonly context: Context;
}

const NAMES = optionNames<GridFromZeroVoxelsOptions>({
  voxelSize: true,
  origin: true,
  context: true,
});

/**
 * Makes a batch of grids without voxels, but with transforms.
 *
 * There is one grid for each listed voxel size or origin. A single number or triple, also as a `Float64Array`, applies
 * to all grids; without a list there is one grid.
 *
 * @param options The context, and voxel size (1 by default) and origin, in world units.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If a transform is wrong, or there are more than 65536.
 * @determinism Same bits on every backend.
 * @category Grids
 *
 * @example Two grids of different scales
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { gridFromZeroVoxels } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grids = gridFromZeroVoxels({ context, voxelSize: [[1, 1, 1], [2, 2, 2]], origin: 0.5 });
 * assertEquals(grids.voxelCounts, [0, 0]);
 * assertEquals([...grids.bbox(1)], [0, 0, 0, 0, 0, 0]);
 * assertEquals([...grids.voxelSizes], [1, 1, 1, 2, 2, 2]);
 * ```
 */
export function gridFromZeroVoxels(options: GridFromZeroVoxelsOptions): GridBatch {
  const operator = "gridFromZeroVoxels";
  const { context, voxelSize = 1, origin = 0 } = checkOptions(operator, options, NAMES);
  checkContext(operator, context);
  const gridCount = listLength(voxelSize) ?? listLength(origin) ?? 1;
  if (gridCount > GridLimit.MAX_GRIDS) {
    refuse("build grid", `there are ${gridCount} grids, ${GridLimit.MAX_GRIDS} at most`);
  }
  using ijk = new JaggedTensor(
    emptyTensor([0, 3], { context, dtype: "i32" }),
    new BigInt64Array(gridCount + 1),
  );
  return derive(planFromIjk(operator, ijk, { voxelSize, origin }));
}

/** Number of grids that a list per grid is for; undefined where one triple serves all grids. */
function listLength(value: PerGrid): number | undefined {
  if (value instanceof Float64Array) {
    return value.length === 3 ? undefined : Math.ceil(value.length / 3);
  }
  if (!Array.isArray(value)) return undefined;
  return value.length === 0 || typeof value[0] === "object" ? value.length : undefined;
}
