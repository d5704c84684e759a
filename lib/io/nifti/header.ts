/**
 * The headers of NIfTI files, versions 1 and 2.
 *
 * @module
 */
import { checkBytes } from "../base/bytes.ts";
import { affineOf, type NiftiFields } from "./_affine.ts";
import { FormatError } from "../base/errors.ts";
import type { NrrdType } from "../base/samples.ts";
import type { Triple } from "../cloud.ts";
import type { VolumeDims } from "../volume_data.ts";

/**
 * The header of a NIfTI file.
 *
 * @category Volumes
 */
export interface NiftiHeader {
  /** Version of the format. */
  readonly version: 1 | 2;
  /** Byte order of all numbers. */
  readonly endian: "little" | "big";
  /** Type of the samples as stored. */
  readonly type: NrrdType;
  /** Samples along x, which varies fastest, y and z. */
  readonly dims: VolumeDims;
  /** Scale factor from stored to real values. */
  readonly slope: number;
  /** Offset added after scaling. */
  readonly intercept: number;
  /** Byte offset of the first sample. */
  readonly dataOffset: number;
  /** Steps between samples along x, y and z in world space. */
  readonly directions: readonly [x: Triple, y: Triple, z: Triple];
  /** World position of the center of sample (0, 0, 0). */
  readonly origin: Triple;
  /**
   * Whether the world axes point right, forward and up, as both transforms define; without a transform this is unknown.
   */
  readonly oriented: boolean;
}

/** Number of bytes that suffice to read any header. */
export const NIFTI_HEADER_BYTES = 540;

const TYPES: ReadonlyMap<number, NrrdType> = new Map<number, NrrdType>([
  [2, "u8"],
  [4, "i16"],
  [8, "i32"],
  [16, "f32"],
  [64, "f64"],
  [256, "i8"],
  [512, "u16"],
  [768, "u32"],
  [1024, "i64"],
  [1280, "u64"],
]);

const MOST_AXES = 7;

/** Rejects a file. */
export function failNifti(problem: string, offset?: number): never {
  throw new FormatError("NIfTI", problem, offset === undefined ? {} : { offset });
}

/**
 * Reads the header of a NIfTI file (.nii), of either version and byte order.
 *
 * The world axes point right, forward and up, as the format defines. If the file has both of its transforms, the affine
 * one ("sform") is used; if it has none, "pixdim" gives the spacing.
 *
 * @param bytes The file, or at least its first 540 bytes.
 * @returns The header.
 * @throws {FormatError} If it is invalid or unsupported: samples in a separate file, colors or complex numbers, or
 * more than one volume.
 * @see "NIfTI-1 data format", nifti1.h, and "NIfTI-2 data format", nifti2.h, of the NIfTI data format working group.
 * @category Volumes
 */
export function readNiftiHeader(bytes: Uint8Array): NiftiHeader {
  checkBytes(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { version, little } = versionOf(view);
  const fields = version === 1 ? fieldsOf1(view, little) : fieldsOf2(view, little);
  const { datatype, bitpix, slope, intercept, voxOffset } = fields;
  const type = TYPES.get(datatype);
  if (type === undefined) {
    failNifti(`datatype ${datatype} is not supported, whole or real numbers expected`);
  }
  const width = Number(type.slice(1));
  if (bitpix !== width) failNifti(`a sample has ${bitpix} bits, ${width} expected of ${type}`);
  const least = version === 1 ? 352 : 544;
  if (!(Number.isSafeInteger(voxOffset) && voxOffset >= least)) {
    failNifti(`the samples begin at byte ${voxOffset}, ${least} or later expected`);
  }
  // A slope that is 0 or not finite says that there is no scale, as in nifti1_io.c of the working group.
  const isScaled = slope !== 0 && Number.isFinite(slope);
  if (isScaled && !Number.isFinite(intercept)) {
    failNifti(`values are scaled by ${slope} and ${intercept}, finite numbers expected`);
  }
  return {
    version,
    endian: little ? "little" : "big",
    type,
    dims: dimsOf(fields),
    slope: isScaled ? slope : 1,
    intercept: isScaled ? intercept : 0,
    dataOffset: voxOffset,
    ...affineOf(fields),
    oriented: fields.sformCode > 0 || fields.qformCode > 0,
  };
}

/** Tells versions and byte orders apart by the first number, which is the header's size. */
function versionOf(view: DataView): { readonly version: 1 | 2; readonly little: boolean } {
  if (view.byteLength < 4) failNifti(`the file has ${view.byteLength} bytes, no header`, 0);
  for (const little of [true, false]) {
    for (const version of [1, 2] as const) {
      const size = version === 1 ? 348 : 540;
      if (view.getInt32(0, little) !== size) continue;
      if (view.byteLength < size) {
        failNifti(`the header takes ${size} bytes, the file holds ${view.byteLength}`, 0);
      }
      const at = version === 1 ? 344 : 4;
      const mark = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));
      if (mark === `n+${version}\0`) return { version, little };
      if (mark === `ni${version}\0`) {
        failNifti("the samples are in a file of their own, one file with both expected", at);
      }
      failNifti(`the mark is ${JSON.stringify(mark)}, "n+${version}" expected`, at);
    }
  }
  return failNifti(`the first number is ${view.getInt32(0, true)}, 348 or 540 expected`, 0);
}

function fieldsOf1(view: DataView, little: boolean): NiftiFields {
  const float = (at: number): number => view.getFloat32(at, little);
  const short = (at: number): number => view.getInt16(at, little);
  return {
    dim: (axis) => short(40 + 2 * axis),
    pixdim: (axis) => float(76 + 4 * axis),
    datatype: short(70),
    bitpix: short(72),
    voxOffset: float(108),
    slope: float(112),
    intercept: float(116),
    qformCode: short(252),
    sformCode: short(254),
    quatern: (at) => float(256 + 4 * at),
    srow: (row, column) => float(280 + 16 * row + 4 * column),
  };
}

function fieldsOf2(view: DataView, little: boolean): NiftiFields {
  const double = (at: number): number => view.getFloat64(at, little);
  const long = (at: number): number => Number(view.getBigInt64(at, little));
  return {
    dim: (axis) => long(16 + 8 * axis),
    pixdim: (axis) => double(104 + 8 * axis),
    datatype: view.getInt16(12, little),
    bitpix: view.getInt16(14, little),
    voxOffset: long(168),
    slope: double(176),
    intercept: double(184),
    qformCode: view.getInt32(344, little),
    sformCode: view.getInt32(348, little),
    quatern: (at) => double(352 + 8 * at),
    srow: (row, column) => double(400 + 32 * row + 8 * column),
  };
}

function dimsOf({ dim }: NiftiFields): VolumeDims {
  const axes = dim(0);
  if (!(axes >= 1 && axes <= MOST_AXES)) {
    failNifti(`there are ${axes} axes, 1 to ${MOST_AXES} expected`);
  }
  const sizes = Array.from({ length: axes }, (_, axis) => dim(axis + 1));
  sizes.forEach((size, axis) => {
    if (!(size >= 1 && size <= Number.MAX_SAFE_INTEGER)) {
      failNifti(`axis ${axis + 1} has ${size} samples, 1 or more expected`);
    }
    if (axis >= 3 && size !== 1) {
      failNifti(`axis ${axis + 1} has ${size} samples, one volume expected`);
    }
  });
  return [sizes[0] ?? 1, sizes[1] ?? 1, sizes[2] ?? 1];
}
