/**
 * Gathering of voxel features from dense boxes.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import type { DType, GridBatch, Tensor } from "../core/mod.ts";
import { checkGrid, checkTensor } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape, sameShape } from "../core/shape.ts";
import { boxRequest, takeSize } from "./_boxes.ts";
import type { IjkPerGrid, IjkTriple } from "./to_dense.ts";

/**
 * Options for {@linkcode injectFromDenseCminor} and {@linkcode injectFromDenseCmajor}.
 *
 * @category Transfer
 */
export interface FromDenseOptions {
  /**
   * Voxel of cell (0, 0, 0), for all grids or for each: the `ijkMin` that {@linkcode injectToDenseCminor} used for the
   * box, which by default is the minimum corner of the box around the batch.
   *
   * @default {0}
   */
  readonly ijkMin?: IjkPerGrid;
  /**
   * Cells of a box along each axis, or one number for all axes, so that the options of {@linkcode injectToDenseCminor}
   * can be passed here too; an error if `dense` has other extents.
   *
   * @default {undefined} Those of `dense`.
   */
  readonly dims?: number | IjkTriple;
}

const NAMES = optionNames<FromDenseOptions>({ ijkMin: true, dims: true });

/**
 * Gathers voxel features from dense boxes with channels last.
 *
 * Cell (x, y, z) of box b is the voxel `ijkMin + (x, y, z)` of grid b; voxels outside their box get 0. Elements are
 * copied as they are. This is the adjoint of {@linkcode injectToDenseCminor}: the gradient with respect to `dense` is
 * `injectToDenseCminor` of the gradient, with the same `ijkMin` and the box's `dims`.
 *
 * @typeParam D Element type.
 * @param grid The batch; borrowed.
 * @param dense A box for each grid, [grids, X, Y, Z, ...channels], of any element type; borrowed.
 * @param options The positions of the boxes.
 * @returns Features, [voxels, ...channels], in row order; the caller owns them.
 * @throws {RangeError} If `dense` is not one box for each grid or not of `dims`, or `ijkMin` is not whole or not one or
 * one for each grid.
 * @throws {TypeError} If contexts are mixed, or if an option is neither a number nor a list.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example A voxel in the box and one outside
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectFromDenseCminor } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 1, 0, 0, 5]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using dense = tensor([1, 2, 3, 4], { context, shape: [1, 1, 1, 2, 2] });
 * using data = injectFromDenseCminor(grid, dense);
 * assertEquals(data.shape, [2, 2]);
 * assertEquals([...await data.read()], [3, 4, 0, 0]);
 * ```
 */
export function injectFromDenseCminor<D extends DType>(
  grid: GridBatch,
  dense: Tensor<D>,
  options: FromDenseOptions = {},
): Tensor<D> {
  return fromDense("injectFromDenseCminor", grid, dense, options);
}

/**
 * Gathers voxel features from dense boxes with channels first.
 *
 * Like {@linkcode injectFromDenseCminor}, with the same options and errors, for boxes [grids, ...channels, X, Y, Z]; it
 * is the adjoint of {@linkcode injectToDenseCmajor} in the same way.
 *
 * @returns Features, [voxels, ...channels], in row order; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example Two channels, each a contiguous plane
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectFromDenseCmajor } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 1, 0, 0, 5]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using dense = tensor([1, 2, 3, 4], { context, shape: [1, 2, 1, 1, 2] });
 * using data = injectFromDenseCmajor(grid, dense);
 * assertEquals([...await data.read()], [2, 4, 0, 0]);
 * ```
 */
export function injectFromDenseCmajor<D extends DType>(
  grid: GridBatch,
  dense: Tensor<D>,
  options: FromDenseOptions = {},
): Tensor<D> {
  return fromDense("injectFromDenseCmajor", grid, dense, options);
}

function fromDense<D extends DType>(
  operator: "injectFromDenseCminor" | "injectFromDenseCmajor",
  grid: GridBatch,
  dense: Tensor<D>,
  options: FromDenseOptions,
): Tensor<D> {
  const { ijkMin = 0, dims } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, dense);
  checkTensor({ operator, name: "dense" }, dense);
  const minor = operator === "injectFromDenseCminor";
  const { shape, dtype } = dense;
  const [boxes, ...axes] = shape;
  if (boxes !== grid.gridCount || axes.length < 3) {
    const pattern = minor ? "X, Y, Z, ...channels" : "...channels, X, Y, Z";
    refuse(
      operator,
      `dense shape is ${formatShape(shape)}, [${grid.gridCount}, ${pattern}] expected`,
    );
  }
  const size = minor ? axes.slice(0, 3) : axes.slice(-3);
  const channels = minor ? axes.slice(3) : axes.slice(0, -3);
  const wanted = dims === undefined ? size : takeSize(operator, dims, 0);
  if (!sameShape(wanted, size)) {
    refuse(operator, `dims are ${formatShape(wanted)}, the box of dense is ${formatShape(size)}`);
  }
  const box = boxRequest(operator, { grid, ijkMin, size });
  const features = { dense: handleOf(dense.buffer), dtype: dtypeCode(dtype) };
  return computeTensor(
    { operator, context, dtype, shape: [grid.numVoxels, ...channels] },
    (native, out) =>
      native[operator]({ ...out, ...box, ...features, channels: elementCount(channels) }),
  );
}
