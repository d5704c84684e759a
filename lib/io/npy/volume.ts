/**
 * Arrays of NumPy with three axes as volumes.
 *
 * @module
 */
import type { NrrdType } from "../base/samples.ts";
import { FormatError } from "../base/errors.ts";
import type { VolumeFileFormat, VolumeSamples } from "../volume_data.ts";
import { hasOtherAxes, isNpy, readStored, type StoredArray, type StoredKind } from "./array.ts";
import { float16Arrays } from "../../../ffi/base/float16.ts";

/** The types of samples, by those of NumPy; halves become floats. */
const TYPES: Readonly<Record<StoredKind, NrrdType>> = {
  b1: "u8",
  i1: "i8",
  u1: "u8",
  i2: "i16",
  u2: "u16",
  i4: "i32",
  u4: "u32",
  i8: "i64",
  u8: "u64",
  f2: "f32",
  f4: "f32",
  f8: "f64",
};

/** An array whose axes are x, y and z as a volume. */
export function samplesOfArray(
  { shape, kind, isFortran, bytes }: StoredArray,
  format: "npy" | "npz",
): VolumeSamples {
  const [nx = 0, ny = 0, nz = 0] = shape;
  if (shape.length !== 3 || shape.includes(0)) {
    throw new FormatError(
      format.toUpperCase(),
      `the array is [${shape.join(", ")}], [x, y, z] expected`,
    );
  }
  const floats = kind === "f2"
    ? new Uint8Array(
      Float32Array.from(new (float16Arrays())(bytes.slice().buffer as ArrayBuffer)).buffer,
    )
    : bytes;
  return {
    format,
    type: TYPES[kind],
    dims: [nx, ny, nz],
    samples: floats,
    strides: isFortran ? [1, nx, nx * ny] : [ny * nz, nz, 1],
    spacing: [1, 1, 1],
    origin: [0, 0, 0],
    directions: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  };
}

/** NPY among the formats of volumes: arrays of two axes are points or depth images. */
export const FORMAT: VolumeFileFormat = {
  name: "npy",
  title: "NPY",
  detail: "with three axes",
  extensions: [],
  matches: (start) => isNpy(start) && hasOtherAxes(start),
  read: (bytes) => samplesOfArray(readStored(bytes), "npy"),
};
