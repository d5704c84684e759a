/**
 * Archives as npm takes them, with the same bytes for the same files.
 *
 * @module
 */

import { gzipSync } from "node:zlib";

/** A file of a package. */
export interface PackedFile {
  /** Its path in the package. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it is a program. */
  readonly runs?: boolean;
}

/** A file of text. */
export function textFile(path: string, text: string): PackedFile {
  return { path, bytes: new TextEncoder().encode(text) };
}

const BLOCK = 512;
/** The time of all files, which npm itself gives them, too: that they would be older than this, some tools refuse. */
const TIME = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** Packs files into a compressed archive (ustar), by their names and with one time for all. */
export function packTarball(files: readonly PackedFile[]): Uint8Array<ArrayBuffer> {
  const sorted = [...files].sort((a, b) => a.path < b.path ? -1 : 1);
  const parts = sorted.flatMap(({ path, bytes, runs }) => [
    headerOf(`package/${path}`, bytes.length, runs === true),
    bytes,
    new Uint8Array(-bytes.length & (BLOCK - 1)),
  ]);
  const end = new Uint8Array(2 * BLOCK);
  const zipped = gzipSync(concat([...parts, end]), { level: 9 });
  zipped[9] = 255; // the system that packed it: unknown
  return new Uint8Array(zipped);
}

function headerOf(path: string, size: number, runs: boolean): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string): void => header.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, "0")}\0`;
  const { name, prefix } = splitPath(path);
  put(0, name);
  put(100, octal(runs ? 0o755 : 0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(TIME, 11));
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\x0000");
  put(345, prefix);
  put(148, `${header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `);
  return header;
}

/** A path as its last 100 bytes and the folders before. */
function splitPath(path: string): { readonly name: string; readonly prefix: string } {
  if (path.length <= 100) return { name: path, prefix: "" };
  const at = path.indexOf("/", path.length - 101);
  if (at < 0 || at > 155) throw new RangeError(`Cannot pack "${path}": its name is too long`);
  return { name: path.slice(at + 1), prefix: path.slice(0, at) };
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
