/**
 * The samples of NRRD files, in the order of the file, in each of the encodings.
 *
 * @module
 */
import { failNrrd } from "./_nrrd_fields.ts";
import { NRRD_TYPE_BYTES, type NrrdHeader, type NrrdType } from "./nrrd_header.ts";

const LF = 10;
const CR = 13;
const SPACE = 32;
const COMMA = 44;
const HOST_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? "little" : "big";
/** Deflate makes no more of a byte (Deutsch, RFC 1951: 258 bytes from two bits). */
const MOST_INFLATION = 1032;
const SLICE_BYTES = 1 << 14;

/**
 * Decodes the samples.
 *
 * @param header What the header says.
 * @param data The bytes behind the header, or the data file.
 * @returns The bytes of the samples in the order of this machine, at an offset that fits them.
 */
export async function decodeSamples(header: NrrdHeader, data: Uint8Array): Promise<Uint8Array> {
  const { type, encoding, axes } = header;
  const count = axes.reduce((product, { size }) => product * size, 1);
  const length = count * NRRD_TYPE_BYTES[type];
  const rest = skipLines(data, header.lineSkip);
  switch (encoding) {
    case "raw":
      return toHost(header, takeRaw(rest, header.byteSkip, length));
    case "gzip":
      return toHost(header, await inflate(rest, header.byteSkip, length));
    case "hex":
      return toHost(header, parseHex(skipBytes(rest, header.byteSkip), length));
    case "text":
      return parseText(skipBytes(rest, header.byteSkip), type, count);
  }
  return encoding satisfies never;
}

function skipLines(data: Uint8Array, lines: number): Uint8Array {
  let at = 0;
  for (let line = 0; line < lines; line++) {
    const end = data.indexOf(LF, at);
    if (end < 0) failNrrd(`the data has ${line} lines to skip, ${lines} expected`);
    at = end + 1;
  }
  return data.subarray(at);
}

function skipBytes(data: Uint8Array, bytes: number): Uint8Array {
  if (bytes <= data.length) return data.subarray(bytes);
  return failNrrd(`${data.length} bytes of data are there, ${bytes} are to be skipped`);
}

function takeRaw(data: Uint8Array, skip: number, length: number): Uint8Array {
  if (skip === -1 && data.length >= length) return data.subarray(data.length - length);
  const rest = skip === -1 ? data : skipBytes(data, skip);
  if (rest.length === length) return rest;
  return failNrrd(`the samples take ${length} bytes, ${rest.length} are there`);
}

async function inflate(data: Uint8Array, skip: number, length: number): Promise<Uint8Array> {
  const needed = skip + length;
  if (needed > (data.length + 1) * MOST_INFLATION) {
    failNrrd(`${data.length} compressed bytes cannot hold the ${needed} that are needed`);
  }
  const pieces: Uint8Array[] = [];
  let held = 0;
  const stream = ReadableStream.from(slices(data))
    .pipeThrough(new DecompressionStream("gzip"));
  try {
    for await (const piece of stream) {
      pieces.push(piece);
      held += piece.length;
      if (held > needed) break; // ends the stream
    }
  } catch (error) {
    failNrrd(`the compressed data is damaged after ${held} bytes`, undefined, error);
  }
  if (held > needed) failNrrd(`the samples take ${needed} bytes, more are compressed`);
  if (held < needed) failNrrd(`the samples take ${needed} bytes, ${held} are compressed`);
  const bytes = new Uint8Array(needed);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.subarray(skip);
}

/** Small parts of the compressed bytes, so that no more is inflated than is asked for, and one part's worth. */
function* slices(data: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < data.length; at += SLICE_BYTES) {
    yield new Uint8Array(data.subarray(at, at + SLICE_BYTES));
  }
}

/** Two digits a byte, with blanks and line breaks anywhere. */
function parseHex(data: Uint8Array, length: number): Uint8Array {
  if (length * 2 > data.length) {
    failNrrd(`the samples take ${length * 2} digits, ${data.length} bytes are there`);
  }
  const bytes = new Uint8Array(length);
  let digits = 0;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0;
    if (isBlank(byte)) continue;
    const digit = parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) failNrrd(`byte ${at} of the data is no hexadecimal digit`);
    const place = digits >> 1;
    if (digits < length * 2) bytes[place] = (bytes[place] ?? 0) << 4 | digit;
    digits++;
  }
  if (digits === length * 2) return bytes;
  return failNrrd(`the samples take ${length * 2} digits, ${digits} are there`);
}

/** Brings bytes to this machine's order and to an offset that fits their type; copies where that is needed. */
function toHost({ type, endian }: NrrdHeader, bytes: Uint8Array): Uint8Array {
  const width = NRRD_TYPE_BYTES[type];
  const swaps = width > 1 && endian !== HOST_ENDIAN;
  if (!swaps) return bytes.byteOffset % width === 0 ? bytes : bytes.slice();
  const swapped = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += width) {
    for (let byte = 0; byte < width; byte++) {
      swapped[at + byte] = bytes[at + width - 1 - byte] ?? 0;
    }
  }
  return swapped;
}

/** The least and the greatest numbers of the whole types. */
const RANGES: Readonly<Partial<Record<NrrdType, readonly [least: number, most: number]>>> = {
  i8: [-(2 ** 7), 2 ** 7 - 1],
  u8: [0, 2 ** 8 - 1],
  i16: [-(2 ** 15), 2 ** 15 - 1],
  u16: [0, 2 ** 16 - 1],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  u32: [0, 2 ** 32 - 1],
};

/** Numbers between blanks, commas and line breaks. */
function parseText(data: Uint8Array, type: NrrdType, count: number): Uint8Array {
  // A digit and a blank each; the very last one may lack its blank.
  if (count * 2 - 1 > data.length) {
    failNrrd(`${count} samples take ${count * 2 - 1} bytes or more, ${data.length} are there`);
  }
  const bytes = new Uint8Array(count * NRRD_TYPE_BYTES[type]);
  const write = sampleWriter(type, bytes.buffer);
  let found = 0;
  for (let at = 0; at < data.length;) {
    if (isBlank(data[at] ?? 0)) {
      at++;
      continue;
    }
    const start = at;
    while (at < data.length && !isBlank(data[at] ?? 0) && at - start < 100) at++;
    const text = String.fromCharCode(...data.subarray(start, at));
    if (found < count && !write(found, text)) {
      failNrrd(`"${text.slice(0, 20)}" is not a sample of type ${type}`);
    }
    found++;
  }
  if (found === count) return bytes;
  return failNrrd(`the sizes ask for ${count} samples, ${found} are there`);
}

/** Writes a sample as the type asks for; false for text that is none. */
function sampleWriter(
  type: NrrdType,
  buffer: ArrayBuffer,
): (at: number, text: string) => boolean {
  if (type === "i64" || type === "u64") {
    const out = type === "i64" ? new BigInt64Array(buffer) : new BigUint64Array(buffer);
    return (at, text) => {
      if (!/^[+-]?\d+$/.test(text)) return false;
      const value = BigInt(text.replace(/^\+/, ""));
      out[at] = value;
      return out[at] === value;
    };
  }
  const out = typedNumbers(type, buffer);
  const [least, most] = RANGES[type] ?? [-Infinity, Infinity];
  const isReal = RANGES[type] === undefined;
  return (at, text) => {
    const value = isReal ? parseReal(text) : /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
    if (value === undefined || value < least || value > most) return false;
    out[at] = value;
    return true;
  };
}

function parseReal(text: string): number | undefined {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^[+-]?nan$/i.test(text)) return NaN;
  const infinite = /^([+-]?)(inf|infinity)$/i.exec(text);
  return infinite === null ? undefined : infinite[1] === "-" ? -Infinity : Infinity;
}

/** Arrays of samples that are plain numbers. */
export type NumberArrays =
  | Int8Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** Sees bytes as samples of a type. */
export function typedNumbers(
  type: Exclude<NrrdType, "i64" | "u64">,
  buffer: ArrayBuffer,
): NumberArrays {
  switch (type) {
    case "i8":
      return new Int8Array(buffer);
    case "u8":
      return new Uint8Array(buffer);
    case "i16":
      return new Int16Array(buffer);
    case "u16":
      return new Uint16Array(buffer);
    case "i32":
      return new Int32Array(buffer);
    case "u32":
      return new Uint32Array(buffer);
    case "f32":
      return new Float32Array(buffer);
    case "f64":
      return new Float64Array(buffer);
  }
  return type satisfies never;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === COMMA || (byte >= 9 && byte <= CR);
}
