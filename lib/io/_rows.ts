/**
 * Rows of numbers in text, read from bytes without making strings.
 *
 * @module
 */
import { NumberReader, parseNumber } from "./_numbers.ts";
import { FormatError } from "./errors.ts";

const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;
const HASH = 35;
const COMMA = 44;
const SLASH = 47;
const SEMICOLON = 59;
/** The longest word that can be a number. */
const MOST_LETTERS = 400;

const LATIN1 = new TextDecoder("latin1");

/** Settings of a {@linkcode RowReader}. */
export interface RowReaderOptions {
  /** Format named in errors. */
  readonly format: string;
  /** Byte offset to start from. */
  readonly at?: number;
  /** Numbers that a row holds at most. */
  readonly most?: number;
}

/**
 * Reads lines of numbers between blanks, commas or semicolons.
 *
 * A word that starts with # or // ends its line, and lines without a word are skipped. Nothing
 * between two commas or semicolons is NaN. Numbers are correctly rounded.
 */
export class RowReader {
  /** The numbers of the row that was read last. */
  readonly values: Float64Array;
  /** Byte offset of the row that was read last. */
  rowAt = 0;
  readonly #bytes: Uint8Array;
  readonly #format: string;
  readonly #numbers = new NumberReader();
  #next: number;

  /**
   * Stands before the first line.
   *
   * @param bytes The whole file.
   * @param options The format's name, and where to start.
   */
  constructor(bytes: Uint8Array, { format, at = 0, most = 64 }: RowReaderOptions) {
    this.#bytes = bytes;
    this.#format = format;
    this.#next = at;
    this.values = new Float64Array(most);
  }

  /** Byte offset of the next line. */
  get offset(): number {
    return this.#next;
  }

  /** Most rows of so many numbers that the rest of the file can hold, for allocating. */
  mostRows(columns: number): number {
    const bytes = this.#bytes;
    let lines = 1;
    for (const byte of [LF, CR]) {
      let at = bytes.indexOf(byte, this.#next);
      for (; at >= 0; at = bytes.indexOf(byte, at + 1)) lines++;
    }
    // A number and what separates it from the next one take two bytes or more.
    return Math.min(lines, Math.ceil((bytes.length - this.#next + 1) / (2 * columns)));
  }

  /**
   * Reads the next row into `values`.
   *
   * @returns How many numbers it holds; 0 at the end of the file.
   */
  next(): number {
    const bytes = this.#bytes;
    const values = this.values;
    const numbers = this.#numbers;
    const end = bytes.length;
    let at = this.#next;
    while (at < end) {
      this.rowAt = at;
      let count = 0;
      let separated = true;
      for (;;) {
        const byte = at < end ? bytes[at] ?? LF : LF;
        if (byte === SPACE || byte === TAB) {
          at++;
          continue;
        }
        if (byte === LF || byte === CR) {
          at++;
          break;
        }
        if (byte === HASH || (byte === SLASH && bytes[at + 1] === SLASH)) {
          at = lineEnd(bytes, at);
          continue;
        }
        const isSeparator = byte === COMMA || byte === SEMICOLON;
        if (isSeparator && !separated) {
          separated = true;
          at++;
          continue;
        }
        if (count === values.length) {
          this.fail(`a row holds more than ${values.length} numbers`, at);
        }
        if (isSeparator) {
          values[count++] = NaN;
          at++;
          continue;
        }
        separated = false;
        const start = at;
        const isRead = numbers.read(bytes, start, end);
        const after = numbers.end < end ? bytes[numbers.end] ?? LF : LF;
        if (isRead && isEnd(after)) {
          values[count++] = numbers.value;
          at = numbers.end;
          continue;
        }
        at = wordEnd(bytes, start);
        const word = LATIN1.decode(bytes.subarray(start, Math.min(at, start + MOST_LETTERS)));
        values[count++] = parseNumber(word) ??
          this.fail(`"${word.slice(0, 20)}" is not a number`, start);
      }
      if (count > 0) {
        this.#next = at;
        return count;
      }
    }
    this.#next = end;
    return 0;
  }

  /** Throws a {@linkcode FormatError} for what lies at an offset, by default the last row. */
  fail(problem: string, at: number = this.rowAt): never {
    throw new FormatError(this.#format, `${problem} (byte ${at})`, { offset: at });
  }
}

/** Whether a byte ends a number. */
function isEnd(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB || byte === COMMA ||
    byte === SEMICOLON;
}

/** Byte offset of the line break that ends a line, or of the end of the file. */
export function lineEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
  return at;
}

function wordEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? SPACE;
    if (byte <= SPACE || byte === COMMA || byte === SEMICOLON) break;
  }
  return at;
}
