/**
 * Features of the voxels of a NanoVDB grid of any type.
 *
 * @module
 */
import type { NvdbBlindData } from "./blind.ts";
import { failNvdb } from "./_bytes.ts";
import { type NrrdType, type NrrdValues, valuesOf } from "../base/samples.ts";
import type { NvdbGrid } from "./read.ts";
import { checkParts, checkText } from "../../../ffi/base/checks.ts";

/**
 * Rows of numbers, one for each voxel in the leaves of a grid.
 *
 * @category Sparse grids
 */
export interface NvdbFeature {
  /** Its name: that of the column, or of the grid. */
  readonly name: string;
  /** Shape of a row; empty for a scalar. */
  readonly shape: readonly number[];
  /** The numbers, [voxels, ...shape]. */
  readonly values: NrrdValues;
}

/** Names of the element types of tensors that fVDB writes. */
const TENSOR_TYPES: Readonly<Record<string, NrrdType>> = {
  uint8: "u8",
  int8: "i8",
  int16: "i16",
  int32: "i32",
  int64: "i64",
  float16: "u16",
  bfloat16: "u16",
  float32: "f32",
  float64: "f64",
};
/** First part of the names of tensors. */
const TENSOR_NAME = "fvdb_jdata";

/**
 * Returns the features of the voxels of a grid.
 *
 * A grid with values has a single feature: its values. An index grid has those of its blind data: columns indexed by
 * its voxels, and fVDB tensors (those of f16 and bf16 as raw bits). Blind data of other lengths are ignored.
 *
 * @param grid A grid that was read.
 * @returns Features in the order of the voxels of `leaves`; those of a grid with values share its array.
 * @throws {FormatError} If the size of blind data is not the stated one.
 * @throws {TypeError} If the grid is of another kind.
 * @category Sparse grids
 */
export function nvdbFeatures(grid: NvdbGrid): NvdbFeature[] {
  checkParts({ operator: "nvdbFeatures", name: "grid" }, grid, "a grid of readNvdb()");
  const { type, name, channels, values, blind, voxelCount, slotCount } = grid;
  checkText({ operator: "nvdbFeatures", name: "type of the grid" }, type);
  if (type === "mask") return [];
  if (type !== "onIndex" && type !== "index") {
    return [{ name, shape: channels === 1 ? [] : [channels], values }];
  }
  return blind.flatMap((block) => {
    if (block.name.startsWith(TENSOR_NAME)) {
      const tensor = tensorOf(block, voxelCount);
      return tensor === undefined ? [] : [tensor];
    }
    if (block.values.length !== slotCount * block.channels) return [];
    const shape = block.channels === 1 ? [] : [block.channels];
    return [{ name: block.name, shape, values: gather(block, values, voxelCount) }];
  });
}

/** Takes the rows that voxels name. */
function gather({ values, channels }: NvdbBlindData, rows: NrrdValues, count: number): NrrdValues {
  const Kind = values.constructor as new (length: number) => NrrdValues;
  const out = new Kind(count * channels) as Float64Array;
  const from = values as Float64Array; // any kind: numbers are moved, not changed
  const words = new Uint32Array(rows.buffer, rows.byteOffset, rows.byteLength / 4);
  for (let row = 0; row < count; row++) {
    const at = ((words[2 * row] ?? 0) + (words[2 * row + 1] ?? 0) * 2 ** 32) * channels;
    for (let channel = 0; channel < channels; channel++) {
      out[row * channels + channel] = from[at + channel] ?? 0;
    }
  }
  return out as NrrdValues;
}

/** Reads a tensor: its rank, its extents, and its numbers. */
function tensorOf({ name, values }: NvdbBlindData, voxelCount: number): NvdbFeature | undefined {
  const type = TENSOR_TYPES[name.slice(TENSOR_NAME.length)];
  if (type === undefined) return undefined; // extents only
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fail = (problem: string): never => failNvdb(`tensor "${name}" ${problem}`, 0);
  const rank = bytes.length < 8 ? NaN : Number(view.getBigInt64(0, true));
  if (!(rank >= 1 && rank <= 16 && 8 + 8 * rank <= bytes.length)) fail(`has rank ${rank}`);
  const extents = Array.from(
    { length: rank },
    (_, axis) => Number(view.getBigInt64(8 + 8 * axis, true)),
  );
  const [rows = 0, ...shape] = extents;
  const one = valuesOf(type, new ArrayBuffer(0)).BYTES_PER_ELEMENT;
  const length = extents.reduce((product, extent) => product * extent, one);
  const at = 8 + 8 * rank;
  if (rows !== voxelCount || shape.some((extent) => extent < 0) || at + length > bytes.length) {
    fail(`is [${extents.join(", ")}], ${voxelCount} rows and ${bytes.length - at} bytes are there`);
  }
  return { name, shape, values: valuesOf(type, bytes.slice(at, at + length).buffer) };
}
