/**
 * Rows of numbers in text, read from bytes without making strings.
 *
 * @module
 */
import { NumberReader, parseNumber } from "./numbers.ts";
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
  /** Byte offset to start from, by default that of the text. */
  readonly at?: number;
  /** Numbers that a row holds at most. */
  readonly most?: number;
  /** Whether each number of a row may be any word, which is NaN then; none may by default. */
  readonly words?: readonly boolean[];
}

/**
 * Reads lines of numbers between blanks, commas or semicolons.
 *
 * A word that starts with # or // ends its line, and lines without a word are skipped. Nothing
 * between two commas or semicolons is NaN. Numbers are correctly rounded. A row with commas besides other separators is
 * refused: in "1,5;2,5;3,5" the commas stand for points.
 */
export class RowReader {
  /** The numbers of the row that was read last. */
  readonly values: Float64Array;
  /** Byte offset of the row that was read last. */
  rowAt = 0;
  /** Whether that row ends in a separator, behind which nothing stands. */
  endsOpen = false;
  readonly #bytes: Uint8Array;
  readonly #format: string;
  readonly #words: readonly boolean[];
  readonly #numbers = new NumberReader();
  #next: number;

  /**
   * Stands before the first line.
   *
   * @param bytes The whole file.
   * @param options The format's name, and where to start.
   */
  constructor(
    bytes: Uint8Array,
    { format, at = textStart(bytes), most = 64, words = [] }: RowReaderOptions,
  ) {
    this.#bytes = bytes;
    this.#format = format;
    this.#words = words;
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
      let hasCommas = false;
      let hasOthers = false;
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
        if (byte === COMMA) hasCommas = true;
        else if (isSeparator || !separated) hasOthers = true;
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
        const value = parseNumber(word) ?? (this.#words[count] === true ? NaN : undefined);
        values[count++] = value ?? this.fail(`"${word.slice(0, 20)}" is not a number`, start);
      }
      if (count > 0) {
        if (hasCommas && hasOthers) {
          this.fail("a row has commas besides other separators, decimals as in 1.5 expected");
        }
        this.#next = at;
        this.endsOpen = separated;
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

/** Byte offset at which a text starts: behind the byte order mark that some editors put before it. */
export function textStart(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
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
