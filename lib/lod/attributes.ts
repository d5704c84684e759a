/**
 * Attributes of voxels, computed from those of points.
 *
 * @module
 */

import { LodChoice } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DType, Tensor } from "../core/mod.ts";
import { checkDType, checkShape, checkTensor } from "../core/checks.ts";
import { checkClass, refuse } from "../../ffi/base/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { LodTree } from "./base/tree.ts";

/**
 * Element types whose means {@linkcode lodMean} takes.
 *
 * @category Level of detail
 */
export type LodMeanInput = "u8" | "f16" | "f32" | "f64" | "i32";

/**
 * Element type of the means, by that of the attributes.
 *
 * @category Level of detail
 */
export type LodMeanOf<D extends LodMeanInput> = D extends "f64" | "i32" ? "f64" : "f32";

const MEAN_DTYPES: readonly DType[] = ["u8", "f16", "f32", "f64", "i32"];

/**
 * Gives each voxel the attributes of the point nearest to its center among those in its cell.
 *
 * @typeParam D Element type of the attributes.
 * @param tree A tree that was built with `rows`; borrowed.
 * @param attributes Attributes of the points that the tree was built from, in their order, [n, channels]; borrowed.
 * @returns Attributes of all voxels, [voxels, channels]; the caller owns them. Of several points at one distance, the
 * first in the tree's order is taken.
 * @throws {RangeError} If the tree has no rows or its points are in arbitrary order, or if the shape is wrong.
 * @throws {TypeError} If contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Level of detail
 *
 * @example Intensities
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { lodNearest } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor(new Int32Array([0, 0, 0, 1, 1, 1, 7, 7, 7]), { context, shape: [3, 3] });
 * using tree = buildLod(points, undefined, { pointsPerLeaf: 3, gridSize: 2, keepRows: true });
 * using intensities = tensor(new Int32Array([10, 20, 30]), { context, shape: [3, 1] });
 * using own = lodNearest(tree, intensities);
 * assertEquals([...await own.read()], [20, 30]);
 * ```
 */
export function lodNearest<D extends DType>(tree: LodTree, attributes: Tensor<D>): Tensor<D> {
  const operator = "lodNearest";
  shareContext(operator, tree, attributes);
  checkTensor({ operator, name: "attributes" }, attributes);
  return take(operator, LodChoice.NEAREST, tree, attributes, attributes.dtype);
}

/**
 * Gives each voxel the mean attributes of the points in its cell.
 *
 * Sums run in the tree's point order in double precision, and each mean is rounded once.
 *
 * @typeParam D Element type of the attributes.
 * @param tree A tree that was built with `rows`; borrowed.
 * @param attributes Attributes of the points that the tree was built from, in their order, u8, f16, f32, f64 or i32 [n,
 * channels]; borrowed.
 * @returns Means for all voxels, f32 [voxels, channels], or f64 for f64 and i32; the caller owns them.
 * @throws As {@linkcode lodNearest}.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Level of detail
 *
 * @example Intensities
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { lodMean } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor(new Int32Array([0, 0, 0, 1, 1, 1, 7, 7, 7]), { context, shape: [3, 3] });
 * using tree = buildLod(points, undefined, { pointsPerLeaf: 3, gridSize: 2, keepRows: true });
 * using intensities = tensor(new Int32Array([10, 21, 30]), { context, shape: [3, 1] });
 * using means = lodMean(tree, intensities);
 * assertEquals([...await means.read()], [15.5, 30]);
 * ```
 */
export function lodMean<D extends LodMeanInput>(
  tree: LodTree,
  attributes: Tensor<D>,
): Tensor<LodMeanOf<D>> {
  checkDType({ operator: "lodMean", name: "attributes" }, attributes, MEAN_DTYPES);
  const isWide = attributes.dtype === "f64" || attributes.dtype === "i32";
  const dtype = (isWide ? "f64" : "f32") as LodMeanOf<D>;
  return take("lodMean", LodChoice.MEAN, tree, attributes, dtype);
}

/**
 * Gives each voxel the most frequent attributes of the points in its cell, such as their class.
 *
 * @typeParam D Element type of the attributes.
 * @param tree A tree that was built with `rows`; borrowed.
 * @param attributes Attributes of the points that the tree was built from, in their order, u8 or bool [n, channels];
 * borrowed.
 * @returns Attributes of all voxels, [voxels, channels]; the caller owns them. Of several equally frequent ones, the
 * smallest is taken.
 * @throws As {@linkcode lodNearest}.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Level of detail
 *
 * @example Classes
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { lodMajority } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const places = new Int32Array([0, 0, 0, 1, 1, 1, 2, 2, 2, 7, 7, 7]);
 * using points = tensor(places, { context, shape: [4, 3] });
 * using tree = buildLod(points, undefined, { pointsPerLeaf: 4, gridSize: 2, keepRows: true });
 * using classes = tensor(new Uint8Array([2, 6, 6, 1]), { context, shape: [4, 1] });
 * using own = lodMajority(tree, classes);
 * assertEquals([...await own.read()], [6, 1]);
 * ```
 */
export function lodMajority<D extends "u8" | "bool">(
  tree: LodTree,
  attributes: Tensor<D>,
): Tensor<D> {
  checkDType({ operator: "lodMajority", name: "attributes" }, attributes, ["u8", "bool"]);
  return take("lodMajority", LodChoice.MAJORITY, tree, attributes, attributes.dtype);
}

function take<D extends DType>(
  operator: string,
  choice: LodChoice,
  tree: LodTree,
  attributes: Tensor,
  dtype: D,
): Tensor<D> {
  const context = shareContext(operator, tree, attributes);
  checkClass({ operator, name: "tree" }, tree, LodTree);
  if (!tree.hasRows) refuse(operator, "the tree was built without rows");
  if (!tree.isOrdered) refuse(operator, "the points of the tree's leaves are in any order");
  checkShape({ operator, name: "attributes" }, attributes, [tree.counts.points, "channels"]);
  const [, channels = 0] = attributes.shape;
  if (channels === 0) refuse(operator, "attributes have no channels");
  const layout = { operator, context, dtype, shape: [tree.counts.voxels, channels] };
  return computeTensor(layout, (native, request) =>
    native.lodAttributes({
      ...request,
      lod: handleOf(tree),
      choice,
      attributes: handleOf(attributes.buffer),
      dtype: dtypeCode(attributes.dtype),
      channels,
    }));
}
