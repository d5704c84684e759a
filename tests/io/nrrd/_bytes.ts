/**
 * NRRD files written by hand, in each encoding and byte order.
 *
 * @module
 */
import type { NrrdType } from "../../../lib/io/mod.ts";

/** How a type is called in headers, its bytes, and how a sample is written. */
interface TypeBytes {
  readonly name: string;
  readonly bytes: number;
  readonly write: (view: DataView, at: number, value: number | bigint, little: boolean) => void;
}

/** The types. */
export const TYPES: Readonly<Record<NrrdType, TypeBytes>> = {
  i8: { name: "signed char", bytes: 1, write: (v, at, one) => v.setInt8(at, Number(one)) },
  u8: { name: "unsigned char", bytes: 1, write: (v, at, one) => v.setUint8(at, Number(one)) },
  i16: { name: "short", bytes: 2, write: (v, at, one, l) => v.setInt16(at, Number(one), l) },
  u16: { name: "uint16_t", bytes: 2, write: (v, at, one, l) => v.setUint16(at, Number(one), l) },
  i32: { name: "int", bytes: 4, write: (v, at, one, l) => v.setInt32(at, Number(one), l) },
  u32: {
    name: "unsigned int",
    bytes: 4,
    write: (v, at, one, l) => v.setUint32(at, Number(one), l),
  },
  i64: { name: "long long", bytes: 8, write: (v, at, one, l) => v.setBigInt64(at, BigInt(one), l) },
  u64: { name: "uint64", bytes: 8, write: (v, at, one, l) => v.setBigUint64(at, BigInt(one), l) },
  f32: { name: "float", bytes: 4, write: (v, at, one, l) => v.setFloat32(at, Number(one), l) },
  f64: { name: "double", bytes: 8, write: (v, at, one, l) => v.setFloat64(at, Number(one), l) },
};

/** The encodings, as headers call them. */
export const ENCODINGS = ["raw", "gzip", "ascii", "hex"] as const;

/** What to write. */
export interface NrrdBytes {
  readonly type: NrrdType;
  /** In the order of the file, the fastest first. */
  readonly sizes: readonly number[];
  readonly samples: readonly (number | bigint)[];
  readonly encoding?: typeof ENCODINGS[number];
  readonly endian?: "little" | "big";
  /** Further lines of the header. */
  readonly lines?: readonly string[];
  readonly lineBreak?: string;
}

/** A header and its data. */
export interface NrrdParts {
  readonly header: Uint8Array<ArrayBuffer>;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Writes the two parts of a file; the header ends in an empty line. */
export async function nrrdParts(file: NrrdBytes): Promise<NrrdParts> {
  const { type, sizes, samples, lineBreak = "\n", lines = [] } = file;
  const { encoding = "raw", endian = "little" } = file;
  const header = [
    "NRRD0004",
    `type: ${TYPES[type].name}`,
    `dimension: ${sizes.length}`,
    `sizes: ${sizes.join(" ")}`,
    `encoding: ${encoding}`,
    `endian: ${endian}`,
    ...lines,
    "",
  ];
  const text = header.map((line) => line + lineBreak).join("");
  return {
    header: new TextEncoder().encode(text),
    data: await encode(type, samples, encoding, endian),
  };
}

/** Writes a file with its data. */
export async function nrrdBytes(file: NrrdBytes): Promise<Uint8Array<ArrayBuffer>> {
  const { header, data } = await nrrdParts(file);
  return joined(header, data);
}

/** Puts one part behind the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** The bytes of a text. */
export function text(words: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(words);
}

/** Compresses bytes. */
export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function encode(
  type: NrrdType,
  samples: readonly (number | bigint)[],
  encoding: typeof ENCODINGS[number],
  endian: "little" | "big",
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "ascii") {
    return text(
      samples.map((one, at) => `${one}${at % 5 === 4 ? "\n" : at % 3 ? " " : ", "}`).join(""),
    );
  }
  const { bytes, write } = TYPES[type];
  const raw = new Uint8Array(samples.length * bytes);
  const view = new DataView(raw.buffer);
  samples.forEach((one, at) => write(view, at * bytes, one, endian === "little"));
  if (encoding === "gzip") return await gzip(raw);
  if (encoding === "hex") return text(raw.toHex().replace(/.{30}/g, "$&\n"));
  return raw;
}
