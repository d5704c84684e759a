/**
 * Raw volumes: samples without a header, whose layout is given by a name or by the caller.
 *
 * @module
 */
import { isGzip } from "../base/bytes.ts";
import { inflate, type InflateOptions } from "../base/inflate.ts";
import { fileStrides, NRRD_TYPE_BYTES, type NrrdType, toHostOrder } from "../base/samples.ts";
import { FormatError } from "../base/errors.ts";
import { checkText } from "../../../ffi/base/checks.ts";
import type {
  RawLayout,
  ReadVolumeOptions,
  VolumeFileFormat,
  VolumeSamples,
} from "../volume_data.ts";

/** Types by their names in names of files. */
const TYPE_NAMES: ReadonlyMap<string, NrrdType> = new Map<string, NrrdType>([
  ["int8", "i8"],
  ["uint8", "u8"],
  ["int16", "i16"],
  ["uint16", "u16"],
  ["int32", "i32"],
  ["uint32", "u32"],
  ["int64", "i64"],
  ["uint64", "u64"],
  ["float32", "f32"],
  ["float64", "f64"],
  ["float", "f32"],
  ["double", "f64"],
]);

/**
 * Types by their short or long name.
 *
 * @category Volumes
 */
export function sampleType(name: string): NrrdType | undefined {
  checkText({ operator: "sampleType", name: "name" }, name);
  if (Object.hasOwn(NRRD_TYPE_BYTES, name)) return name as NrrdType;
  return TYPE_NAMES.get(name.toLowerCase());
}

/**
 * Finds sizes and type in a file name, such as `bonsai_256x256x256_uint8.raw`.
 *
 * @param name A file name or path.
 * @returns The layout in the name; undefined if there is none.
 * @throws {TypeError} If the name is not a text.
 * @category Volumes
 *
 * @example The usual naming
 * ```ts
 * import { rawLayoutOfName } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const layout = rawLayoutOfName("scans/engine_256x256x128_uint8.raw");
 * assertEquals(layout, { dims: [256, 256, 128], type: "u8" });
 * ```
 */
export function rawLayoutOfName(
  name: string,
): Pick<RawLayout, "dims" | "type"> | undefined {
  checkText({ operator: "rawLayoutOfName", name: "name" }, name);
  const found = /(?:^|[^0-9])(\d+)x(\d+)x(\d+)[_.-]([a-z]+\d*)(?=[^a-z0-9/\\][^/\\]*$)/i.exec(name);
  if (found === null) return undefined;
  const type = sampleType(found[4] ?? "");
  const [x = NaN, y = NaN, z = NaN] = found.slice(1, 4).map(Number);
  if (type === undefined || ![x, y, z].every(Number.isSafeInteger)) return undefined;
  return { dims: [x, y, z], type };
}

/**
 * Reads the bytes of a raw volume.
 *
 * @param bytes The whole file, uncompressed or gzip.
 * @param layout Its layout.
 * @returns The samples in this machine's byte order, at an offset that fits them, x fastest.
 * @throws {FormatError} If the data do not match the sizes exactly.
 * @throws {RangeError} If sizes are not positive whole numbers, or `skip` is invalid.
 */
export async function readRawSamples(
  bytes: Uint8Array,
  { dims, type, endian = "little", skip = 0 }: RawLayout,
): Promise<Uint8Array> {
  const width = NRRD_TYPE_BYTES[type];
  if (!(dims.length === 3 && dims.every((size) => Number.isSafeInteger(size) && size > 0))) {
    throw new RangeError(
      `Cannot read raw volume: dims are [${
        dims.join(", ")
      }], three whole numbers from 1 to 2^53 - 1 expected`,
    );
  }
  if (!(Number.isSafeInteger(skip) && skip >= 0)) {
    throw new RangeError(`Cannot read raw volume: skip is ${skip}, 0 or more bytes expected`);
  }
  const length = dims[0] * dims[1] * dims[2] * width;
  const options: InflateOptions = { format: "raw volume", needed: skip + length };
  const plain = isPacked(bytes, options.needed) ? await inflate(bytes, options) : bytes;
  if (plain.length !== options.needed) {
    const behind = skip === 0 ? "" : ` behind ${skip} others`;
    throw new FormatError(
      "raw volume",
      `${dims.join(" x ")} samples of type ${type} take ${length} bytes${behind}, ` +
        `the file has ${plain.length}`,
    );
  }
  return toHostOrder(plain.subarray(skip), width, endian);
}

/** Whether bytes are compressed: they begin like it, and are not the samples themselves. */
function isPacked(bytes: Uint8Array, needed: number): boolean {
  return bytes.length !== needed && isGzip(bytes) && bytes[2] === 8;
}

async function readRaw(bytes: Uint8Array, options: ReadVolumeOptions): Promise<VolumeSamples> {
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
}

/** Layout of a raw file as it is given, completed from its name. */
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
    const known = isRaw ? problem : `the format is not known; if it is raw, ${problem}`;
    throw new FormatError("volume", known, { offset: 0 });
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

/** Raw samples among the formats of volumes: what nothing else tells. */
export const FORMAT: VolumeFileFormat = {
  name: "raw",
  title: "raw",
  extensions: [".raw"],
  packed: true,
  read: readRaw,
};
