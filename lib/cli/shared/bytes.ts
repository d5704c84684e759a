/**
 * Bytes to and from what may take or give fewer at once.
 *
 * @module
 */

/** Writes all bytes, however many calls it takes. */
export function writeAll(
  stream: { writeSync(bytes: Uint8Array): number },
  bytes: Uint8Array,
): void {
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

/**
 * Fills bytes from a file.
 *
 * @throws {RangeError} If the file ends before.
 */
export function readAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    const length = file.readSync(bytes.subarray(at));
    if (length === null) {
      throw new RangeError(`Cannot read: ${bytes.length - at} bytes are missing`);
    }
    at += length;
  }
}
