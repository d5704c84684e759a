/**
 * NPY and NPZ files written by hand.
 *
 * @module
 */
import { crc32, deflateRawSync } from "node:zlib";

/** A file as NumPy writes it: the header ends at a multiple of 64 bytes. */
export function npy(
  type: string,
  shape: readonly number[],
  data: ArrayBufferView<ArrayBuffer>,
  { isFortran = false, major = 1 }: { readonly isFortran?: boolean; readonly major?: number } = {},
): Uint8Array<ArrayBuffer> {
  const order = isFortran ? "True" : "False";
  const sides = shape.length === 1 ? `${shape},` : shape.join(", ");
  const text = `{'descr': '${type}', 'fortran_order': ${order}, 'shape': (${sides}), }`;
  const start = major === 1 ? 10 : 12;
  const length = Math.ceil((start + text.length + 1) / 64) * 64 - start;
  const head = new Uint8Array(start);
  head.set([0x93, ...new TextEncoder().encode("NUMPY"), major, 0]);
  const view = new DataView(head.buffer);
  if (major === 1) view.setUint16(8, length, true);
  else view.setUint32(8, length, true);
  const header = new TextEncoder().encode(text.padEnd(length - 1) + "\n");
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return Uint8Array.of(...head, ...header, ...bytes);
}

/** How the entries of a ZIP file are written. */
export interface NpzBytes {
  /** Whether they are deflated. */
  readonly deflated?: boolean;
  /** Whether local headers leave sizes to fields of 64 bits, as NumPy does, and the list does too. */
  readonly wide?: boolean;
}

/** A ZIP file of arrays, as PKWARE's APPNOTE lays it out. */
export function npz(
  arrays: Readonly<Record<string, Uint8Array>>,
  { deflated = false, wide = false }: NpzBytes = {},
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let at = 0;
  for (const [key, plain] of Object.entries(arrays)) {
    const name = new TextEncoder().encode(`${key}.npy`);
    const data = deflated ? new Uint8Array(deflateRawSync(plain)) : plain;
    const sizes = wide ? [0xffffffff, 0xffffffff] : [data.length, plain.length];
    const field = new Uint8Array(wide ? 20 : 0);
    if (wide) {
      const view = new DataView(field.buffer);
      view.setUint16(0, 1, true);
      view.setUint16(2, 16, true);
      view.setBigUint64(4, BigInt(plain.length), true);
      view.setBigUint64(12, BigInt(data.length), true);
    }
    const method = deflated ? 8 : 0;
    const common = [20, 0, method, 0, 0] as const;
    const local = words([0x04034b50], common, [crc32(plain), ...sizes], [
      name.length,
      field.length,
    ]);
    const entry = words(
      [0x02014b50],
      [20, ...common],
      [crc32(plain), ...sizes],
      [name.length, field.length, 0, 0, 0],
      [0, at],
    );
    parts.push(local, name, field, data);
    list.push(entry, name, field);
    at += local.length + name.length + field.length + data.length;
  }
  const listBytes = list.reduce((sum, { length }) => sum + length, 0);
  const count = Object.keys(arrays).length;
  const end = words([0x06054b50], [0, 0, count, count], [listBytes, at], [0]);
  return joined([...parts, ...list, end]);
}

/** Numbers of 32 and of 16 bits, in turns. */
function words(...groups: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  return joined(
    groups.map((group, at) =>
      new Uint8Array((at % 2 === 0 ? Uint32Array.from(group) : Uint16Array.from(group)).buffer)
    ),
  );
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
