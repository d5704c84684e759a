/**
 * PCD files written by hand, and LZF data of literal runs and repetitions.
 *
 * @module
 */

/** A field of every point. */
export interface PcdFieldBytes {
  readonly name: string;
  /** I, U or F and the number of bytes, as in "F4". */
  readonly kind: string;
  readonly count?: number;
}

/** What {@linkcode pcdBytes} writes. */
export interface PcdBytes {
  readonly fields: readonly PcdFieldBytes[];
  /** One list a point: as many numbers as the fields count together. */
  readonly rows: readonly (readonly number[])[];
  readonly data: "ascii" | "binary" | "binary_compressed";
  readonly size?: readonly [width: number, height: number];
  readonly viewpoint?: string;
  /** Lines of the header that replace those of the same first word. */
  readonly lines?: Readonly<Record<string, string>>;
}

const WRITERS: Readonly<Record<string, (view: DataView, at: number, value: number) => void>> = {
  I1: (view, at, value) => view.setInt8(at, value),
  I2: (view, at, value) => view.setInt16(at, value, true),
  I4: (view, at, value) => view.setInt32(at, value, true),
  I8: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  U1: (view, at, value) => view.setUint8(at, value),
  U2: (view, at, value) => view.setUint16(at, value, true),
  U4: (view, at, value) => view.setUint32(at, value, true),
  U8: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  F4: (view, at, value) => view.setFloat32(at, value, true),
  F8: (view, at, value) => view.setFloat64(at, value, true),
};

/** Writes a PCD file. */
export function pcdBytes(file: PcdBytes): Uint8Array {
  const { fields, rows, data, size = [rows.length, 1], viewpoint = "0 0 0 1 0 0 0" } = file;
  const header: Record<string, string> = {
    VERSION: "0.7",
    FIELDS: fields.map(({ name }) => name).join(" "),
    SIZE: fields.map(({ kind }) => kind.slice(1)).join(" "),
    TYPE: fields.map(({ kind }) => kind.slice(0, 1)).join(" "),
    COUNT: fields.map(({ count = 1 }) => count).join(" "),
    WIDTH: String(size[0]),
    HEIGHT: String(size[1]),
    VIEWPOINT: viewpoint,
    POINTS: String(rows.length),
    DATA: data,
    ...file.lines,
  };
  const lines = Object.entries(header).map(([name, words]) => `${name} ${words}\n`).join("");
  const head = new TextEncoder().encode(`# .PCD v0.7 - Point Cloud Data file format\n${lines}`);
  return join([head, body(file)]);
}

function body({ fields, rows, data }: PcdBytes): Uint8Array {
  if (data === "ascii") {
    return new TextEncoder().encode(rows.map((row) => row.join(" ") + "\n").join(""));
  }
  let first = 0;
  // For each field, the bytes of every row.
  const columns = fields.map(({ kind, count = 1 }) => {
    const width = Number(kind.slice(1));
    const cells = rows.map((row) => {
      const view = new DataView(new ArrayBuffer(width * count));
      for (let at = 0; at < count; at++) WRITERS[kind]?.(view, at * width, row[first + at] ?? 0);
      return new Uint8Array(view.buffer);
    });
    first += count;
    return cells;
  });
  if (data === "binary") {
    return join(rows.flatMap((_, row) => columns.map((one) => one[row] ?? new Uint8Array())));
  }
  const plain = join(columns.flat());
  const packed = lzf(plain);
  const sizes = new Uint8Array(Uint32Array.of(packed.length, plain.length).buffer);
  return join([sizes, packed]);
}

/** Packs bytes: what stood 1 to 8192 bytes before is repeated, the rest is written as it is. */
export function lzf(plain: Uint8Array): Uint8Array {
  const out: number[] = [];
  const literals: number[] = [];
  const flush = (): void => {
    while (literals.length > 0) {
      const run = literals.splice(0, 32);
      out.push(run.length - 1, ...run);
    }
  };
  const places = new Map<string, number>();
  for (let at = 0; at < plain.length;) {
    const key = plain.subarray(at, at + 3).join();
    const from = places.get(key);
    places.set(key, at);
    let length = 0;
    if (from !== undefined && at - from <= 8192) {
      while (
        length < 264 && at + length < plain.length && plain[from + length] === plain[at + length]
      ) {
        length++;
      }
    }
    if (from === undefined || length < 3) {
      literals.push(plain[at++] ?? 0);
      continue;
    }
    flush();
    const back = at - from - 1;
    const stored = length - 2;
    if (stored < 7) out.push((stored << 5) | (back >> 8), back & 255);
    else out.push((7 << 5) | (back >> 8), stored - 7, back & 255);
    at += length;
  }
  flush();
  return Uint8Array.from(out);
}

/** Joins pieces of a file. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
