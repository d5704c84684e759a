/**
 * Volumes as readers give them; readers import this file, and it imports none of them.
 *
 * @module
 */
import type { FileFormat } from "./base/format.ts";
import type { NrrdType, NrrdValues } from "./base/samples.ts";
import type { Triple } from "./cloud.ts";

/**
 * The formats that {@linkcode readVolume} supports.
 *
 * NRRD (.nrrd, .nhdr) is recognized by its first bytes; NIfTI (.nii, .nii.gz), compressed or not, by its header's size
 * and signature; NPY and NPZ with an array of three axes, which are x, y and z, by their first bytes. Anything else is raw
 * (.raw, .raw.gz). NRRD and NPY may be compressed by gzip as a whole, too.
 *
 * @category Volumes
 */
export type VolumeFormat = "nrrd" | "nifti" | "npy" | "npz" | "raw";

/**
 * Three whole numbers: along x, y and z.
 *
 * @category Volumes
 */
export type VolumeDims = readonly [x: number, y: number, z: number];

/**
 * Layout of a raw file, which has no header.
 *
 * @category Volumes
 */
export interface RawLayout {
  /** Samples along x, which varies fastest, y and z. */
  readonly dims: VolumeDims;
  /** Type of the samples. */
  readonly type: NrrdType;
  /**
   * Byte order of a sample.
   *
   * @default {"little"}
   */
  readonly endian?: "little" | "big";
  /**
   * Bytes to skip before the first sample.
   *
   * @default {0}
   */
  readonly skip?: number;
}

/**
 * The name of a three-dimensional space, which gives the directions of its axes.
 *
 * @category Volumes
 */
export type VolumeSpace =
  | "right-anterior-superior"
  | "left-anterior-superior"
  | "left-posterior-superior"
  | "scanner-xyz"
  | "3D-right-handed"
  | "3D-left-handed";

/**
 * Samples on a grid in space.
 *
 * @category Volumes
 */
export interface Volume {
  /** The format that they were read from. */
  readonly format: VolumeFormat;
  /** Type of the samples: that of the file, or f32 or f64 if the file scales them. */
  readonly type: NrrdType;
  /** Samples along x, y and z. */
  readonly dims: VolumeDims;
  /** The samples, [dims], in the requested order. */
  readonly values: NrrdValues;
  /** Distances between samples along x, y and z, above 0; 1 if the file does not state them. */
  readonly spacing: Triple;
  /** World position of the center of sample (0, 0, 0); 0 if the file does not state it. */
  readonly origin: Triple;
  /** Steps between samples along x, y and z in world space; they may be rotated or mirrored. */
  readonly directions: readonly [x: Triple, y: Triple, z: Triple];
  /** Orientation of the world axes, if the file states it. */
  readonly space?: VolumeSpace;
}

/**
 * Settings of {@linkcode readVolume}.
 *
 * @category Volumes
 */
export interface ReadVolumeOptions extends Partial<RawLayout> {
  /** File name or path: its extension must agree with what the bytes hold, and names of raw files give their sizes. */
  readonly name?: string;
  /** The data file that a detached NRRD header (.nhdr) names. */
  readonly data?: Uint8Array;
  /**
   * The axis that varies fastest in memory: `x` as in files and bricked volumes, `z` as in the library's dense boxes.
   *
   * @default {"x"}
   */
  readonly fastest?: "x" | "z";
}

/** A file with samples in its original order. */
export interface VolumeSamples extends Omit<Volume, "values"> {
  /** In this machine's byte order, at an offset that fits them. */
  readonly samples: Uint8Array;
  /** Distance in memory between neighbors along x, y and z, in samples. */
  readonly strides: readonly number[];
}

/** A format of volumes; each reader of one exports its own as `FORMAT`. */
export type VolumeFileFormat = FileFormat<VolumeFormat, ReadVolumeOptions, VolumeSamples>;
