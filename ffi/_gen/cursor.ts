/**
 * A place in the tokens of a header.
 *
 * @module
 */

import { readTokens, type Token, type TokenKind } from "./lexer.ts";
import { HeaderError, type HeaderSource } from "./model.ts";

/** Walks over the tokens of one header. */
export class Cursor {
  /** Header that is being read. */
  readonly path: string;
  #tokens: readonly Token[];
  #place = 0;

  /** Starts at the first token of a header. */
  constructor(source: HeaderSource) {
    this.path = source.path;
    this.#tokens = readTokens(source);
  }

  /** The token that comes next. */
  get next(): Token {
    return this.#tokens[this.#place] ?? { kind: "end", text: "end of file", line: 0 };
  }

  /** Returns the next token and moves on. */
  take(): Token {
    const token = this.next;
    this.#place += 1;
    return token;
  }

  /** Moves over a token if it has this text. */
  skip(text: string): boolean {
    const same = this.next.text === text && this.next.kind !== "comment" &&
      this.next.kind !== "doc";
    if (same) this.#place += 1;
    return same;
  }

  /** Moves over a token that must have this text. */
  expect(text: string): void {
    if (!this.skip(text)) this.fail(`expected "${text}", found "${this.next.text}"`);
  }

  /** Moves over a token of a kind and returns its text. */
  expectKind(kind: TokenKind, what: string, pattern: RegExp = /^/): string {
    const token = this.next;
    if (token.kind !== kind || !pattern.test(token.text)) {
      this.fail(`expected ${what}, found "${token.text}"`);
    }
    return this.take().text;
  }

  /** Stops at the next token, or at a line. */
  fail(problem: string, line: number = this.next.line): never {
    throw new HeaderError(this.path, line, `Cannot read header: ${problem}`);
  }
}
