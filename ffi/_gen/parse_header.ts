/**
 * Reads the C headers of the ABI and refuses what the ABI must not contain.
 *
 * The subset: include guards, the annotation macros, 32-bit typedefs, enums with explicit numbers and functions
 * `[DVDB_NONBLOCKING] DVDB_API dvdb_status dvdb_name(parameters) DVDB_NOEXCEPT;`, each with a doc comment.
 *
 * @module
 */

import { Cursor } from "./cursor.ts";
import { FOUNDATIONS } from "./handles.ts";
import type { Token } from "./lexer.ts";
import type {
  Declarations,
  EnumType,
  EnumValue,
  FunctionType,
  HeaderSource,
  TypeAlias,
} from "./model.ts";
import { parseParameters } from "./parse_parameters.ts";

const MACROS = /^#define DVDB_(IN|OUT|NONBLOCKING|API|NOEXCEPT)\b/;
const DIRECTIVES = /^#(ifndef DENOVDB_\w*H|ifdef __cplusplus|else|endif|include <stdint\.h>)$/;
const INCLUDE = /^#include "[\w/]+\.h"$/;
const GUARD = /^#define DENOVDB_\w*H$/;

/** Reads headers in order; later ones may use what earlier ones declare. */
export function parseHeaders(sources: readonly HeaderSource[]): Declarations {
  const known = new HeaderReader();
  for (const source of sources) known.read(source);
  return known;
}

/** Lists the headers that an umbrella header includes, in order. */
export function parseIncludes({ text }: HeaderSource): string[] {
  return [...text.matchAll(/^#include "([\w/]+\.h)"$/gm)].map((found) => found[1] ?? "");
}

class HeaderReader implements Declarations {
  readonly aliases: TypeAlias[] = [];
  readonly enums: EnumType[] = [];
  readonly functions: FunctionType[] = [];
  #names = new Set<string>();

  read(source: HeaderSource): void {
    const cursor = new Cursor(source);
    let depth = 0;
    let doc: Token | undefined;
    for (; cursor.next.kind !== "end"; doc = undefined) {
      if (cursor.next.kind === "doc") doc = cursor.take();
      if (doc !== undefined && ["doc", "end"].includes(cursor.next.kind)) {
        cursor.fail("doc comment belongs to nothing", doc.line);
      }
      const { kind, text, line } = cursor.next;
      if (kind === "directive") {
        cursor.take();
        if (/^#if/.test(text)) depth += 1;
        if (text === "#endif") depth -= 1;
        if (depth < 0) cursor.fail("#endif without #if", line);
        if (![MACROS, DIRECTIVES, INCLUDE, GUARD].some((rule) => rule.test(text))) {
          cursor.fail(`directive "${text}" is not in the subset`, line);
        }
      } else if (doc === undefined) {
        cursor.fail(`no doc comment before "${text}"`);
      } else if (cursor.skip("typedef")) {
        this.aliases.push(this.#alias(cursor, doc.text));
      } else if (cursor.skip("enum")) {
        this.enums.push(this.#enum(cursor, doc.text));
      } else {
        this.functions.push(this.#function(cursor, doc.text));
      }
    }
    if (depth !== 0) cursor.fail("#if without #endif");
  }

  #claim(cursor: Cursor, name: string, line: number): string {
    if (this.#names.has(name)) cursor.fail(`"${name}" is declared twice`, line);
    this.#names.add(name);
    return name;
  }

  #name(cursor: Cursor, pattern: RegExp): string {
    const { line } = cursor.next;
    return this.#claim(
      cursor,
      cursor.expectKind("word", `a name like ${pattern.source}`, pattern),
      line,
    );
  }

  #alias(cursor: Cursor, doc: string): TypeAlias {
    const { line } = cursor.next;
    const base = cursor.expectKind("word", "int32_t or uint32_t", /^u?int32_t$/);
    const name = this.#name(cursor, /^dvdb_[a-z0-9_]+$/);
    if ((base === "int32_t") !== (name === "dvdb_status")) {
      cursor.fail("only dvdb_status is int32_t, and only handles are uint32_t", line);
    }
    cursor.expect(";");
    return { name, base: base === "int32_t" ? base : "uint32_t", doc };
  }

  #enum(cursor: Cursor, doc: string): EnumType {
    const name = this.#name(cursor, /^dvdb_[a-z0-9_]+$/);
    const values: EnumValue[] = [];
    cursor.expect("{");
    do {
      const about = cursor.next.kind === "doc" ? cursor.take().text : "";
      const { line } = cursor.next;
      const value = {
        name: this.#name(cursor, /^DVDB_[A-Z0-9_]+$/),
        value: this.#number(cursor),
        doc: about,
      };
      if (values.some((other) => other.value === value.value)) {
        cursor.fail(`number ${value.value} is used twice in ${name}`, line);
      }
      values.push(value);
      if (about === "" && (values.length > 1 || cursor.next.text === ",")) {
        cursor.fail(`no doc comment before "${value.name}"`, line);
      }
    } while (cursor.skip(",") && cursor.next.text !== "}");
    cursor.expect("}");
    cursor.expect(";");
    return { name, doc, values };
  }

  #number(cursor: Cursor): number {
    cursor.expect("=");
    const { line } = cursor.next;
    const value = Number(cursor.expectKind("number", "a whole number"));
    if (value < 0 || value > 0x7fffffff) cursor.fail(`number ${value} does not fit 31 bits`, line);
    return value;
  }

  #function(cursor: Cursor, doc: string): FunctionType {
    const nonblocking = cursor.skip("DVDB_NONBLOCKING");
    cursor.expect("DVDB_API");
    cursor.expect("dvdb_status");
    const { line } = cursor.next;
    const name = this.#name(cursor, /^dvdb_[a-z0-9_]+$/);
    const family = /(\w+)\.h$/.exec(cursor.path)?.[1] ?? "";
    const checked = !FOUNDATIONS.includes(family);
    const parameters = parseParameters(cursor, this, checked);
    if (!cursor.skip("DVDB_NOEXCEPT")) cursor.fail(`"${name}" lacks DVDB_NOEXCEPT`);
    cursor.expect(";");
    const type = { name, doc, family, checked, nonblocking, parameters };
    checkContext(cursor, type, line);
    checkTicket(cursor, type, line);
    return type;
  }
}

const TICKET_SOURCE = "dvdb_context_reserve";
const TICKET_ENDS = ["dvdb_context_release", "dvdb_context_cancel"];

/** Handles mean something only within a context, so it comes first. */
function checkContext(cursor: Cursor, { name, parameters }: FunctionType, line: number): void {
  const inside = parameters.some(({ type, direction }) =>
    type.startsWith("dvdb_") && !(type === "dvdb_context" && direction === "out")
  );
  const [first, ...others] = parameters;
  if (inside && !(first?.type === "dvdb_context" && first.direction === "value")) {
    cursor.fail(
      `"${name}" takes or gives handles, so its first parameter must be a dvdb_context`,
      line,
    );
  }
  if (others.some(({ type, direction }) => type === "dvdb_context" && direction === "value")) {
    cursor.fail(`"${name}" takes two contexts`, line);
  }
}

/** A ticket is the second parameter of a function that may wait, and of no other. */
function checkTicket(
  cursor: Cursor,
  { name, nonblocking, parameters }: FunctionType,
  line: number,
): void {
  const places = parameters.flatMap(({ type }, place) => type === "dvdb_ticket" ? [place] : []);
  const second = parameters[1];
  const taken = second?.type === "dvdb_ticket" && second.direction === "value";
  const given = second?.type === "dvdb_ticket" && second.direction === "out";
  if (places.length > 1 || (places.length === 1 && places[0] !== 1)) {
    cursor.fail(`"${name}" has a ticket that is not its second parameter`, line);
  }
  if (nonblocking && !taken) {
    cursor.fail(
      `"${name}" is DVDB_NONBLOCKING, so its second parameter must be a dvdb_ticket`,
      line,
    );
  }
  if (taken && !nonblocking && !TICKET_ENDS.includes(name)) {
    cursor.fail(`"${name}" takes a ticket but is not DVDB_NONBLOCKING`, line);
  }
  if (given && name !== TICKET_SOURCE) cursor.fail(`only "${TICKET_SOURCE}" gives tickets`, line);
}
