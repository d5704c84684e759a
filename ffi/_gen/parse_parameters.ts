/**
 * Reads the parameter list of a function.
 *
 * @module
 */

import type { Cursor } from "./cursor.ts";
import { parseBuffer, resolveBuffer } from "./parse_buffer.ts";
import type { Declarations, Dimension, Parameter } from "./model.ts";

/** Types that are passed by value. */
const SCALARS: readonly string[] = ["uint32_t", "int64_t", "double"];

/** Types that caller-owned memory may hold; handles come on top where memory is written. */
const ELEMENTS: readonly string[] = [
  "uint8_t",
  "int32_t",
  "uint32_t",
  "int64_t",
  "float",
  "double",
];

/** Quantities in shapes that only the native side knows; the caller learns them from another function. */
const NATIVE_QUANTITIES: readonly string[] = ["n_grids", "n_voxels"];

/** Reads `(...)`. Where generated code checks arguments, comments of buffers have to state what these hold. */
export function parseParameters(
  cursor: Cursor,
  known: Declarations,
  checked: boolean,
): Parameter[] {
  const lines: number[] = [];
  const parameters: Parameter[] = [];
  cursor.expect("(");
  if (cursor.next.text === ")" || cursor.next.text === "void") {
    cursor.fail("a function needs a parameter");
  }
  while (!cursor.skip(")")) {
    const { line } = cursor.next;
    const head = parseHead(cursor, known);
    if (parameters.some(({ name }) => name === head.name)) {
      cursor.fail(`parameter "${head.name}" is declared twice`, line);
    }
    const comment = takeComment(cursor);
    const more = cursor.skip(",");
    const text = comment ?? (more ? takeComment(cursor) : undefined) ?? "";
    const shape = head.direction === "value" ? [] : parseShape(cursor, head.name, text, line);
    const isBuffer = checked && head.type === "dvdb_buffer" && head.direction === "value";
    const buffer = isBuffer ? parseBuffer(cursor, head.name, text, line) : undefined;
    parameters.push({ ...head, shape, comment: text, ...(buffer && { buffer }) });
    lines.push(line);
    if (more && cursor.next.text === ")") {
      cursor.fail("a parameter is missing after the last comma");
    }
    if (!more && cursor.next.text !== ")") {
      cursor.fail(`expected "," or ")", found "${cursor.next.text}"`);
    }
  }
  for (const { name, shape } of parameters) {
    for (const dimension of shape) {
      if (dimension.name === undefined || isQuantity(dimension.name, parameters, known)) continue;
      cursor.fail(
        `dimension "${dimension.name}" of "${name}" is neither a parameter nor an enum value`,
      );
    }
  }
  return checked
    ? parameters.map((parameter, place) =>
      resolveBuffer(cursor, parameter, parameters, known, lines[place] ?? 0)
    )
    : parameters;
}

function isQuantity(name: string, parameters: readonly Parameter[], known: Declarations): boolean {
  return parameters.some((other) =>
    other.name === name && /^u?int/.test(other.type) && other.direction === "value"
  ) ||
    known.enums.some(({ values }) => values.some((value) => value.name === name)) ||
    NATIVE_QUANTITIES.includes(name);
}

type Head = Pick<Parameter, "name" | "type" | "direction">;

function parseHead(cursor: Cursor, known: Declarations): Head {
  const { line } = cursor.next;
  const direction = cursor.skip("DVDB_IN") ? "in" : cursor.skip("DVDB_OUT") ? "out" : "value";
  const isConst = cursor.skip("const");
  const type = cursor.expectKind("word", "a type");
  const isPointer = cursor.skip("*");
  if (cursor.next.text === "*") cursor.fail("pointers to pointers do not cross the ABI");
  const name = cursor.expectKind("word", "a parameter in snake_case", /^[a-z][a-z0-9_]*$/);
  const handle = known.aliases.some((alias) => alias.name === type && alias.base === "uint32_t");

  if (isPointer && direction === "value") {
    cursor.fail(`pointer "${name}" lacks DVDB_IN or DVDB_OUT`, line);
  }
  if (!isPointer && direction !== "value") {
    cursor.fail(`"${name}" is not a pointer but has a direction`, line);
  }
  if (!isPointer && isConst) cursor.fail(`"${name}" is passed by value and needs no const`, line);
  if (direction === "in" && !isConst) cursor.fail(`DVDB_IN pointer "${name}" must be const`, line);
  if (direction === "out" && isConst) {
    cursor.fail(`DVDB_OUT pointer "${name}" must not be const`, line);
  }
  if (direction === "out" && !/^out(_|$)/.test(name)) {
    cursor.fail(`DVDB_OUT pointer "${name}" must be named out or out_...`, line);
  }
  const allowed = direction === "value"
    ? SCALARS.includes(type) || handle
    : ELEMENTS.includes(type) || (handle && direction === "out");
  if (!allowed) cursor.fail(`type "${type}" of "${name}" does not cross the ABI`, line);
  return { name, type, direction };
}

function takeComment(cursor: Cursor): string | undefined {
  return cursor.next.kind === "comment" ? cursor.take().text.replace(/\s+/g, " ") : undefined;
}

function parseShape(cursor: Cursor, name: string, comment: string, line: number): Dimension[] {
  const inside = /^\[([^\]]+)\]/.exec(comment)?.[1];
  if (inside === undefined) {
    cursor.fail(`pointer "${name}" lacks a shape comment like /* [n, 3] */`, line);
  }
  return inside.split(",").map((text) => {
    const found = /^(?:(?<number>\d+)|(?<name>[A-Za-z]\w*)(?: \+ (?<plus>\d+))?)$/.exec(
      text.trim(),
    );
    if (found?.groups === undefined) {
      cursor.fail(
        `dimension "${text.trim()}" of "${name}" is not a number, a name or name + number`,
        line,
      );
    }
    const { number, name: quantity, plus } = found.groups;
    return { name: quantity, plus: Number(number ?? plus ?? 0) };
  });
}
