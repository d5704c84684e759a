/**
 * Volumes of any supported format in one shape.
 *
 * @module
 */
import { checkText } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkBytes, isGzip } from "./base/bytes.ts";
import { FormatError } from "./base/errors.ts";
import { formatOfBytes, formatOfName, nameUnpacked } from "./base/format.ts";
import { gunzip, inflateUpTo } from "./base/inflate.ts";
import { NRRD_TYPE_BYTES, reordered, valuesOf } from "./base/samples.ts";
import { VOLUME_FORMATS } from "./formats.ts";
import { FORMAT as RAW, rawLayoutOfName } from "./raw/read.ts";
import type { ReadVolumeOptions, Volume, VolumeFileFormat } from "./volume_data.ts";

/** As many bytes as any signature takes, with the header that it is in. */
const HEAD_BYTES = 540;

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
 * The format is that of the name, or else that of the first bytes; {@linkcode VolumeFormat} says how each is recognized.
 * Anything else is raw: samples with x fastest, optionally gzip, whose `dims` and `type` are given, or named as in
 * `bonsai_256x256x256_uint8.raw`; given values take precedence. A name with a known extension must agree with the
 * bytes, unless it is that of raw files.
 *
 * @param file The whole file.
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
  file: Uint8Array,
  options: ReadVolumeOptions = {},
): Promise<Volume> {
  checkOptions("readVolume", options, NAMES);
  const { name } = options;
  if (name !== undefined) checkText({ operator: "readVolume", name: "name" }, name);
  const named = namedFormat(name);
  checkBytes(file);
  const inner = await packedFormat(file, options, named);
  // Those that unpack themselves know how many bytes to expect.
  const bytes = inner !== undefined && !inner.packed ? await gunzip(file, inner.title) : file;
  const marked = formatOfBytes(VOLUME_FORMATS, bytes);
  const format = named ?? marked ?? inner ?? RAW;
  if (bytes.length === 0) failVolume("the file is empty");
  if (named !== undefined && marked !== undefined && named !== marked && named !== RAW) {
    failVolume(`"${options.name}" holds ${marked.name.toUpperCase()}`);
  }
  const { samples, strides, ...volume } = await format.read(bytes, options);
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

function failVolume(problem: string): never {
  throw new FormatError("volume", problem, { offset: 0 });
}

/** Finds the format of a file name, whose file may be compressed. */
function namedFormat(name = ""): VolumeFileFormat | undefined {
  return formatOfName(VOLUME_FORMATS, nameUnpacked(name));
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
  return namedFormat(name) !== undefined;
}

/** Finds the format of compressed bytes of which nothing else is known. */
async function packedFormat(
  bytes: Uint8Array,
  { dims, name }: ReadVolumeOptions,
  named: VolumeFileFormat | undefined,
): Promise<VolumeFileFormat | undefined> {
  if (named?.packed) return undefined;
  if (dims !== undefined || rawLayoutOfName(name ?? "") !== undefined) return undefined;
  if (!isGzip(bytes)) return undefined;
  if (named !== undefined) return named;
  const head = await inflateUpTo(bytes, { format: "volume", needed: HEAD_BYTES });
  return formatOfBytes(VOLUME_FORMATS, head);
}
