/**
 * Volumes of any supported format in one shape.
 *
 * @module
 */
import { checkOptions, optionNames } from "../core/options.ts";
import { checkBytes, isGzip } from "./_bytes.ts";
import { readNiftiSamples } from "./_nifti_data.ts";
import { spaceOf, type VolumeSpace } from "./_nrrd_layout.ts";
import { inflateUpTo, reordered, valuesOf } from "./_samples.ts";
import { FormatError } from "./errors.ts";
import { NIFTI_HEADER_BYTES } from "./nifti_header.ts";
import { type NrrdValues, readNrrdSamples } from "./nrrd.ts";
import { NRRD_TYPE_BYTES, type NrrdType } from "./nrrd_header.ts";
import type { Triple } from "./point_cloud.ts";
import { type RawLayout, rawLayoutOfName, readRawSamples, type VolumeDims } from "./raw_volume.ts";
import { checkText } from "../core/operands.ts";

/**
 * The formats that {@linkcode readVolume} supports.
 *
 * @category Volumes
 */
export type VolumeFormat = "nrrd" | "nifti" | "raw";

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
  /** World position of the centre of sample (0, 0, 0); 0 if the file does not state it. */
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
interface Loaded extends Omit<Volume, "values"> {
  readonly samples: Uint8Array;
  /** Distance in memory between neighbours along x, y and z, in samples. */
  readonly strides: readonly number[];
}

const NAMES = optionNames<ReadVolumeOptions>({
  dims: true,
  type: true,
  endian: true,
  skip: true,
  name: true,
  data: true,
  fastest: true,
});

/**
 * Reads a volume of any supported format.
 *
 * NRRD is recognised by its first bytes; NIfTI, compressed or not, by its header's size and signature. Anything else is
 * raw: samples with x fastest, optionally gzip, whose `dims` and `type` are given, or named as in
 * `bonsai_256x256x256_uint8.raw`; given values take precedence. A name that ends in .nrrd, .nhdr, .nii, .nii.gz, .raw
 * or .raw.gz must agree with the bytes.
 *
 * @param bytes The whole file.
 * @param options The file's name, and the layout of files without a header.
 * @returns The samples and their position; the caller owns the array.
 * @throws {FormatError} If the format is unknown, the name does not agree, the header is invalid, the data do not match
 * its sizes exactly, or samples are more than one number each.
 * @throws {RangeError} If `dims` are not positive whole numbers, or `skip` is negative.
 * @throws {TypeError} If the bytes or an option are of another kind.
 * @category Volumes
 *
 * @example Eight bytes
 * ```ts
 * import { readVolume } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const volume = await readVolume(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), { name: "a_4x2x1_uint8.raw" });
 * assertEquals([volume.dims, volume.type], [[4, 2, 1], "u8"]);
 * assertEquals([...volume.values], [1, 2, 3, 4, 5, 6, 7, 8]);
 * ```
 */
export async function readVolume(
  bytes: Uint8Array,
  options: ReadVolumeOptions = {},
): Promise<Volume> {
  checkOptions("readVolume", options, NAMES);
  const named = formatOfName(options.name);
  const marked = formatOfMark(bytes);
  const format = named ?? marked ?? (await isPackedNifti(bytes, options) ? "nifti" : "raw");
  if (bytes.length === 0) failVolume("the file is empty");
  if (named !== undefined && marked !== undefined && named !== marked && named !== "raw") {
    failVolume(`"${options.name}" holds ${marked.toUpperCase()}`);
  }
  const { samples, strides, ...volume } = await LOADERS[format](bytes, options);
  const { type, dims: [nx, ny, nz] } = volume;
  const [sx = 0, sy = 0, sz = 0] = strides;
  const order = options.fastest === "z"
    ? { shape: [nx, ny, nz], strides: [sx, sy, sz] }
    : { shape: [nz, ny, nx], strides: [sz, sy, sx] };
  const inOrder = (order.strides[2] === 1 || order.shape[2] === 1) &&
    order.strides[1] === order.shape[2] &&
    order.strides[0] === (order.shape[1] ?? 0) * (order.shape[2] ?? 0);
  const buffer = inOrder
    ? samples.slice().buffer
    : reordered(samples, NRRD_TYPE_BYTES[type], order);
  return { ...volume, values: valuesOf(type, buffer as ArrayBuffer) };
}

type Loader = (bytes: Uint8Array, options: ReadVolumeOptions) => Promise<Loaded>;

const LOADERS: Readonly<Record<VolumeFormat, Loader>> = {
  nrrd: async (bytes, { data }) => {
    const { header, samples, layout } = await readNrrdSamples(bytes, data);
    const [x = 1, y = 1, z = 1, ...channels] = layout.shape;
    if (channels.some((extent) => extent !== 1)) {
      throw new FormatError(
        "NRRD",
        `the samples have ${channels.join(" x ")} channels, one number expected`,
      );
    }
    const { spacing, origin, directions, strides } = layout;
    const { type } = header;
    const space = spaceOf(header.space);
    return {
      format: "nrrd",
      type,
      dims: [x, y, z],
      samples,
      strides,
      spacing,
      origin,
      directions,
      ...(space === undefined ? {} : { space }),
    };
  },
  nifti: async (bytes) => {
    const { header, type, samples } = await readNiftiSamples(bytes);
    const { dims, origin, directions } = header;
    const [x, y, z] = directions;
    const spacing: Triple = [Math.hypot(...x), Math.hypot(...y), Math.hypot(...z)];
    return {
      format: "nifti",
      type,
      dims,
      samples,
      strides: fileStrides(dims),
      spacing,
      origin,
      directions,
      ...(header.oriented ? { space: "right-anterior-superior" } : {}),
    };
  },
  raw: async (bytes, options) => {
    const layout = rawLayoutOf(options);
    const { type, dims } = layout;
    return {
      format: "raw",
      type,
      dims,
      samples: await readRawSamples(bytes, layout),
      strides: fileStrides(dims),
      spacing: [1, 1, 1],
      origin: [0, 0, 0],
      directions: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    };
  },
};

function fileStrides([nx, ny]: VolumeDims): readonly number[] {
  return [1, nx, nx * ny];
}

/** What is given of a raw file, and what its name says of the rest. */
function rawLayoutOf({ name, dims, type, endian, skip }: ReadVolumeOptions): RawLayout {
  const told = name === undefined ? undefined : rawLayoutOfName(name);
  const [size, kind] = [dims ?? told?.dims, type ?? told?.type];
  if (size === undefined || kind === undefined) {
    const missing = kind !== undefined
      ? "dims of raw samples are"
      : size !== undefined
      ? "type of raw samples is"
      : "dims and the type of raw samples are";
    const problem = `the ${missing} not known, a name as in "a_4x4x2_uint8.raw" expected`;
    const isRaw = /\.raw(\.gz)?$/i.test(name ?? ".raw");
    failVolume(isRaw ? problem : `the format is not known; if it is raw, ${problem}`);
  }
  if (dims === undefined && size.some((extent) => extent === 0)) {
    throw new FormatError("raw volume", `"${name}" has no samples`);
  }
  return {
    dims: size,
    type: kind,
    ...(endian === undefined ? {} : { endian }),
    ...(skip === undefined ? {} : { skip }),
  };
}

function failVolume(problem: string): never {
  throw new FormatError("volume", problem, { offset: 0 });
}

/** Returns the format of a file extension, if it is known. */
function formatOfName(name = ""): VolumeFormat | undefined {
  const extension = /\.([^./\\]*?)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  switch (extension) {
    case "nrrd":
    case "nhdr":
      return "nrrd";
    case "nii":
      return "nifti";
    case "raw":
      return "raw";
    default:
      return undefined;
  }
}

/**
 * Tests whether a file name is that of a volume.
 *
 * @param name A file name or path.
 * @returns Whether it ends in .nrrd, .nhdr, .nii or .raw, with or without .gz.
 * @throws {TypeError} If the name is not a text.
 * @category Volumes
 */
export function isVolumeName(name: string): boolean {
  checkText({ operator: "isVolumeName", name: "name" }, name);
  return formatOfName(name) !== undefined;
}

/** Returns the format that the first bytes identify, if any. */
function formatOfMark(bytes: Uint8Array): VolumeFormat | undefined {
  checkBytes(bytes);
  const mark = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 3));
  if (mark(0) + String.fromCharCode(bytes[3] ?? 0) === "NRRD") return "nrrd";
  if (mark(344) === "n+1" || mark(4) === "n+2") return "nifti";
  return undefined;
}

/** Whether compressed bytes, of which nothing else is known, hold NIfTI. */
async function isPackedNifti(
  bytes: Uint8Array,
  { dims, name }: ReadVolumeOptions,
): Promise<boolean> {
  if (dims !== undefined || rawLayoutOfName(name ?? "") !== undefined) return false;
  if (!isGzip(bytes)) return false;
  const head = await inflateUpTo(bytes, { format: "volume", needed: NIFTI_HEADER_BYTES });
  return formatOfMark(head) === "nifti";
}
