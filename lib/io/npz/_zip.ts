/**
 * The entries of ZIP files, stored or deflated.
 *
 * @see PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3
 * @module
 */
import { FormatError } from "../base/errors.ts";
import { inflate } from "../base/inflate.ts";
import { crc32 } from "../base/platform.ts";

/** First words of the parts of a file. */
const [LOCAL, ENTRY, END, WIDE_END] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50];
const [LOCAL_BYTES, ENTRY_BYTES, END_BYTES, LOCATOR_BYTES] = [30, 46, 22, 20];
/** Most bytes of a comment, which is the last part. */
const MOST_COMMENT = 65535;
/** Ways to store an entry, and the flag of those that are encrypted. */
const [STORED, DEFLATED, ENCRYPTED] = [0, 8, 1];
/** Mark of a number that has 64 bits, and the field that holds it. */
const [WIDE, WIDE_FIELD] = [0xffffffff, 1];

/** An entry: its name and where it lies. */
export interface ZipEntry {
  readonly name: string;
  readonly at: number;
  readonly packed: number;
  readonly length: number;
  readonly method: number;
  readonly checksum: number;
}

function fail(problem: string, offset: number): never {
  throw new FormatError("NPZ", problem, { offset });
}

/** Whether bytes begin as a ZIP file with an array of NumPy as its first entry. */
export function isNpz(start: Uint8Array): boolean {
  if (start.length < LOCAL_BYTES || u32(start, 0) !== LOCAL) return false;
  const length = u32(start, 26) & 0xffff;
  const name = String.fromCharCode(...start.subarray(LOCAL_BYTES, LOCAL_BYTES + length));
  return name.endsWith(".npy");
}

function u32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at, true);
}

/** Lists the entries of a file. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const { at: first, count } = findDirectory(view);
  const entries: ZipEntry[] = [];
  let at = first;
  for (let which = 0; which < count; which++) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) {
      fail(`entry ${which} of ${count} is not there`, at);
    }
    const [nameBytes = 0, extraBytes = 0, commentBytes = 0] = [28, 30, 32].map((part) =>
      view.getUint16(at + part, true)
    );
    const end = at + ENTRY_BYTES + nameBytes + extraBytes;
    if (end > bytes.length) fail(`entry ${which} of ${count} is cut off`, at);
    if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) fail("an entry is encrypted", at);
    const name = new TextDecoder().decode(
      bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
    );
    const wide = wideNumbers(view, at + ENTRY_BYTES + nameBytes, end);
    // Those that do not fit come in this order.
    const [length = 0, packed = 0, place = 0] = [24, 20, 42].map((part) => {
      const value = view.getUint32(at + part, true);
      return value === WIDE ? wide.shift() ?? value : value;
    });
    entries.push({
      name,
      at: place,
      packed,
      length,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
    });
    at = end + commentBytes;
  }
  return entries;
}

/** Start of the list of entries, and their number. */
function findDirectory(view: DataView): { readonly at: number; readonly count: number } {
  const least = Math.max(0, view.byteLength - END_BYTES - MOST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= least; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const [count, place] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
    const locator = at - LOCATOR_BYTES;
    if (place !== WIDE || locator < 0) return { at: place, count };
    const wide = Number(view.getBigUint64(locator + 8, true));
    if (wide + 56 > view.byteLength || view.getUint32(wide, true) !== WIDE_END) {
      fail(`the list of entries is told of at byte ${wide}, where it is not`, locator);
    }
    return {
      at: Number(view.getBigUint64(wide + 48, true)),
      count: Number(view.getBigUint64(wide + 32, true)),
    };
  }
  return fail("the file is cut off: it has no list of its arrays at its end", view.byteLength);
}

/** Numbers of 64 bits of an entry, in order. */
function wideNumbers(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end;) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (id === WIDE_FIELD) {
      const count = Math.min(Math.floor(length / 8), Math.floor((end - at - 4) / 8));
      return Array.from(
        { length: count },
        (_, n) => Number(view.getBigUint64(at + 4 + 8 * n, true)),
      );
    }
    at += 4 + length;
  }
  return [];
}

/** Unpacks an entry. */
export async function readEntry(bytes: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
  const { name, at, packed, length, method, checksum } = entry;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!(at + LOCAL_BYTES <= bytes.length) || view.getUint32(at, true) !== LOCAL) {
    return fail(`"${name}" is told of at byte ${at}, where it is not`, 0);
  }
  const start = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (!(start + packed <= bytes.length)) {
    fail(`"${name}" ends at byte ${start + packed}, the file holds ${bytes.length}`, at);
  }
  if (method !== STORED && method !== DEFLATED) {
    fail(`"${name}" is compressed by method ${method}, 0 (stored) or 8 (deflated) expected`, at);
  }
  const data = bytes.subarray(start, start + packed);
  if (method === STORED && packed !== length) {
    fail(`"${name}" is stored in ${packed} bytes, ${length} expected`, at);
  }
  const plain = method === STORED
    ? data
    : await inflate(data, { format: "NPZ", needed: length, wrapper: "raw" });
  if (crc32(plain) !== checksum) fail(`"${name}" has another checksum`, at);
  return plain;
}
