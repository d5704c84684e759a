/**
 * PLY files written by hand in all three encodings.
 *
 * @module
 */

/** The three encodings. */
export const ENCODINGS = ["ascii", "binary_little_endian", "binary_big_endian"] as const;

/** One of the three encodings. */
export type Encoding = typeof ENCODINGS[number];

/** A property: name and type, and the type of the length for lists. */
export interface PropertyBytes {
  readonly name: string;
  readonly type: string;
  readonly countType?: string;
}

/** An element; a row holds a number per scalar property and an array per list. */
export interface ElementBytes {
  readonly name: string;
  readonly properties: readonly PropertyBytes[];
  readonly rows: readonly (readonly (number | readonly number[])[])[];
  /** What the header says; the number of rows by default. */
  readonly count?: number | string;
}

/** What {@linkcode plyBytes} writes. */
export interface PlyBytes {
  readonly encoding: Encoding;
  readonly elements: readonly ElementBytes[];
  /** Line break of the header and of text rows. */
  readonly lineBreak?: string;
  /** Lines put behind the format. */
  readonly comments?: readonly string[];
}

type Write = (view: DataView, value: number, little: boolean) => void;

const WRITERS: Readonly<Record<string, readonly [number, Write]>> = {
  char: [1, (view, value) => view.setInt8(0, value)],
  uchar: [1, (view, value) => view.setUint8(0, value)],
  short: [2, (view, value, little) => view.setInt16(0, value, little)],
  ushort: [2, (view, value, little) => view.setUint16(0, value, little)],
  int: [4, (view, value, little) => view.setInt32(0, value, little)],
  uint: [4, (view, value, little) => view.setUint32(0, value, little)],
  float: [4, (view, value, little) => view.setFloat32(0, value, little)],
  double: [8, (view, value, little) => view.setFloat64(0, value, little)],
};
const SHORT_NAMES: Readonly<Record<string, string>> = {
  int8: "char",
  uint8: "uchar",
  int16: "short",
  uint16: "ushort",
  int32: "int",
  uint32: "uint",
  float32: "float",
  float64: "double",
};

/** Writes a PLY file. */
export function plyBytes(file: PlyBytes): Uint8Array {
  const { encoding, elements, lineBreak = "\n", comments = [] } = file;
  const header = ["ply", `format ${encoding} 1.0`, ...comments];
  for (const { name, properties, rows, count = rows.length } of elements) {
    header.push(`element ${name} ${count}`);
    for (const { name, type, countType } of properties) {
      header.push(`property ${countType === undefined ? "" : `list ${countType} `}${type} ${name}`);
    }
  }
  header.push("end_header");
  const parts = [new TextEncoder().encode(header.map((line) => line + lineBreak).join(""))];
  for (const { properties, rows } of elements) {
    for (const row of rows) {
      if (encoding === "ascii") {
        const words = row.flatMap((value) =>
          typeof value === "number" ? [value] : [value.length, ...value]
        );
        parts.push(new TextEncoder().encode(words.join(" ") + lineBreak));
        continue;
      }
      const little = encoding === "binary_little_endian";
      properties.forEach(({ type, countType }, at) => {
        const value = row[at] ?? 0;
        if (typeof value === "number") return parts.push(scalar(type, value, little));
        parts.push(scalar(countType ?? "uchar", value.length, little));
        parts.push(...value.map((item) => scalar(type, item, little)));
      });
    }
  }
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

function scalar(type: string, value: number, little: boolean): Uint8Array<ArrayBuffer> {
  const [length, write] = WRITERS[SHORT_NAMES[type] ?? type] ?? [0, (): void => {}];
  const bytes = new Uint8Array(length);
  write(new DataView(bytes.buffer), value, little);
  return bytes;
}
