/**
 * The module as text, in published packages: there, no file has to be found or may be read. A checkout has none, and
 * reads `build/wasm/denovdb.wasm`.
 *
 * @module
 */

/** The module, compressed by brotli, in base64; `undefined` in a checkout. */
export const EMBEDDED: string | undefined = undefined;
