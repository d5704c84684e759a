/**
 * The samples of NRRD files, in the order of the file, in each of the encodings.
 *
 * @module
 */
import { failNrrd } from "./_fields.ts";
import { inflate } from "../base/inflate.ts";
import { NRRD_TYPE_BYTES, type NrrdType, toHostOrder, typedNumbers } from "../base/samples.ts";
import type { NrrdHeader } from "./header.ts";

const LF = 10;
const CR = 13;
const SPACE = 32;
const COMMA = 44;

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
  const width = NRRD_TYPE_BYTES[type];
  switch (encoding) {
    case "raw":
      return toHostOrder(takeRaw(rest, header.byteSkip, length), width, header.endian);
    case "gzip":
      return toHostOrder(await unpack(rest, header.byteSkip, length), width, header.endian);
    case "hex":
      return toHostOrder(
        parseHex(skipBytes(rest, header.byteSkip), length),
        width,
        header.endian,
      );
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

async function unpack(data: Uint8Array, skip: number, length: number): Promise<Uint8Array> {
  const bytes = await inflate(data, { format: "NRRD", needed: skip + length });
  return bytes.subarray(skip);
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

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === COMMA || (byte >= 9 && byte <= CR);
}
