/**
 * Checksums of bytes.
 *
 * @module
 */

/** CRC-32 of each byte value, polynomial 0xEDB88320 (PNG specification, annex D). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) {
    rest = (rest & 1) === 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  }
  return rest;
});

/** Continues a CRC-32, without the inversions at its start and end. */
export function continueCrc32(bytes: Uint8Array, start: number): number {
  let rest = start;
  for (let at = 0; at < bytes.length; at++) {
    rest = (CRC_TABLE[(rest ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (rest >>> 8);
  }
  return rest;
}
