/**
 * Text that native functions write.
 *
 * @module
 */

const CAPACITY = 1024;

/** Calls a function that writes UTF-8 and its full length; returns what fits. */
export function readText(
  write: (text: Uint8Array<ArrayBuffer>, length: Uint32Array<ArrayBuffer>) => number,
): string {
  const text = new Uint8Array(CAPACITY);
  const length = new Uint32Array(1);
  if (write(text, length) !== 0) return "";
  return new TextDecoder().decode(text.subarray(0, Math.min(length[0] ?? 0, CAPACITY)));
}
