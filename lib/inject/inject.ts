/**
 * Features copied between the voxels of two batches.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { DType, GridBatch, Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { shareContext } from "../core/ownership.ts";
import { checkSameGrids, fillRows, overwriteRows } from "./_rows.ts";

/**
 * Options for {@linkcode inject} and {@linkcode injectFromIjk}.
 *
 * @category Transfer
 */
export interface InjectOptions {
  /**
   * Value of all channels of voxels that receive no row; for integer types it must be whole and in range.
   *
   * @default {0}
   */
  readonly fill?: number | bigint | boolean;
}

const NAMES = optionNames<InjectOptions>({ fill: true });

/**
 * Copies features from the voxels of another batch to those at the same coordinates.
 *
 * Grid b receives from grid b; transforms are ignored. Elements are copied as they are. The gradient with respect to
 * `src` is `inject(srcGrid, dstGrid, gradient)`.
 *
 * @typeParam D Element type.
 * @param dstGrid The batch that receives the features; borrowed.
 * @param srcGrid The batch whose features are copied, with as many grids; borrowed.
 * @param src Features, [voxels of `srcGrid`, ...channels], of any element type; borrowed.
 * @param options The value of voxels that `srcGrid` does not have.
 * @returns Features, [voxels of `dstGrid`, ...channels]; the caller owns them.
 * @throws {RangeError} If the batches differ in their number of grids, if `src` does not have a row for each voxel, or
 * if `fill` does not fit the element type.
 * @throws {TypeError} If contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example A common voxel and a new one
 * ```ts
 * import { gridFromIjk, inject, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using few = tensor(new Int32Array([0, 0, 1]), { context, shape: [1, 3] });
 * using more = tensor(new Int32Array([0, 0, 1, 0, 0, 2]), { context, shape: [2, 3] });
 * using srcGrid = gridFromIjk(few);
 * using dstGrid = gridFromIjk(more);
 * using src = tensor([7, 8], { context, shape: [1, 2] });
 * using dst = inject(dstGrid, srcGrid, src, { fill: -1 });
 * assertEquals([...await dst.read()], [7, 8, -1, -1]);
 * ```
 */
export function inject<D extends DType>(
  dstGrid: GridBatch,
  srcGrid: GridBatch,
  src: Tensor<D>,
  options: InjectOptions = {},
): Tensor<D> {
  const operator = "inject";
  const { fill = 0 } = checkOptions(operator, options, NAMES);
  shareContext(operator, dstGrid, srcGrid, src);
  checkSameGrids({ operator, name: "srcGrid" }, srcGrid, dstGrid);
  return fillRows(
    { operator, grid: dstGrid, src, count: srcGrid.numVoxels },
    fill,
    (native, request) => native.inject({ ...request, srcGrid: handleOf(srcGrid) }),
  );
}

/**
 * Overwrites the features of the voxels that another batch has as well.
 *
 * Like {@linkcode inject}, but in place: the rows of voxels that `srcGrid` does not have are unchanged. The gradient
 * with respect to the previous contents of `dst` is the gradient with the overwritten rows set to 0.
 *
 * @typeParam D Element type.
 * @param dst Features to overwrite, [voxels of `dstGrid`, ...channels]; the caller keeps ownership.
 * @param dstGrid The batch of the features; borrowed.
 * @param srcGrid The batch of the new features, with as many grids; borrowed.
 * @param src Features, [voxels of `srcGrid`, ...channels], of the same element type; borrowed. It must not share
 * memory with `dst`.
 * @throws {RangeError} If the batches differ in their number of grids, or if shapes do not match.
 * @throws {TypeError} If `dst` and `src` differ in element type, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example One voxel of two
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectInto } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using few = tensor(new Int32Array([0, 0, 2]), { context, shape: [1, 3] });
 * using more = tensor(new Int32Array([0, 0, 1, 0, 0, 2]), { context, shape: [2, 3] });
 * using srcGrid = gridFromIjk(few);
 * using dstGrid = gridFromIjk(more);
 * using src = tensor([7], { context });
 * using dst = tensor([1, 2], { context });
 * injectInto(dst, dstGrid, srcGrid, src);
 * assertEquals([...await dst.read()], [1, 7]);
 * ```
 */
export function injectInto<D extends DType>(
  dst: Tensor<D>,
  dstGrid: GridBatch,
  srcGrid: GridBatch,
  src: Tensor<D>,
): void {
  const operator = "injectInto";
  shareContext(operator, dst, dstGrid, srcGrid, src);
  checkSameGrids({ operator, name: "srcGrid" }, srcGrid, dstGrid);
  overwriteRows(
    { operator, grid: dstGrid, src, count: srcGrid.numVoxels },
    dst,
    (native, request) => native.injectInto({ ...request, srcGrid: handleOf(srcGrid) }),
  );
}
