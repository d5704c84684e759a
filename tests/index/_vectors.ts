/**
 * Vectors that were published with the description of the index.
 *
 * @module
 */

import vectors from "./vectors.json" with { type: "json" };

type Field = string | number | boolean | null | readonly Field[] | {
  readonly [name: string]: Field;
};

/** One vector; fields depend on its kind. */
export interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly input: { readonly [name: string]: Field };
  readonly expect: { readonly [name: string]: Field };
}

/** The vectors of a kind. */
export function vectorsOf(...kinds: readonly string[]): Vector[] {
  const all = vectors.vectors as unknown as readonly Vector[];
  const found = all.filter(({ kind }) => kinds.includes(kind));
  if (found.length === 0) throw new RangeError(`no vectors of kind ${kinds.join(", ")}`);
  return found;
}

/** A field that is a number. */
export function numberIn(fields: Vector["input"], name: string): number {
  const value = fields[name];
  if (typeof value !== "number") throw new TypeError(`${name} is no number`);
  return value;
}

/** A field that is a text. */
export function textIn(fields: Vector["input"], name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new TypeError(`${name} is no text`);
  return value;
}

/** A field that is a list of numbers. */
export function numbersIn(fields: Vector["input"], name: string): number[] {
  return listIn(fields, name).map(Number);
}

/** A field that is a list. */
export function listIn(fields: Vector["input"], name: string): readonly Field[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw new TypeError(`${name} is no list`);
  return value;
}
