/**
 * Batches without grids.
 *
 * @module
 */

import { checkContext } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Context, emptyTensor, type GridBatch, JaggedTensor } from "../core/mod.ts";
import { derive } from "../core/derive.ts";
import { planFromIjk } from "./from_ijk.ts";

/**
 * Options for {@linkcode gridFromZeroGrids}.
 *
 * @category Grids
 */
export interface GridFromZeroGridsOptions {
  /** Context that holds the batch. */
  readonly context: Context;
}

const NAMES = optionNames<GridFromZeroGridsOptions>({ context: true });

/**
 * Makes a batch without grids.
 *
 * @param options The context.
 * @returns A new batch; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Grids
 *
 * @example An empty batch
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { concatenateGrids, gridFromZeroGrids } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using none = gridFromZeroGrids({ context });
 * assertEquals(none.gridCount, 0);
 * using cube = gridFromDense({ context, dims: 3 });
 * using grids = concatenateGrids([none, cube]);
 * assertEquals(grids.voxelCounts, [27]);
 * ```
 */
export function gridFromZeroGrids(options: GridFromZeroGridsOptions): GridBatch {
  const operator = "gridFromZeroGrids";
  const { context } = checkOptions(operator, options, NAMES);
  checkContext(operator, context);
  using ijk = new JaggedTensor(
    emptyTensor([0, 3], { context, dtype: "i32" }),
    new BigInt64Array(1),
  );
  return derive(planFromIjk(operator, ijk, {}));
}
