/**
 * The points of level-of-detail trees.
 *
 * @module
 */

import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type Tensor } from "../core/mod.ts";
import { bundle } from "../core/bundle.ts";
import { refuse } from "../core/checks.ts";
import { disposeOnError } from "../core/ownership.ts";
import { type LodRange, rangeOf } from "./_range.ts";
import type { LodColumns } from "./_columns.ts";
import { LodTree } from "./_tree.ts";
import { checkUsable } from "../core/operands.ts";

/**
 * Copies points of a tree: all, or those of a range of {@linkcode LodNode.firstPoint} and `pointCount`.
 *
 * @param tree The tree; borrowed.
 * @param range The range of points; all if omitted.
 * @returns Coordinates i32 [count, 3] and colors u8 [count, 4]. Coordinates of floats are in units of the cube from
 * its corner (bit patterns of u32 for a cube of 32 bits), those of integers are the integers that the tree was built
 * from. The caller owns both.
 * @throws {RangeError} If the tree has no such points.
 * @throws {TypeError} If `tree` is not a tree, or the range is of another kind.
 * @throws {DisposedError} If `tree` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Level of detail
 *
 * @example The order of points
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { lodPoints } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor(new Int32Array([7, 7, 7, 5, 5, 5]), { context, shape: [2, 3] });
 * using tree = buildLod(points);
 * using columns = lodPoints(tree);
 * assertEquals([...await columns.coordinates.read()], [5, 5, 5, 7, 7, 7]);
 * ```
 */
export function lodPoints(tree: LodTree, range?: LodRange): LodColumns {
  const operator = "lodPoints";
  checkUsable({ operator, name: "tree" }, tree, LodTree);
  const { context } = tree;
  const { first, count } = rangeOf(operator, range, tree.counts.points);
  const coordinates = emptyTensor([count, 3], { context, dtype: "i32" });
  return disposeOnError(coordinates, () => {
    const colors = emptyTensor([count, 4], { context, dtype: "u8" });
    return disposeOnError(colors, () => {
      const status = nativeOf(context).lodPoints({
        context: handleOf(context),
        lod: handleOf(tree),
        first,
        count,
        outCoordinates: handleOf(coordinates.buffer),
        outColors: handleOf(colors.buffer),
      });
      checkStatus(context, status, operator);
      return bundle("LodColumns", { coordinates, colors });
    });
  });
}

/**
 * Copies the rows of the input that the points of a tree come from, for example to gather attributes.
 *
 * @param tree A tree that was built with `rows`; borrowed.
 * @param range The range of points; all if omitted.
 * @returns Rows, i64 [count]; the caller owns them. Rows of points with equal position and color ascend.
 * @throws {RangeError} If the tree has no such points, or no rows.
 * @throws {TypeError} If `tree` is not a tree, or the range is of another kind.
 * @throws {DisposedError} If `tree` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Level of detail
 *
 * @example The order of the points
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { lodRows } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor(new Int32Array([7, 7, 7, 5, 5, 5]), { context, shape: [2, 3] });
 * using tree = buildLod(points, undefined, { keepRows: true });
 * using rows = lodRows(tree);
 * assertEquals([...await rows.read()], [1n, 0n]);
 * ```
 */
export function lodRows(tree: LodTree, range?: LodRange): Tensor<"i64"> {
  const operator = "lodRows";
  checkUsable({ operator, name: "tree" }, tree, LodTree);
  if (!tree.hasRows) refuse(operator, "the tree was built without rows");
  const { context } = tree;
  const { first, count } = rangeOf(operator, range, tree.counts.points);
  const rows = emptyTensor([count], { context, dtype: "i64" });
  return disposeOnError(rows, () => {
    const native = nativeOf(context);
    const status = native.lodRows({
      context: handleOf(context),
      lod: handleOf(tree),
      first,
      count,
      outRows: handleOf(rows.buffer),
    });
    checkStatus(context, status, operator);
    return rows;
  });
}
