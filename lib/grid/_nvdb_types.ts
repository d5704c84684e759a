/**
 * Which types of NanoVDB hold which tensors.
 *
 * @module
 */

import type { DType, Tensor, TypedArrayOf } from "../core/mod.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { toTypedArray } from "../core/dtype.ts";
import { elementCount, formatShape } from "../core/shape.ts";
import type { NvdbTypeOfGrid } from "./to_nvdb.ts";

/** The element types that numbers of a file have. */
export type StoredDType = "f32" | "f64" | "i16" | "i32" | "i64" | "u8" | "bool";

/** Types of values by element types and numbers of channels. */
const TYPES: Readonly<Record<StoredDType, Readonly<Record<number, NvdbTypeOfGrid>>>> = {
  f32: { 1: "float", 3: "vec3f", 4: "vec4f" },
  f64: { 1: "double", 3: "vec3d", 4: "vec4d" },
  i16: { 1: "int16" },
  i32: { 1: "int32" },
  i64: { 1: "int64" },
  u8: { 1: "uint8" },
  bool: { 1: "bool" },
};

/** The element type that a file has for another one, whose numbers it holds. */
export function storedDType(dtype: DType): StoredDType {
  if (dtype === "f16" || dtype === "bf16") return "f32";
  return dtype === "u16" ? "i32" : dtype;
}

/** Whether index grids have columns like that: `encodeNvdb` follows the same rule. */
function isColumn({ dtype, shape }: Tensor): boolean {
  const stored = storedDType(dtype);
  const channels = elementCount(shape.slice(1));
  if (stored === "f32") return channels > 0;
  const isBytes = stored === "u8" || stored === "bool";
  return channels in TYPES[stored] || isBytes && (channels === 3 || channels === 4);
}

/**
 * Finds the type of a grid with values.
 *
 * @throws {RangeError} If NanoVDB has none for them.
 */
export function valueType(operator: string, values: Tensor): NvdbTypeOfGrid {
  const { dtype, shape } = values;
  const [, channels = 1, ...rest] = shape;
  const type = rest.length === 0 ? TYPES[storedDType(dtype)][channels] : undefined;
  if (type !== undefined) return type;
  const advice = isColumn(values)
    ? "give them as columns"
    : "[voxels], or floats [voxels, 3] or [voxels, 4] expected";
  return refuse(
    operator,
    `NanoVDB has no type for values ${dtype} of shape ${formatShape(shape)}, ${advice}`,
  );
}

/**
 * Refuses what no column of an index grid holds.
 *
 * @throws {RangeError} If NanoVDB has no type for it.
 */
export function checkColumn(operator: string, name: string, column: Tensor): void {
  if (isColumn(column)) return;
  const { dtype, shape } = column;
  const kept = storedDType(dtype);
  const many = kept === "f32" ? "1 or more" : kept.startsWith("i") ? "1" : "1, 3 or 4";
  refuse(
    operator,
    `column ${describeValue(name)} is ${dtype} of shape ${formatShape(shape)}, ` +
      `${many} channels of ${dtype} expected`,
  );
}

/**
 * Writes out the value of voxels that are not active, by the rule of `Tensor.fill`; besides, what is finite stays so.
 *
 * @throws {RangeError} If the type of the values does not hold it.
 * @throws {TypeError} If it is no number.
 */
export function backgroundOf(
  operator: string,
  { dtype, shape }: Tensor,
  fill: number | bigint,
): TypedArrayOf<StoredDType> {
  const stored = storedDType(dtype);
  const problem = `${cannot(operator)}: fill is ${describeValue(fill)}`;
  if (typeof fill !== "number" && typeof fill !== "bigint") {
    throw new TypeError(`${problem}, a number expected`);
  }
  const unfit = `${problem}, a number that ${stored} holds expected`;
  const channels = elementCount(shape.slice(1));
  try {
    const filled = toTypedArray(stored, Array<number | bigint>(channels).fill(fill));
    // A number beyond single precision would become infinite.
    const isLost = !Number.isFinite(Number(filled[0])) && Math.abs(Number(fill)) < Infinity;
    if (!isLost) return filled;
  } catch (cause) {
    throw new RangeError(unfit, { cause });
  }
  throw new RangeError(unfit);
}
