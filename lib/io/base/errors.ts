/**
 * The error that all readers throw for invalid bytes.
 *
 * @module
 */

/**
 * The position and the cause of a {@linkcode FormatError}.
 *
 * @category Files
 */
export interface FormatErrorOptions {
  /** Byte offset in the file at which the problem was noticed. */
  readonly offset?: number;
  /** The lower-level error, if there is one. */
  readonly cause?: unknown;
}

/**
 * Thrown when bytes do not conform to their format.
 *
 * The message reads "Cannot read LAS: header ends at byte 227, the file holds 100".
 *
 * @category Files
 *
 * @example Telling bad data from other failures
 * ```ts
 * import { FormatError, readKitti } from "@denovdb/denovdb/io";
 * import { assertInstanceOf, assertThrows } from "@std/assert";
 *
 * const error = assertThrows(() => readKitti(new Uint8Array(17)));
 * assertInstanceOf(error, FormatError);
 * ```
 */
export class FormatError extends SyntaxError {
  /** The name of this class, "FormatError". */
  override readonly name: string = "FormatError";
  /** The format that was expected, for example "LAS". */
  readonly format: string;
  /** Byte offset at which the problem was noticed, if known. */
  readonly offset: number | undefined;

  /**
   * Makes an error for one problem in one file.
   *
   * @param format The format that was expected, for example "LAS".
   * @param problem What is wrong and what was expected, without a final period.
   * @param options The byte offset and the cause, where known.
   */
  constructor(format: string, problem: string, options: FormatErrorOptions = {}) {
    super(
      `Cannot read ${format}: ${problem}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.format = format;
    this.offset = options.offset;
  }
}
