/**
 * Means over the points in each voxel.
 *
 * @module
 */

import type { VoxelMeanRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DType, Float, GridBatch, Tensor } from "../core/mod.ts";
import { checkDType, checkGrid, checkShape } from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";

/**
 * Element types of the features that {@linkcode voxelMean} takes.
 *
 * @category Pooling
 */
export type MeanInput = "u8" | Float;

/**
 * Element type of the means, by that of the features.
 *
 * @category Pooling
 */
export type MeanOf<D extends MeanInput> = D extends "f64" ? "f64" : "f32";

const VALUE_DTYPES: readonly DType[] = ["u8", ...FLOATS];

/**
 * Computes the mean of the features of the points in each voxel.
 *
 * Bytes are summed exactly, and floats in point order in double precision; each mean is rounded once. A NaN feature
 * only affects its own voxel.
 *
 * @typeParam D Element type of the features.
 * @param grid The batch whose voxels get the means; borrowed.
 * @param rows Row in the batch of each point, i64 [n], as {@linkcode gridFromPointsWithRows} returns them; borrowed.
 * Points whose rows are not in the batch, such as -1, are ignored.
 * @param features Features of each point, u8, f16, bf16, f32 or f64 [n, ...channels], 1 to 65536 channels; borrowed.
 * @returns Means, f32 [voxels, ...channels], or f64 for f64; 0 for voxels without points. The caller owns them.
 * @throws {RangeError} If shapes do not match, or there are no channels or more than 65536.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If there are more than 4294967295 points of floats.
 * @determinism Same bits on every backend.
 * @category Pooling
 *
 * @example The center of the points of each voxel
 * ```ts
 * import { openContext, tensor, voxelMean } from "@denovdb/denovdb";
 * import { gridFromPointsWithRows } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 0.5, 0, 0.25, 4, 0, 0], { context, shape: [3, 3] });
 * using built = gridFromPointsWithRows(points, { voxelSize: 2 });
 * using centers = voxelMean(built.grid, built.rows, points);
 * assertEquals([...await centers.read()], [0.25, 0, 0.125, 4, 0, 0]);
 * ```
 */
export function voxelMean<D extends MeanInput>(
  grid: GridBatch,
  rows: Tensor<"i64">,
  features: Tensor<D>,
): Tensor<MeanOf<D>> {
  const operator = "voxelMean";
  const work = takeMeans(operator, { grid, rows, values: features, name: "features" });
  const { context, shape: [, ...channels] } = features;
  const dtype = (features.dtype === "f64" ? "f64" : "f32") as MeanOf<D>;
  return computeTensor(
    { operator, context, dtype, shape: [grid.numVoxels, ...channels] },
    (native, out) => native.voxelMean({ ...out, ...work, features: handleOf(features.buffer) }),
  );
}

/**
 * Backward pass of {@linkcode voxelMean}: each point gets the gradient of its voxel, divided by the number of points
 * there.
 *
 * Computed in double precision and rounded once.
 *
 * @typeParam D Element type of the gradients.
 * @param grid The batch whose voxels have the means; borrowed.
 * @param rows Row in the batch of each point, i64 [n], -1 for none, as passed to {@linkcode voxelMean}; borrowed.
 * @param gradients Gradients of a loss with respect to the means, f16, bf16, f32 or f64 [voxels, ...channels], 1 to
 * 65536 channels; borrowed.
 * @returns Gradients of the loss with respect to the features of each point, [n, ...channels]; 0 for points without a
 * voxel. The caller owns it.
 * @throws {RangeError} If shapes do not match, or there are no channels or more than 65536.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Pooling
 *
 * @example Two points share a voxel
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromPointsWithRows } from "@denovdb/denovdb/grid";
 * import { voxelMeanBackward } from "@denovdb/denovdb/pool";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 0.5, 0, 0.25, 4, 0, 0], { context, shape: [3, 3] });
 * using built = gridFromPointsWithRows(points, { voxelSize: 2 });
 * using gradients = tensor([6, 8], { context, shape: [2, 1] });
 * using back = voxelMeanBackward(built.grid, built.rows, gradients);
 * assertEquals([...await back.read()], [3, 3, 8]);
 * ```
 */
export function voxelMeanBackward<D extends Float>(
  grid: GridBatch,
  rows: Tensor<"i64">,
  gradients: Tensor<D>,
): Tensor<D> {
  const operator = "voxelMeanBackward";
  const work = takeMeans(operator, { grid, rows, values: gradients, name: "gradients" });
  const { context, dtype, shape: [, ...channels] } = gradients;
  return computeTensor(
    { operator, context, dtype, shape: [work.n, ...channels] },
    (native, out) =>
      native.voxelMeanBackward({ ...out, ...work, gradients: handleOf(gradients.buffer) }),
  );
}

/** Checks what both directions have in common: the batch, the rows of points, and what points or voxels have. */
function takeMeans(
  operator: string,
  { grid, rows, values, name }: {
    readonly grid: GridBatch;
    readonly rows: Tensor<"i64">;
    readonly values: Tensor;
    readonly name: "features" | "gradients";
  },
): Pick<VoxelMeanRequest, "grid" | "rows" | "dtype" | "n" | "channels"> {
  checkGrid(operator, grid);
  shareContext(operator, grid, rows, values);
  checkDType({ operator, name: "rows" }, rows, ["i64"]);
  checkShape({ operator, name: "rows" }, rows, ["n"]);
  const [n = 0] = rows.shape;
  checkDType({ operator, name }, values, name === "features" ? VALUE_DTYPES : FLOATS);
  const { shape, dtype } = values;
  const [given, ...axes] = shape;
  const expected = name === "features" ? n : grid.numVoxels;
  if (given !== expected) {
    refuse(operator, `${name} shape is ${formatShape(shape)}, [${expected}, ...channels] expected`);
  }
  const channels = elementCount(axes);
  if (channels === 0) {
    refuse(operator, `${name} shape is ${formatShape(shape)}, it has no channels`);
  }
  const points = { rows: handleOf(rows.buffer), n };
  return { grid: handleOf(grid), ...points, dtype: dtypeCode(dtype), channels };
}
