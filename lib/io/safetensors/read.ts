/**
 * Safetensors reader.
 *
 * @see "Safetensors", huggingface.co/docs/safetensors, for the format.
 * @module
 */
import { oneOf } from "../../../ffi/base/words.ts";
import { ARRAY_BYTES, type NamedArray, valuesOf } from "../base/arrays.ts";
import { checkBytes } from "../base/bytes.ts";
import { FormatError } from "../base/errors.ts";
import { isObject, type Json, showJson } from "../base/json.ts";
import { duplicateName } from "./_duplicates.ts";
import { METADATA, MOST_HEADER, TYPES } from "./_types.ts";

/**
 * Contents of a safetensors file.
 *
 * @category Files
 */
export interface Safetensors {
  /** The arrays, in the order of their data. */
  readonly arrays: readonly NamedArray[];
  /** Metadata of the file. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Bytes of the length of the header. */
const SIZE_BYTES = 8;

/** Element types of the format that nothing here computes with. */
const UNSUPPORTED = /^(?:F8_\w+|F4|F6_\w+|C64)$/;

function fail(problem: string, offset = SIZE_BYTES): never {
  throw new FormatError("safetensors", problem, { offset });
}

/**
 * Reads a safetensors file, as PyTorch, JAX and others write parameters.
 *
 * @param bytes The whole file.
 * @returns The arrays and the metadata; the arrays are copies.
 * @throws {FormatError} If the file is damaged or cut off, if data overlap, leave holes or do not fit their shapes, if a
 * name is there twice, or if an element type is unknown.
 * @category Files
 *
 * @example What was written
 * ```ts
 * import { encodeSafetensors, readSafetensors } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const values = Float32Array.of(1, 2);
 * const bytes = encodeSafetensors([{ name: "a.weight", shape: [2], dtype: "f32", values }]);
 * const { arrays: [array] } = readSafetensors(bytes);
 * assertEquals(array, { name: "a.weight", shape: [2], dtype: "f32", values });
 * ```
 */
export function readSafetensors(bytes: Uint8Array): Safetensors {
  checkBytes(bytes);
  const { header, start } = readHeader(bytes);
  const { [METADATA]: metadata = {}, ...entries } = header;
  const parts = Object.entries(entries).map(([name, entry]) => readEntry(name, entry));
  parts.sort((a, b) => a.begin - b.begin || a.end - b.end);
  const data = bytes.subarray(start);
  let covered = 0;
  for (const { name, begin, end } of parts) {
    if (begin !== covered) {
      fail(`data of "${name}" begin at ${begin}, ${covered} expected`);
    }
    covered = end;
  }
  if (covered !== data.length) {
    fail(`tensors take ${covered} bytes of data, ${data.length} are held`, start + covered);
  }
  const arrays = parts.map(({ name, shape, dtype, begin, end }) => ({
    ...{ name, shape, dtype },
    values: valuesOf(dtype, data.subarray(begin, end)),
  }));
  return { arrays, metadata: readMetadata(metadata) };
}

/** The header, and where the data begin. */
function readHeader(bytes: Uint8Array): { readonly header: Json; readonly start: number } {
  if (bytes.length < SIZE_BYTES) fail(`${bytes.length} bytes are held, 8 or more expected`, 0);
  const size = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (size > MOST_HEADER) {
    fail(`the header takes ${size} bytes, at most ${MOST_HEADER} expected`, 0);
  }
  const start = SIZE_BYTES + Number(size);
  if (start > bytes.length) {
    fail(`the header ends at byte ${start}, the file holds ${bytes.length}`, 0);
  }
  if (bytes[SIZE_BYTES] !== "{".charCodeAt(0) || size === 0n) fail('the header begins with no "{"');
  let text: string;
  let header: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(SIZE_BYTES, start));
    header = JSON.parse(text);
  } catch (cause) {
    throw new FormatError("safetensors", "the header is no JSON", { offset: SIZE_BYTES, cause });
  }
  if (!isObject(header)) fail("the header is no object of JSON");
  const twice = duplicateName(text);
  if (twice !== undefined) fail(`the header has the name ${showJson(twice)} twice`);
  return { header, start };
}

/** Header of a tensor. */
interface Entry extends Pick<NamedArray, "name" | "shape" | "dtype"> {
  readonly begin: number;
  readonly end: number;
}

function readEntry(name: string, entry: unknown): Entry {
  const what = `tensor ${showJson(name)}`;
  if (!isObject(entry)) fail(`${what} is ${showJson(entry)}, an object expected`);
  const { dtype: type, shape, data_offsets: offsets } = entry;
  const dtype = typeof type === "string" ? TYPES.get(type) : undefined;
  if (dtype === undefined) {
    const known = UNSUPPORTED.test(String(type)) ? ", which is not supported" : "";
    fail(`${what} is of type ${showJson(type)}${known}, ${oneOf([...TYPES.keys()])} expected`);
  }
  if (!isExtents(shape)) {
    fail(`${what} has the shape ${showJson(shape)}, a list of extents expected`);
  }
  if (!isExtents(offsets) || offsets.length !== 2) {
    fail(`${what} has the offsets ${showJson(offsets)}, two numbers expected`);
  }
  const needed = shape.reduce((product, extent) => product * extent, ARRAY_BYTES[dtype]);
  if (shape.includes(0) ? false : !Number.isSafeInteger(needed)) {
    fail(`${what} has the shape ${showJson(shape)}, which has too many elements`);
  }
  const [begin = 0, end = 0] = offsets;
  if (end - begin !== (shape.includes(0) ? 0 : needed)) {
    fail(`${what} takes ${end - begin} bytes, ${needed} expected`);
  }
  return { name, shape, dtype, begin, end };
}

function isExtents(value: unknown): value is readonly number[] {
  return Array.isArray(value) &&
    value.every((extent) => Number.isSafeInteger(extent) && extent >= 0);
}

function readMetadata(metadata: unknown): Readonly<Record<string, string>> {
  if (!isObject(metadata)) fail(`the metadata are ${showJson(metadata)}, an object expected`);
  for (const [name, text] of Object.entries(metadata)) {
    if (typeof text === "string") continue;
    fail(`the metadata have ${showJson(text)} as ${showJson(name)}, a text expected`);
  }
  return metadata as Record<string, string>;
}
