/**
 * Averages over the points of each voxel.
 *
 * @module
 */

import { type DType, emptyTensor, type Float, type GridBatch, type Tensor } from "../core/mod.ts";
import { checkDType, checkGrid, checkShape, refuse } from "../core/checks.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";

/** Element types of the values that {@linkcode voxelMean} takes. */
export type MeanInput = "u8" | Float;

/** Element type of the means of values of a type. */
export type MeanOf<D extends MeanInput> = D extends "f64" ? "f64" : "f32";

const VALUE_DTYPES: readonly DType[] = ["u8", ...FLOATS];

/**
 * Averages the values of the points of each voxel.
 *
 * Bytes are summed exactly, and floats in the order of the points in double precision; each mean is rounded once. A
 * value that is not a number reaches its own voxel only.
 *
 * @typeParam D Element type of the values.
 * @param grid The batch whose voxels get the means; borrowed.
 * @param rows Row in the batch of each point, i64 [n], as {@linkcode gridFromPointsWithRows} gives them; points with
 * -1 are left out.
 * @param values Values of each point, u8, f16, bf16, f32 or f64 [n, ...channels].
 * @returns Means, f32 [voxels, ...channels], or f64 for f64; 0 for voxels without points. The caller owns them.
 * @throws {RangeError} If shapes do not fit together.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example The centre of the points of each voxel
 * ```ts
 * import { gridFromPointsWithRows, openContext, tensor, voxelMean } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 0.5, 0, 0.25, 4, 0, 0], { context, shape: [3, 3] });
 * using built = gridFromPointsWithRows(points, { voxelSize: 2 });
 * using centres = voxelMean(built.grid, built.rows, points);
 * assertEquals([...await centres.read()], [0.25, 0, 0.125, 4, 0, 0]);
 * ```
 */
export function voxelMean<D extends MeanInput>(
  grid: GridBatch,
  rows: Tensor<"i64">,
  values: Tensor<D>,
): Tensor<MeanOf<D>> {
  const operator = "voxelMean";
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, rows, values);
  const { count, channels } = checkShapes(operator, rows, values);
  const dtype = (values.dtype === "f64" ? "f64" : "f32") as MeanOf<D>;
  const means = emptyTensor([grid.numVoxels, ...channels], { context, dtype });
  return disposeOnError(means, () => {
    const status = context.native.voxelMean(
      context.handle,
      grid.handle,
      rows.buffer.handle,
      values.buffer.handle,
      dtypeCode(values.dtype),
      count,
      elementCount(channels),
      means.buffer.handle,
    );
    context.check(status, operator);
    return means;
  });
}

/** Says how many points there are, and which axes a value has. */
function checkShapes(
  operator: string,
  rows: Tensor,
  values: Tensor,
): { readonly count: number; readonly channels: readonly number[] } {
  checkDType({ operator, name: "rows" }, rows, ["i64"]);
  checkDType({ operator, name: "values" }, values, VALUE_DTYPES);
  checkShape({ operator, name: "rows" }, rows, ["n"]);
  const [count = 0] = rows.shape;
  const [points, ...channels] = values.shape;
  if (points !== count) {
    refuse(
      operator,
      `values shape is ${formatShape(values.shape)}, [${count}, ...channels] expected`,
    );
  }
  if (elementCount(channels) === 0) {
    refuse(operator, `values shape is ${formatShape(values.shape)}, it has no channels`);
  }
  return { count, channels };
}
