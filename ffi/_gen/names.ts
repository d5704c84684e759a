/**
 * TypeScript names of C names.
 *
 * @module
 */

import type { EnumType, FunctionType, Parameter } from "./model.ts";

/** `dvdb_grid_from_ijk` or `n_points` in camelCase, without the prefix. */
export function camelCase(name: string): string {
  const parts = name.replace(/^dvdb_/, "");
  return parts.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `dvdb_status_code` as `StatusCode`. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** Name of the TypeScript type for a typedef. */
export function aliasName(name: string): string {
  const plain = name === "dvdb_status" || name === "dvdb_ticket";
  return plain ? pascalCase(name) : `${pascalCase(name)}Handle`;
}

/** Names of an enum's values: without `DVDB_`, and without a first word that all of several share. */
export function valueNames({ values }: EnumType): string[] {
  const short = values.map(({ name }) => name.replace(/^DVDB_/, ""));
  const word = short[0]?.match(/^[A-Z0-9]+_(?=[A-Z])/)?.[0];
  if (word === undefined || short.length < 2) return short;
  return short.every((name) => name.startsWith(word))
    ? short.map((name) => name.slice(word.length))
    : short;
}

/** `DVDB_STAT_COUNT` as `Stat.COUNT`. */
export function enumValueName(name: string, enums: readonly EnumType[]): string | undefined {
  for (const type of enums) {
    const place = type.values.findIndex((value) => value.name === name);
    if (place >= 0) return `${pascalCase(type.name)}.${valueNames(type)[place]}`;
  }
  return undefined;
}

/** The enum whose name or values the comment of a number lists. */
export function namedEnum(
  { type, direction, comment }: Parameter,
  enums: readonly EnumType[],
): string | undefined {
  const words: readonly string[] = comment.match(/\b(dvdb|DVDB)_\w+/g) ?? [];
  if (type !== "uint32_t" || direction !== "value" || words.length === 0) return undefined;
  const found = enums.find(({ name, values }) =>
    words.every((word) => word === name || values.some((value) => value.name === word))
  );
  return found && pascalCase(found.name);
}

/** Parameters that a TypeScript caller passes: all but the ticket of a function that may wait. */
export function passedParameters({ nonblocking, parameters }: FunctionType): readonly Parameter[] {
  return nonblocking ? parameters.filter(({ type }) => type !== "dvdb_ticket") : parameters;
}

/** Joins lines to a JSDoc comment. */
export function jsDoc(lines: readonly string[], indent: string): string {
  const [only = "", ...more] = lines;
  if (more.length === 0) return `${indent}/** ${only} */`;
  return [
    `${indent}/**`,
    ...lines.map((line) => `${indent} * ${line}`.trimEnd()),
    `${indent} */`,
  ].join("\n");
}
