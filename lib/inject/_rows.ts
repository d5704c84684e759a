/**
 * Rows of features: their checks, and values that fill them.
 *
 * @module
 */

import type {
  InjectIntoRequest,
  InjectRequest,
  Native,
  Status,
} from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DType, GridBatch, Tensor } from "../core/mod.ts";
import { type Argument, refuse } from "../../ffi/base/checks.ts";
import { checkDType, checkShape, checkTensor } from "../core/checks.ts";
import { dtypeCode, fillWords } from "../core/dtype.ts";
import { callNative, computeTensor } from "../core/native_call.ts";
import { elementCount, formatShape } from "../core/shape.ts";

/** The shape of one row of features. */
export interface Channels {
  /** Axes behind the rows. */
  readonly shape: readonly number[];
  /** Elements of a row. */
  readonly count: number;
}

/** Refuses features that do not have a number of rows; says what a row looks like. */
export function checkRows({ operator, name }: Argument, tensor: Tensor, rows: number): Channels {
  checkTensor({ operator, name }, tensor);
  const { shape } = tensor;
  const [first, ...rest] = shape;
  if (first !== rows) {
    refuse(operator, `${name} shape is ${formatShape(shape)}, [${rows}, ...] expected`);
  }
  return { shape: rest, count: elementCount(rest) };
}

/** Refuses batches that do not have as many grids as another. */
export function checkSameGrids(
  { operator, name }: Argument,
  { gridCount }: GridBatch,
  { gridCount: expected }: GridBatch,
): void {
  if (gridCount === expected) return;
  refuse(operator, `${name} has ${gridCount} grids, ${expected} expected`);
}

/** Rows of features, and the batch whose voxels receive them. */
export interface Transfer<D extends DType> {
  /** Name of the operator. */
  readonly operator: string;
  readonly grid: GridBatch;
  readonly src: Tensor<D>;
  /** Number of rows that there have to be. */
  readonly count: number;
}

/** Makes features of all voxels of a batch; those that receive no row get a value. */
export function fillRows<D extends DType>(
  { operator, grid, src, count }: Transfer<D>,
  fill: number | bigint | boolean,
  call: (native: Native, request: Omit<InjectRequest, "srcGrid">) => Status,
): Tensor<D> {
  const channels = checkRows({ operator, name: "src" }, src, count);
  const { context, dtype } = src;
  const [fillLow, fillHigh] = fillWords(dtype, fill);
  const shape = [grid.numVoxels, ...channels.shape];
  const own = { grid: handleOf(grid), ...sourceOf(src, channels), fillLow, fillHigh };
  return computeTensor(
    { operator, context, dtype, shape },
    (native, out) => call(native, { ...own, ...out }),
  );
}

/** Overwrites features of voxels of a batch. */
export function overwriteRows<D extends DType>(
  { operator, grid, src, count }: Transfer<D>,
  dst: Tensor<D>,
  call: (native: Native, request: Omit<InjectIntoRequest, "srcGrid">) => Status,
): void {
  const channels = checkRows({ operator, name: "src" }, src, count);
  checkDType({ operator, name: "dst" }, dst, [src.dtype]);
  checkShape({ operator, name: "dst" }, dst, [grid.numVoxels, ...channels.shape]);
  const own = { grid: handleOf(grid), ...sourceOf(src, channels), out: handleOf(dst.buffer) };
  callNative(operator, src.context, (native, context) => call(native, { ...own, context }));
}

function sourceOf(
  src: Tensor,
  { count }: Channels,
): Pick<InjectRequest, "src" | "dtype" | "channels"> {
  return { src: handleOf(src.buffer), dtype: dtypeCode(src.dtype), channels: count };
}
