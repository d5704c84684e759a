/**
 * The number by which a library and its TypeScript know that they fit.
 *
 * @module
 */

import { expressionText } from "./expressions.ts";
import type { BufferShape, Declarations, Dimension, Parameter } from "./model.ts";

/** 32-bit FNV-1a of a text's UTF-8 bytes. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Hash of all that the ABI promises: version, names, types, shapes and numbers, but no prose. */
export function abiHash(declarations: Declarations, version: string): number {
  return fnv1a(canonicalText(declarations, version));
}

/** The text that {@linkcode abiHash} hashes, one declaration a line. */
export function canonicalText(
  { aliases, enums, functions }: Declarations,
  version: string,
): string {
  return [
    `version ${version}`,
    ...aliases.map(({ name, base }) => `typedef ${base} ${name}`),
    ...enums.map(({ name, values }) =>
      `enum ${name} ${values.map((v) => `${v.name}=${v.value}`).join(" ")}`
    ),
    ...functions.map(({ name, nonblocking, parameters }) =>
      `${nonblocking ? "nonblocking " : ""}${name}(${parameters.map(parameterText).join(", ")})`
    ),
  ].join("\n");
}

/** C text of a dimension. */
export function dimensionText({ name, plus }: Dimension): string {
  if (name === undefined) return `${plus}`;
  return plus === 0 ? name : `${name} + ${plus}`;
}

function parameterText({ name, type, direction, shape, buffer }: Parameter): string {
  if (buffer !== undefined) return `${type} ${name} ${bufferText(buffer)}`;
  if (direction === "value") return `${type} ${name}`;
  return `${direction} ${type} ${name}[${shape.map(dimensionText).join(", ")}]`;
}

function bufferText({ element, dimensions, optional }: BufferShape): string {
  const { word, parameter, place } = element;
  const type = `${word ?? parameter}${place === undefined ? "" : `[${place}]`}`;
  const cases = element.cases.map((one) => `; ${one.word} for ${one.parameter} ${one.values}`);
  const absent = typeof optional !== "object"
    ? optional ? "; 0 for none" : ""
    : "zero" in optional
    ? `; 0 if ${optional.zero} is 0`
    : `; 0 unless ${optional.parameter} is ${optional.value}`;
  return `${type}[${dimensions.map(expressionText).join(", ")}]${cases.join("")}${absent}`;
}
