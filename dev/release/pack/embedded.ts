/**
 * The WebAssembly module inside of the packages that are imported: as text for programs that read no files, and as a
 * file beside it for web pages, which cannot unpack the text everywhere.
 *
 * @module
 */

import { brotliCompressSync, constants } from "node:zlib";
import { type PackedFile, textFile } from "./tarball.ts";

/** What the compressed module may have at most, in bytes: it is loaded by every program. */
export const MODULE_LIMIT = 1e6;

/** Where the sources have the text. */
const EMBEDDED = "ffi/wasm/embedded.ts";

/** The module as the packages have it. */
export interface EmbeddedModule {
  /** Size of the module. */
  readonly bytes: number;
  /** Its size when it is compressed. */
  readonly compressed: number;
  /** Files that take the place of those of a checkout, or are new. */
  readonly files: readonly PackedFile[];
}

/**
 * Puts a module into the sources.
 *
 * @param module The module.
 * @param source The text of `ffi/wasm/embedded.ts`, which has none in a checkout.
 * @param limit The most bytes that it may have compressed.
 */
export function embedModule(
  module: Uint8Array<ArrayBuffer>,
  source: string,
  limit: number = MODULE_LIMIT,
): EmbeddedModule {
  const compressed = brotliCompressSync(module, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: module.length,
    },
  });
  const { length } = compressed;
  if (length > limit) {
    throw new RangeError(
      `Cannot embed the module: it has ${length} bytes compressed, at most ${limit} expected`,
    );
  }
  const none = "string | undefined = undefined;";
  if (!source.includes(none)) throw new Error(`Cannot embed the module: ${EMBEDDED} has no place`);
  const text = source.replace(none, `string | undefined =\n  "${compressed.toString("base64")}";`);
  return {
    bytes: module.length,
    compressed: length,
    files: [textFile(EMBEDDED, text), { path: "ffi/wasm/denovdb.wasm", bytes: module }],
  };
}

/** Sources with the module in its place. */
export function withModule(
  sources: readonly PackedFile[],
  { files }: EmbeddedModule,
): readonly PackedFile[] {
  const paths = new Set(files.map(({ path }) => path));
  return [...sources.filter(({ path }) => !paths.has(path)), ...files];
}
