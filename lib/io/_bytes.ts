/**
 * What readers are given.
 *
 * @module
 */

/**
 * Refuses what is no array of bytes, such as the name of a file.
 *
 * @throws {TypeError} If it is something else.
 */
export function checkBytes(bytes: Uint8Array): void {
  if (bytes instanceof Uint8Array) return;
  const given: unknown = bytes;
  const what = typeof given === "string"
    ? `"${given.length > 40 ? `${given.slice(0, 40)}...` : given}"`
    : given?.constructor?.name ?? String(given);
  throw new TypeError(
    `Cannot read ${what}: the bytes of a file are expected, a Uint8Array as Deno.readFile() gives`,
  );
}
