/**
 * Features at listed coordinates, copied to voxels.
 *
 * @module
 */

import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type DType, emptyTensor, type GridBatch, type Lists, type Tensor } from "../core/mod.ts";
import {
  checkDType,
  checkGrid,
  checkListCount,
  checkOptions,
  checkShape,
  type ListRows,
  optionNames,
  vectorRows,
} from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { type Channels, checkRows, fillWords } from "./_rows.ts";
import type { InjectOptions } from "./inject.ts";

const NAMES = optionNames<InjectOptions>({ fill: true });

/**
 * Copies rows of features to the voxels at listed coordinates.
 *
 * Inactive coordinates are ignored. If a coordinate is listed several times, the last row wins. Elements are copied as
 * they are. The gradient of a row that wins is the gradient of its voxel; that of any other row is 0.
 *
 * @typeParam D Element type.
 * @param grid The batch that receives the features; borrowed.
 * @param ijk Coordinates, i32 [n, 3]; a tensor is for a batch of one, otherwise each list is for its own grid. Borrowed.
 * @param src Features of each coordinate, [n, ...channels], of any element type; borrowed.
 * @param options The value of voxels that are not listed.
 * @returns Features, [voxels, ...channels]; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3] or not one list per grid, if `src` does not have a row for each
 * coordinate, or if `fill` does not fit the element type.
 * @throws {TypeError} If `ijk` is not i32, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example A voxel listed twice, and an inactive one
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectFromIjk } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 1, 0, 0, 2]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using ijk = tensor(new Int32Array([0, 0, 2, 9, 9, 9, 0, 0, 2]), { context, shape: [3, 3] });
 * using src = tensor([5, 6, 7], { context });
 * using data = injectFromIjk(grid, ijk, src);
 * assertEquals([...await data.read()], [0, 7]);
 * ```
 */
export function injectFromIjk<D extends DType>(
  grid: GridBatch,
  ijk: Lists<"i32">,
  src: Tensor<D>,
  options: InjectOptions = {},
): Tensor<D> {
  const operator = "injectFromIjk";
  const { fill = 0 } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, ijk, src);
  const { rows, channels } = checkLists(operator, grid, ijk, src);
  const { dtype } = src;
  const [low, high] = fillWords(dtype, fill);
  const data = emptyTensor([grid.numVoxels, ...channels.shape], { context, dtype });
  return disposeOnError(data, () => {
    const status = nativeOf(context).injectFromIjk({
      context: handleOf(context),
      grid: handleOf(grid),
      ijk: handleOf(rows.data.buffer),
      n: rows.count,
      offsets: rows.offsets,
      nGrids: grid.gridCount,
      src: handleOf(src.buffer),
      dtype: dtypeCode(dtype),
      channels: channels.count,
      fillLow: low,
      fillHigh: high,
      out: handleOf(data.buffer),
    });
    checkStatus(context, status, operator);
    return data;
  });
}

/**
 * Overwrites the features of the voxels at listed coordinates.
 *
 * Like {@linkcode injectFromIjk}, but in place: the rows of voxels that are not listed are unchanged.
 *
 * @typeParam D Element type.
 * @param dst Features to overwrite, [voxels, ...channels]; the caller keeps ownership.
 * @param grid The batch of the features; borrowed.
 * @param ijk Coordinates, i32 [n, 3]; a tensor is for a batch of one, otherwise each list is for its own grid. Borrowed.
 * @param src Features of each coordinate, [n, ...channels], of the same element type; borrowed. It must not share
 * memory with `dst`.
 * @throws {RangeError} If `ijk` is not [n, 3] or not one list per grid, or if shapes do not match.
 * @throws {TypeError} If `ijk` is not i32, if `dst` and `src` differ in element type, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example One voxel of two
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectFromIjkInto } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 1, 0, 0, 2]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using ijk = tensor(new Int32Array([0, 0, 2]), { context, shape: [1, 3] });
 * using src = tensor([7], { context });
 * using dst = tensor([1, 2], { context });
 * injectFromIjkInto(dst, grid, ijk, src);
 * assertEquals([...await dst.read()], [1, 7]);
 * ```
 */
export function injectFromIjkInto<D extends DType>(
  dst: Tensor<D>,
  grid: GridBatch,
  ijk: Lists<"i32">,
  src: Tensor<D>,
): void {
  const operator = "injectFromIjkInto";
  const context = shareContext(operator, dst, grid, ijk, src);
  const { rows, channels } = checkLists(operator, grid, ijk, src);
  checkDType({ operator, name: "dst" }, dst, [src.dtype]);
  checkShape({ operator, name: "dst" }, dst, [grid.numVoxels, ...channels.shape]);
  const status = nativeOf(context).injectFromIjkInto({
    context: handleOf(context),
    grid: handleOf(grid),
    ijk: handleOf(rows.data.buffer),
    n: rows.count,
    offsets: rows.offsets,
    nGrids: grid.gridCount,
    src: handleOf(src.buffer),
    dtype: dtypeCode(src.dtype),
    channels: channels.count,
    out: handleOf(dst.buffer),
  });
  checkStatus(context, status, operator);
}

function checkLists(
  operator: string,
  grid: GridBatch,
  ijk: Lists<"i32">,
  src: Tensor,
): { readonly rows: ListRows; readonly channels: Channels } {
  const rows = vectorRows({ operator, name: "ijk" }, ijk, ["i32"]);
  checkListCount({ operator, name: "ijk" }, rows, grid);
  return { rows, channels: checkRows({ operator, name: "src" }, src, rows.count) };
}
