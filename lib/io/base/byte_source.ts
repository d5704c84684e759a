/**
 * Files that are read in parts.
 *
 * @module
 */
import { checkBytes } from "./bytes.ts";
import { FormatError } from "./errors.ts";

/**
 * A file of which any part can be read: in memory, on a disk or on a server.
 *
 * @category Files
 *
 * @example A file on a disk
 * ```ts
 * import type { ByteSource } from "@denovdb/denovdb/io";
 *
 * async function fileSource(path: string): Promise<ByteSource & Disposable> {
 *   const file = await Deno.open(path);
 *   return {
 *     size: (await file.stat()).size,
 *     async read(offset, length): Promise<Uint8Array> {
 *       const bytes = new Uint8Array(length);
 *       await file.seek(offset, Deno.SeekMode.Start);
 *       for (let held = 0; held < length;) {
 *         const now = await file.read(bytes.subarray(held));
 *         if (now === null) throw new Error("The file is shorter than it was");
 *         held += now;
 *       }
 *       return bytes;
 *     },
 *     [Symbol.dispose]: () => file.close(),
 *   };
 * }
 * using source = await fileSource("README.md");
 * await source.read(0, 10);
 * ```
 */
export interface ByteSource {
  /** Length of the file in bytes. */
  readonly size: number;
  /**
   * Reads a part that lies within the file. Only one part is requested at a time.
   *
   * @param offset Byte offset of the part.
   * @param length Its length in bytes.
   * @returns Exactly that many bytes, which must not change while they are in use.
   */
  read(offset: number, length: number): Promise<Uint8Array> | Uint8Array;
}

/**
 * Takes bytes in memory as a source, and any other source as it is.
 *
 * @throws {TypeError} If it is neither.
 */
export function sourceOf(file: Uint8Array | ByteSource): ByteSource {
  if (isSource(file)) return file;
  checkBytes(file, ", or a ByteSource");
  return { size: file.length, read: (offset, length) => file.subarray(offset, offset + length) };
}

function isSource(file: Uint8Array | ByteSource | null | undefined): file is ByteSource {
  return typeof file === "object" && file !== null && "read" in file && "size" in file &&
    typeof file.read === "function" && typeof file.size === "number";
}

/** A part of a file, with a description. */
export interface SourcePart {
  readonly format: string;
  /** Description for errors, such as "the chunk". */
  readonly what: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Reads a part of a file whose position may be invalid.
 *
 * @throws {FormatError} If the part is not within the file, or the source returns another length.
 * @throws {TypeError} If the source returns anything but bytes.
 */
export async function readPart(
  source: ByteSource,
  { format, what, offset, length }: SourcePart,
): Promise<Uint8Array> {
  const end = offset + length;
  if (!(offset >= 0 && length >= 0 && end <= source.size)) {
    throw new FormatError(
      format,
      `${what} reaches from byte ${offset} to ${end}, the file holds ${source.size}`,
      { offset },
    );
  }
  const bytes = await source.read(offset, length);
  checkBytes(bytes);
  if (bytes.length !== length) {
    throw new FormatError(format, `${what} takes ${length} bytes, ${bytes.length} could be read`, {
      offset,
    });
  }
  return bytes;
}
