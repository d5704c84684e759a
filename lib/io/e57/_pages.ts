/**
 * The pages of E57 files: every page ends in a checksum of what is before it.
 *
 * @module
 */
import { FormatError } from "../base/errors.ts";

const HEADER_BYTES = 48;
const CHECKSUM_BYTES = 4;
const SIGNATURE = "ASTM-E57";
/** The reversed polynomial of CRC-32C. */
const POLYNOMIAL = 0x82f63b78;

/** A file without its checksums. */
export interface E57Pages {
  /** Contents of the pages, one after the other. */
  readonly logical: Uint8Array;
  /** Turns an offset in the file into one in `logical`; undefined for one outside or in a checksum. */
  toLogical(physical: number): number | undefined;
  /** Turns an offset in `logical` into one in the file. */
  toPhysical(logical: number): number;
  /** The XML section, of which `at` is an offset in `logical`. */
  readonly xml: { readonly at: number; readonly length: number };
}

/**
 * Checks the header and the checksums of an E57 file.
 *
 * Source: ASTM E2807, sections 6 and 7. Checksums are CRC-32C (RFC 3720, B.4), big-endian as every writer has it.
 *
 * @throws {FormatError} If the file is truncated, a page is damaged or the header is wrong.
 */
export function readE57Pages(bytes: Uint8Array): E57Pages {
  if (bytes.length === 0) fail("the file is empty", 0);
  const signature = String.fromCharCode(...bytes.subarray(0, 8));
  if (signature !== SIGNATURE) fail(`the file does not start with "${SIGNATURE}"`, 0);
  if (bytes.length < HEADER_BYTES) {
    fail(`the header ends at byte ${HEADER_BYTES}, the file holds ${bytes.length}`, bytes.length);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [major, minor] = [view.getUint32(8, true), view.getUint32(12, true)];
  if (major !== 1) fail(`version ${major}.${minor} is unknown, 1.0 expected`, 8);
  const stated = Number(view.getBigUint64(16, true));
  if (stated !== bytes.length) {
    fail(`the header claims ${stated} bytes, the file holds ${bytes.length}`, 16);
  }
  const pageSize = Number(view.getBigUint64(40, true));
  if (pageSize < HEADER_BYTES + CHECKSUM_BYTES || bytes.length % pageSize !== 0) {
    fail(`pages of ${pageSize} bytes do not make ${bytes.length}`, 40);
  }
  const pageData = pageSize - CHECKSUM_BYTES;
  const logical = new Uint8Array(bytes.length / pageSize * pageData);
  for (let number = 0; number * pageSize < bytes.length; number++) {
    const at = number * pageSize;
    const page = bytes.subarray(at, at + pageData);
    const [found, expected] = [crc32c(page), view.getUint32(at + pageData, false)];
    if (found !== expected) fail(`the checksum of page ${number} does not match`, at);
    logical.set(page, number * pageData);
  }
  const toLogical = (physical: number): number | undefined => {
    const rest = physical % pageSize;
    if (!(physical < bytes.length) || rest >= pageData) return undefined;
    return Math.floor(physical / pageSize) * pageData + rest;
  };
  const toPhysical = (at: number): number => at + Math.floor(at / pageData) * CHECKSUM_BYTES;
  const at = toLogical(Number(view.getBigUint64(24, true)));
  const length = Number(view.getBigUint64(32, true));
  if (at === undefined || at + length > logical.length) {
    return fail(`the XML section takes ${length} bytes beyond the file`, 24);
  }
  return { logical, toLogical, toPhysical, xml: { at, length } };
}

/** Eight tables of 256: the checksum of a byte with so many zero bytes behind it. */
const TABLES: Uint32Array = makeTables();

function makeTables(): Uint32Array {
  const tables = new Uint32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value >>> 1 ^ (value & 1 ? POLYNOMIAL : 0);
    tables[byte] = value;
  }
  for (let at = 256; at < tables.length; at++) {
    const value = tables[at - 256] ?? 0;
    tables[at] = (value >>> 8) ^ (tables[value & 255] ?? 0);
  }
  return tables;
}

/** The checksum CRC-32C, eight bytes at a time. */
function crc32c(bytes: Uint8Array): number {
  const tables = TABLES;
  let crc = ~0;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    const word = (bytes[at] ?? 0) | (bytes[at + 1] ?? 0) << 8 | (bytes[at + 2] ?? 0) << 16 |
      (bytes[at + 3] ?? 0) << 24;
    const low = crc ^ word;
    crc = (tables[1792 + (low & 255)] ?? 0) ^ (tables[1536 + (low >>> 8 & 255)] ?? 0) ^
      (tables[1280 + (low >>> 16 & 255)] ?? 0) ^ (tables[1024 + (low >>> 24)] ?? 0) ^
      (tables[768 + (bytes[at + 4] ?? 0)] ?? 0) ^ (tables[512 + (bytes[at + 5] ?? 0)] ?? 0) ^
      (tables[256 + (bytes[at + 6] ?? 0)] ?? 0) ^ (tables[bytes[at + 7] ?? 0] ?? 0);
  }
  for (; at < bytes.length; at++) {
    crc = crc >>> 8 ^ (tables[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0);
  }
  return ~crc >>> 0;
}

function fail(problem: string, offset: number): never {
  throw new FormatError("E57", problem, { offset });
}
