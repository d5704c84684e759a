/**
 * Voxel features scattered to dense boxes.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { DType, GridBatch, Tensor } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { boxRequest, takeSize, totalBox } from "./_boxes.ts";
import { checkRows } from "./_rows.ts";

/**
 * Three whole numbers, one per axis.
 *
 * @category Transfer
 */
export type IjkTriple = readonly [i: number, j: number, k: number];

/**
 * One voxel for all grids of a batch (or one number for all axes), or a voxel for each grid.
 *
 * @category Transfer
 */
export type IjkPerGrid = number | IjkTriple | readonly IjkTriple[];

/**
 * Options for {@linkcode injectToDenseCminor} and {@linkcode injectToDenseCmajor}.
 *
 * @category Transfer
 */
export interface ToDenseOptions {
  /**
   * Voxel of cell (0, 0, 0), for all grids or for each.
   *
   * @default {undefined} The minimum corner of the box around the whole batch.
   */
  readonly ijkMin?: IjkPerGrid;
  /**
   * Cells of a box along each axis, or one number for all axes; 1 or more.
   *
   * @default {undefined} Those of the box around the whole batch.
   */
  readonly dims?: number | IjkTriple;
}

const NAMES = optionNames<ToDenseOptions>({ ijkMin: true, dims: true });

/**
 * Scatters voxel features to dense boxes with channels last.
 *
 * Cell (x, y, z) of box b is the voxel `ijkMin + (x, y, z)` of grid b; cells without a voxel are 0, and voxels outside
 * the box are ignored. All boxes have the same size: by default that of the smallest box around the voxels of all
 * grids, which has no cells if no grid has a voxel. Elements are copied as they are. This is the adjoint of
 * {@linkcode injectFromDenseCminor}: the gradient with respect to `features` is `injectFromDenseCminor` of the
 * gradient, with the same `ijkMin`.
 *
 * @typeParam D Element type.
 * @param grid The batch; borrowed.
 * @param features Features of each voxel, [voxels, ...channels], of any element type; borrowed.
 * @param options The positions and size of the boxes.
 * @returns A box for each grid, [grids, X, Y, Z, ...channels]; the caller owns them.
 * @throws {RangeError} If `features` does not have a row for each voxel, if an option is not whole or has the wrong
 * length, if a size is not positive, or if the boxes have too many elements.
 * @throws {TypeError} If contexts are mixed, or if an option is neither a number nor a list.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example Two voxels with an empty cell between them
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectToDenseCminor } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([4, 0, 1, 4, 0, 3]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using features = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
 * using dense = injectToDenseCminor(grid, features);
 * assertEquals(dense.shape, [1, 1, 1, 3, 2]);
 * assertEquals([...await dense.read()], [1, 2, 0, 0, 3, 4]);
 * ```
 */
export function injectToDenseCminor<D extends DType>(
  grid: GridBatch,
  features: Tensor<D>,
  options: ToDenseOptions = {},
): Tensor<D> {
  return toDense("injectToDenseCminor", grid, features, options);
}

/**
 * Scatters voxel features to dense boxes with channels first.
 *
 * Like {@linkcode injectToDenseCminor}, with the same options and errors, for boxes [grids, ...channels, X, Y, Z]; it
 * is the adjoint of {@linkcode injectFromDenseCmajor} in the same way.
 *
 * @returns A box for each grid, [grids, ...channels, X, Y, Z]; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example Two channels, each a contiguous plane
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectToDenseCmajor } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([4, 0, 1, 4, 0, 3]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using features = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
 * using dense = injectToDenseCmajor(grid, features, { ijkMin: [4, 0, 0], dims: [1, 1, 2] });
 * assertEquals(dense.shape, [1, 2, 1, 1, 2]);
 * assertEquals([...await dense.read()], [0, 1, 0, 2]);
 * ```
 */
export function injectToDenseCmajor<D extends DType>(
  grid: GridBatch,
  features: Tensor<D>,
  options: ToDenseOptions = {},
): Tensor<D> {
  return toDense("injectToDenseCmajor", grid, features, options);
}

function toDense<D extends DType>(
  operator: "injectToDenseCminor" | "injectToDenseCmajor",
  grid: GridBatch,
  features: Tensor<D>,
  options: ToDenseOptions,
): Tensor<D> {
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, features);
  const { dtype } = features;
  const channels = checkRows({ operator, name: "features" }, features, grid.numVoxels);
  const whole = totalBox(grid);
  const { ijkMin = whole.least, dims } = options;
  const size = dims === undefined ? whole.size : takeSize(operator, dims, 1);
  const box = boxRequest(operator, { grid, ijkMin, size });
  const shape = operator === "injectToDenseCminor"
    ? [grid.gridCount, ...size, ...channels.shape]
    : [grid.gridCount, ...channels.shape, ...size];
  const rows = { features: handleOf(features.buffer), dtype: dtypeCode(dtype) };
  return computeTensor(
    { operator, context, dtype, shape },
    (native, out) => native[operator]({ ...out, ...box, ...rows, channels: channels.count }),
  );
}
