/**
 * Bytes that readers are given.
 *
 * @module
 */
import { describeValue } from "../../../ffi/base/words.ts";

/** Whether bytes begin as what gzip compressed. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Refuses what is no array of bytes, such as the name of a file.
 *
 * @param bytes What was given.
 * @param orElse What would have done as well.
 * @throws {TypeError} If it is something else.
 */
export function checkBytes(bytes: Uint8Array, orElse = ""): void {
  if (bytes instanceof Uint8Array) return;
  const expected = "the bytes of a file are expected, a Uint8Array as Deno.readFile() gives";
  throw new TypeError(`Cannot read ${describeValue(bytes)}: ${expected}${orElse}`);
}

/** The first bytes of a file as characters, one for each byte. */
export function textOf(bytes: Uint8Array, count: number): string {
  return String.fromCharCode(...bytes.subarray(0, count));
}
