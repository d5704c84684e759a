/**
 * Features and weights that fit a plan: checks, and the rows of results.
 *
 * @module
 */

import {
  type DType,
  type Float,
  type GridBatch,
  JaggedTensor,
  type Lists,
  type Tensor,
} from "../core/mod.ts";
import { checkDType, checkListCount, checkShape, rowsOf } from "../core/checks.ts";
import { checkClass, refuse } from "../../ffi/base/checks.ts";
import { FLOATS } from "../core/dtype.ts";
import { ConvPlan } from "./base/conv_plan.ts";

/** Features and weights that fit a plan. */
export interface LayerTensors<D extends Float> {
  readonly features: Tensor<D>;
  readonly weights: Tensor<D>;
  readonly inChannels: number;
  readonly outChannels: number;
}

/**
 * Checks rows of a batch's voxels, [voxels, channels].
 *
 * @returns The rows of all grids.
 */
function voxelRows<D extends Float>(
  operator: string,
  name: string,
  { data, grid, channels }: {
    readonly data: Lists<D>;
    readonly grid: GridBatch;
    readonly channels: number | string;
  },
): Tensor<D> {
  if (data instanceof JaggedTensor) {
    const rows = rowsOf(data);
    checkListCount({ operator, name }, rows, grid);
    const list = grid.offsets.findIndex((offset, at) => offset !== rows.offsets[at]);
    if (list >= 0) {
      refuse(
        operator,
        `list ${list - 1} of ${name} ends at row ${
          rows.offsets[list]
        }, the voxels of its grid end ` +
          `at ${grid.offsets[list]}`,
      );
    }
  }
  const rows = dataOf(data);
  checkShape({ operator, name }, rows, [grid.numVoxels, channels]);
  return rows;
}

/** The rows of all lists; what is neither is refused by later checks. */
function dataOf<D extends Float>(lists: Lists<D>): Tensor<D> {
  return lists instanceof JaggedTensor ? lists.data : lists;
}

/**
 * Checks that features and weights fit a plan.
 *
 * @throws {RangeError} If shapes or lists do not match.
 * @throws {TypeError} If an element type is wrong.
 */
export function takeLayer<D extends Float>(
  operator: string,
  plan: ConvPlan,
  features: Lists<D>,
  weights: Tensor<D>,
): LayerTensors<D> {
  checkClass({ operator, name: "plan" }, plan, ConvPlan);
  const all = dataOf(features);
  checkDType({ operator, name: "features" }, all, FLOATS);
  checkDType({ operator, name: "weights" }, weights, [all.dtype]);
  const rows = voxelRows(operator, "features", {
    data: features,
    grid: plan.source,
    channels: "channels",
  });
  const [, inChannels = 0] = rows.shape;
  const isMatrix = plan.taps === 1 && weights.shape.length === 2;
  const extents = isMatrix ? [] : plan.kernel;
  checkShape({ operator, name: "weights" }, weights, ["channels", inChannels, ...extents]);
  const [outChannels = 0] = weights.shape;
  return { features: rows, weights, inChannels, outChannels };
}

/**
 * Checks rows of the target's voxels, [voxels, out channels].
 *
 * @returns The rows of all grids.
 */
export function rowsOfTarget<D extends Float>(
  operator: string,
  name: string,
  data: Lists<D>,
  { target }: ConvPlan,
  { weights, outChannels }: Pick<LayerTensors<D>, "weights" | "outChannels">,
): Tensor<D> {
  const rows = voxelRows(operator, name, { data, grid: target, channels: outChannels });
  checkDType({ operator, name }, rows, [weights.dtype]);
  return rows;
}

/** Sees rows as lists of a grid's voxels, where others were lists; takes the rows over. */
export function inListsOfGrid<D extends DType>(
  like: Lists<DType>,
  grid: GridBatch,
  rows: Tensor<D>,
): Lists<D> {
  return like instanceof JaggedTensor ? new JaggedTensor(rows, grid.offsets) : rows;
}
