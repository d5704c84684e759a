/**
 * Splits a C header of the strict subset into tokens.
 *
 * @module
 */

import { HeaderError, type HeaderSource } from "./model.ts";

/** Kinds of tokens. */
export type TokenKind = "word" | "number" | "mark" | "comment" | "doc" | "directive" | "end";

/** A piece of a header. */
export interface Token {
  /** The kind of the token. */
  readonly kind: TokenKind;
  /** Its text; comments come without their delimiters and stars. */
  readonly text: string;
  /** Line on which it starts, from 1. */
  readonly line: number;
}

const PATTERNS: readonly (readonly [TokenKind | "space", RegExp])[] = [
  ["space", /\s+/y],
  ["doc", /\/\*\*(?!\/)[^]*?\*\//y],
  ["comment", /\/\*[^]*?\*\//y],
  ["directive", /#[^\n]*/y],
  ["word", /[A-Za-z_]\w*/y],
  ["number", /-?\d+(?![\w.])/y],
  ["mark", /extern "C"|[*(),;{}=]/y],
];

/** Reads all tokens of a header, with an `end` token last. */
export function readTokens({ path, text }: HeaderSource): Token[] {
  const tokens: Token[] = [];
  let place = 0;
  let line = 1;
  while (place < text.length) {
    const [kind, found] = match(text, place) ?? [undefined, ""];
    if (kind === undefined) {
      const rest = text.slice(place).split("\n", 1)[0] ?? "";
      throw new HeaderError(path, line, `Cannot read "${rest}": not in the subset of C`);
    }
    if (kind === "directive" && found.endsWith("\\")) {
      throw new HeaderError(path, line, "Cannot read a directive: it goes on in the next line");
    }
    if (kind !== "space") tokens.push({ kind, text: clean(kind, found), line });
    place += found.length;
    line += found.split("\n").length - 1;
  }
  tokens.push({ kind: "end", text: "end of file", line });
  return tokens;
}

function match(text: string, place: number): [TokenKind | "space", string] | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = place;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return [kind, found];
  }
  return undefined;
}

function clean(kind: TokenKind, text: string): string {
  if (kind !== "doc" && kind !== "comment") return text.trim();
  const inner = text.slice(kind === "doc" ? 3 : 2, -2);
  return inner.split("\n").map((row) => row.replace(/^\s*\* ?/, "").trimEnd()).join("\n").trim();
}
