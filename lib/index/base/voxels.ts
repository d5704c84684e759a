/**
 * Dense voxels, and which of them are above a threshold.
 *
 * @module
 */

import { CoverageForm as Coverage, VoxelOrder } from "../../../ffi/_generated/symbols.ts";
import type { Tensor, Triple } from "../../core/mod.ts";
import { cannot } from "../../../ffi/base/errors.ts";
import { handleOf } from "../../../ffi/owned.ts";
import { checkShape, checkTensor } from "../../core/checks.ts";
import { type DType, dtypeCode } from "../../core/dtype.ts";
import type { Caller } from "../../core/compute_tensors.ts";
import type { OptionKinds } from "../../../ffi/base/options.ts";
import { describeValue, oneOf } from "../../../ffi/base/words.ts";
import type { BrickCoverage } from "./bricks.ts";
import { computeChecked, refuseIndex } from "./errors.ts";
import { checkIndexShape } from "./shape.ts";
import { float16Arrays } from "../../../ffi/base/float16.ts";

/**
 * Element types of voxels.
 *
 * @category Bricks
 */
export type VoxelType = "u8" | "u16" | "i16" | "f16" | "f32";

/** Element types of voxels, all of them. */
export const VOXEL_TYPES: readonly VoxelType[] = ["u8", "u16", "i16", "f16", "f32"];

/**
 * Axes of dense voxels, the last one varying fastest.
 *
 * - `zyx`: shape [z, y, x], as files hold them
 * - `xyz`: shape [x, y, z], as in the library's dense boxes and `readNrrd`
 *
 * @category Bricks
 */
export type VoxelAxes = "zyx" | "xyz";

/**
 * Options of operators that compare voxels with a threshold.
 *
 * @category Bricks
 */
export interface ThresholdOptions {
  /**
   * Bricks with voxels above it are kept. For integers it must be a whole number in range of their type, or infinite.
   */
  readonly threshold: number;
  /**
   * Which voxels fill a brick.
   *
   * @default {"cells"}
   */
  readonly coverage?: BrickCoverage;
  /**
   * Treatment of NaN voxels: an error, which the calling thread waits for, or as not above the threshold.
   *
   * @default {"reject"}
   */
  readonly nan?: "reject" | "empty";
  /**
   * Axes of the volume, the last one varying fastest.
   *
   * @default {"zyx"}
   */
  readonly axes?: VoxelAxes;
}

/** Their names, for those of operators that take more. */
export const THRESHOLD_OPTIONS: OptionKinds<ThresholdOptions> = {
  threshold: true,
  coverage: true,
  nan: true,
  axes: true,
};

/** Options of {@linkcode ThresholdOptions}, checked. */
export interface Threshold {
  readonly threshold: number;
  readonly coverage: Coverage;
  readonly checked: boolean;
  readonly order: VoxelOrder;
}

const COVERAGES = { cells: Coverage.CELLS, payload: Coverage.PAYLOAD } as const;
const ORDERS = { zyx: VoxelOrder.X_FASTEST, xyz: VoxelOrder.Z_FASTEST } as const;
const NANS = { reject: true, empty: false } as const;

/** Least and greatest numbers of the types that have ends. */
const LIMITS: Readonly<Record<VoxelType, readonly [least: number, most: number]>> = {
  u8: [0, 255],
  u16: [0, 65535],
  i16: [-32768, 32767],
  f16: [-65504, 65504],
  f32: [-(2 - 2 ** -23) * 2 ** 127, (2 - 2 ** -23) * 2 ** 127],
};

/** Looks a word up among those that an option has. */
export function chooseFrom<T>(
  { operator, name }: { readonly operator: string; readonly name: string },
  table: Readonly<Record<string, T>>,
  word: string,
): T {
  const found = Object.hasOwn(table, word) ? table[word] : undefined;
  if (found !== undefined) return found;
  const expected = Object.keys(table).join(" or ");
  throw new TypeError(`Cannot run ${operator}: ${name} is ${word}, ${expected} expected`);
}

/** Whether voxels of a type can be a number. */
export function isVoxel(dtype: VoxelType, value: number): boolean {
  const [least, most] = LIMITS[dtype];
  return typeof value === "number" && value >= least && value <= most &&
    (dtype.startsWith("f") || Number.isInteger(value));
}

/** The greatest number that voxels of a type can be and that is not above a negative one in their range. */
export function voxelNotAbove(dtype: VoxelType, value: number): number {
  if (dtype !== "f16" && dtype !== "f32") return value;
  const held = dtype === "f16" ? float16Arrays().of(value) : Float32Array.of(value);
  const bits = dtype === "f16" ? new Uint16Array(held.buffer) : new Uint32Array(held.buffer);
  // Rounding may have gone upwards; the next lower of negative numbers has the next greater bits.
  if ((held[0] ?? NaN) > value) bits[0] = (bits[0] ?? NaN) + 1;
  return held[0] ?? NaN;
}

/** Refuses values of missing voxels that no voxel has. */
export function checkFill(operator: string, dtype: VoxelType, fill: number): number {
  if (isVoxel(dtype, fill)) return fill;
  return refuseIndex(
    "VALUE_RANGE",
    operator,
    `fill is ${describeValue(fill)}, which no ${dtype} is`,
  );
}

/** Refuses element types that voxels do not have. */
export function checkVoxelType(operator: string, dtype: DType): asserts dtype is VoxelType {
  const accepted: readonly DType[] = VOXEL_TYPES;
  if (accepted.includes(dtype)) return;
  const expected = `${oneOf(accepted)} expected`;
  throw new TypeError(`${cannot(operator)}: volume is ${dtype}, ${expected}`);
}

/** The axes of dense voxels. */
export function orderOf(operator: string, axes: VoxelAxes): VoxelOrder {
  return chooseFrom({ operator, name: "axes" }, ORDERS, axes);
}

/** Refuses options that ask for no comparison with voxels. */
export function checkThreshold(
  operator: string,
  dtype: VoxelType,
  { threshold, coverage = "cells", nan = "reject", axes = "zyx" }: ThresholdOptions,
): Threshold {
  if (typeof threshold !== "number" || Number.isNaN(threshold)) {
    refuseIndex(
      "BAD_THRESHOLD",
      operator,
      `threshold is ${describeValue(threshold)}, a number expected`,
    );
  }
  if (Number.isFinite(threshold) && !isVoxel(dtype, threshold)) {
    const [least, most] = LIMITS[dtype];
    const kind = dtype.startsWith("f") ? "a number" : "a whole number";
    refuseIndex(
      "BAD_THRESHOLD",
      operator,
      `threshold is ${threshold}, ${kind} from ${least} to ${most} expected for ${dtype}`,
    );
  }
  return {
    threshold,
    coverage: chooseFrom({ operator, name: "coverage" }, COVERAGES, coverage),
    checked: chooseFrom({ operator, name: "nan" }, NANS, nan),
    order: orderOf(operator, axes),
  };
}

/** Extents along x, y and z of dense voxels. */
export function voxelDims(
  operator: string,
  volume: Tensor,
  order: VoxelOrder,
  name = "volume",
): Triple {
  const byZ = order === VoxelOrder.Z_FASTEST;
  checkShape({ operator, name }, volume, byZ ? ["x", "y", "z"] : ["z", "y", "x"]);
  const { dims } = checkIndexShape(operator, byZ ? volume.shape : volume.shape.toReversed(), 1);
  const [x = 0, y = 0, z = 0] = dims;
  return [x, y, z];
}

/** Extents as native functions take them. */
export function nativeExtents(dims: Triple): BigInt64Array<ArrayBuffer> {
  return BigInt64Array.from(dims, BigInt);
}

/** Voxels with what they are compared with. */
export interface Voxels extends Caller {
  readonly dims: Triple;
  readonly data: Tensor<VoxelType>;
  readonly rule: Threshold;
  /** Number of the first voxel, for messages. */
  readonly first?: number;
}

/** Refuses a volume or options that are wrong. */
export function checkVoxels<D extends VoxelType>(
  operator: string,
  volume: Tensor<D>,
  options: ThresholdOptions,
): Voxels {
  checkTensor({ operator, name: "volume" }, volume);
  volume.assertUsable(operator, "volume");
  checkVoxelType(operator, volume.dtype);
  const rule = checkThreshold(operator, volume.dtype, options);
  const dims = voxelDims(operator, volume, rule.order);
  return { operator, context: volume.context, dims, data: volume, rule };
}

/** Bits of the voxels above the threshold, in rows of whole words. */
export function thresholdBits(
  { operator, context, dims, data, rule, first = 0 }: Voxels,
): Tensor<"i32"> {
  const [x, y, z] = dims;
  const shape = [z, y, Math.ceil(x / 32)];
  const layout = { operator, context, dtype: "i32", shape } as const;
  return computeChecked(layout, (native, { context, out, outFault }) =>
    native.brickThreshold({
      context,
      extents: nativeExtents(dims),
      order: rule.order,
      voxels: handleOf(data.buffer),
      dtype: dtypeCode(data.dtype),
      threshold: rule.threshold,
      checked: rule.checked ? 1 : 0,
      first,
      outBits: out,
      outFault,
    }));
}
