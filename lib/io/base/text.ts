/**
 * Lines and numbers of text formats, read from bytes without making strings.
 *
 * @module
 */
import { NumberReader, parseNumber } from "./numbers.ts";
import { textStart } from "./rows.ts";
import { FormatError } from "./errors.ts";

const LF = 10;
const CR = 13;
const SPACE = 32;
const BACKSLASH = 92;
const PLUS = 43;
const MINUS = 45;
const HASH = 35;
const ZERO = 48;

const LATIN1 = new TextDecoder("latin1");
/** Settings of a {@linkcode LineScanner}. */
export interface LineScannerOptions {
  /** Format named in errors. */
  readonly format: string;
  /** Byte offset to start from, by default that of the text. */
  readonly at?: number;
  /**
   * Whether a word that starts with # ends the line.
   *
   * @default {false}
   */
  readonly comments?: boolean;
  /**
   * The rules of OBJ: a word that starts with # ends the line, and a backslash before a line break
   * joins two lines unless the first starts with #.
   */
  readonly objRules?: boolean;
}

/** Walks over the lines of a text and the words in them. */
export class LineScanner {
  readonly #bytes: Uint8Array;
  readonly #format: string;
  readonly #comments: boolean;
  readonly #objRules: boolean;
  readonly #numbers = new NumberReader();
  /** Place from which the next word is looked for. */
  #at: number;
  /** End of the line, without its line break. */
  #lineEnd: number;
  #nextLine: number;

  /**
   * Stands before the first line.
   *
   * @param bytes The whole file.
   * @param options The format's name and rules.
   */
  constructor(bytes: Uint8Array, options: LineScannerOptions) {
    const { format, at = textStart(bytes), objRules = false, comments = objRules } = options;
    this.#bytes = bytes;
    this.#format = format;
    this.#comments = comments;
    this.#objRules = objRules;
    this.#at = at;
    this.#lineEnd = at;
    this.#nextLine = at;
  }

  /** Byte offset of what is read next. */
  get offset(): number {
    return this.#at;
  }

  /** Goes to the next line that holds a word; false at the end of the text. */
  nextLine(): boolean {
    const bytes = this.#bytes;
    while (this.#nextLine < bytes.length) {
      this.#at = this.#nextLine;
      // A comment that ends in a backslash, say a path, does not swallow the next line.
      const joins = this.#objRules && bytes[this.#at] !== HASH;
      let end = this.#at;
      for (; end < bytes.length; end++) {
        const byte = bytes[end];
        if (byte !== LF && byte !== CR) continue;
        if (!joins || end === this.#at || bytes[end - 1] !== BACKSLASH) break;
        if (byte === CR && bytes[end + 1] === LF) end++;
      }
      this.#lineEnd = end;
      this.#nextLine = end + 1;
      if (this.hasWord()) return true;
    }
    this.#at = this.#lineEnd = bytes.length;
    return false;
  }

  /** Skips blanks and says whether a word follows on this line. */
  hasWord(): boolean {
    while (this.#at < this.#lineEnd && this.#isBlank(this.#at)) this.#at++;
    if (this.#comments && this.#bytes[this.#at] === HASH) this.#at = this.#lineEnd;
    return this.#at < this.#lineEnd;
  }

  /** Reads the next word of the line as text, "" at its end. */
  word(): string {
    if (!this.hasWord()) return "";
    const start = this.#at;
    this.#at = this.#wordEnd();
    // One letter is the common case: the keywords of OBJ lines.
    if (this.#at - start === 1) return String.fromCharCode(this.#bytes[start] ?? 0);
    if (this.#at - start > 64) return LATIN1.decode(this.#bytes.subarray(start, this.#at));
    return String.fromCharCode(...this.#bytes.subarray(start, this.#at));
  }

  /**
   * Reads the next word of the line as a number, correctly rounded.
   *
   * "nan" and "inf" in any case, and what Microsoft's C library prints for them, are numbers too.
   */
  number(): number {
    if (!this.hasWord()) this.fail("a number is missing at the end of the line");
    const start = this.#at;
    const numbers = this.#numbers;
    const isRead = numbers.read(this.#bytes, start, this.#lineEnd);
    if (!isRead || !this.#endsWord(numbers.end)) return this.#slowNumber(start);
    this.#at = numbers.end;
    return numbers.value;
  }

  /** Reads a whole number and stops behind it; undefined if there is none. */
  integer(): number | undefined {
    const bytes = this.#bytes;
    let at = this.#at;
    const sign = bytes[at];
    if (sign === MINUS || sign === PLUS) at++;
    const start = at;
    let value = 0;
    for (; at < this.#lineEnd; at++) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === start) return undefined;
    this.#at = at;
    return sign === MINUS ? -value : value;
  }

  /** Skips one byte if it is the given one. */
  skip(byte: number): boolean {
    if (this.#at >= this.#lineEnd || this.#bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  /** Whether the word that was being read ends here. */
  endsWord(): boolean {
    return this.#endsWord(this.#at);
  }

  /** Throws a {@linkcode FormatError} for what lies here. */
  fail(problem: string): never {
    throw new FormatError(this.#format, `${problem} (byte ${this.#at})`, { offset: this.#at });
  }

  #endsWord(at: number): boolean {
    return at >= this.#lineEnd || this.#isBlank(at);
  }

  #isBlank(at: number): boolean {
    const byte = this.#bytes[at] ?? SPACE;
    if (byte <= SPACE) return byte === SPACE || (byte >= 9 && byte <= CR);
    return byte === BACKSLASH && this.#objRules && (this.#bytes[at + 1] ?? LF) <= CR &&
      (this.#bytes[at + 1] ?? LF) >= LF;
  }

  #wordEnd(): number {
    let end = this.#at;
    while (!this.#endsWord(end)) end++;
    return end;
  }

  #slowNumber(start: number): number {
    this.#at = start;
    const text = this.word();
    const value = parseNumber(text);
    if (value !== undefined) return value;
    this.#at = start;
    return this.fail(`"${text.slice(0, 20)}" is not a number`);
  }
}
