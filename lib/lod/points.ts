/**
 * The points of level-of-detail trees.
 *
 * @module
 */

import type { Bundle, Tensor } from "../core/mod.ts";
import { checkUsable, refuse } from "../../ffi/base/checks.ts";
import { computeTensor } from "../core/native_call.ts";
import { copyColumns, takeRange } from "./_copy.ts";
import { LodTree } from "./base/tree.ts";

/**
 * Coordinates of points or voxels, and their colors.
 *
 * @category Level of detail
 */
export interface LodColumns extends Bundle {
  /** Coordinates, i32 [n, 3]; owned. */
  readonly coordinates: Tensor<"i32">;
  /** Red, green, blue and alpha, u8 [n, 4]; owned. */
  readonly colors: Tensor<"u8">;
}

/**
 * A range of consecutive points or voxels.
 *
 * @category Level of detail
 */
export interface LodRange {
  /** Index of the first one. */
  readonly first: number;
  /** Their number. */
  readonly count: number;
}

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
  const part = takeRange("lodPoints", tree, "points", range);
  return copyColumns(part, (native, request) => native.lodPoints(request));
}

/**
 * Copies the rows of the input that the points of a tree come from, for example to gather attributes.
 *
 * @param tree A tree that was built with `rows`; borrowed.
 * @param range The range of points; all if omitted.
 * @returns Rows, i64 [count]; the caller owns them. Rows of points with equal position and color ascend.
 * @throws {RangeError} If the tree has no such points, or no rows.
 * @throws {TypeError} If `tree` is not a tree, or the range is of another kind.
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
  const { context, count, request } = takeRange(operator, tree, "points", range);
  const layout = { operator, context, dtype: "i64", shape: [count] } as const;
  return computeTensor(
    layout,
    (native, { out: outRows }) => native.lodRows({ ...request, outRows }),
  );
}
