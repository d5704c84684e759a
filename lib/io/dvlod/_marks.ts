/**
 * First and last bytes of files.
 *
 * @module
 */

/** First bytes of every file. */
export const DVLOD_MARK: Uint8Array<ArrayBuffer> = new TextEncoder().encode("dvlod\r\n\x01");
/** Last bytes of every file. */
export const DVLOD_END: Uint8Array<ArrayBuffer> = Uint8Array.of(100, 118, 108, 69);
/** Bytes of a node in the table. */
export const DVLOD_NODE_BYTES = 24;
/** Bytes after the table. */
export const DVLOD_END_BYTES = 24;
