/**
 * The values that a number may have, as the comment behind it says.
 *
 * @module
 */

import type { EnumValue, FunctionType, Parameter } from "./model.ts";
import type { Declarations } from "./model.ts";

/** Limits of whole numbers. */
export interface Range {
  /** The least that is possible. */
  readonly least: number;
  /** The largest that is possible; any if absent. */
  readonly most: number | undefined;
}

/** The values of an enum that a number may have; undefined for other numbers, and for sums of flags. */
export function choicesOf(
  { type, direction, comment }: Parameter,
  { enums }: Pick<Declarations, "enums">,
): readonly EnumValue[] | undefined {
  const words: readonly string[] = comment.match(/\b(dvdb|DVDB)_\w+/g) ?? [];
  if (type !== "uint32_t" || direction === "out" || words.length === 0) return undefined;
  if (/\b(flags|bits|sums?) of\b/.test(comment)) return undefined;
  const found = enums.find(({ name, values }) =>
    words.every((word) => word === name || values.some((value) => value.name === word))
  );
  const all = found?.values.filter(({ name }) => !name.endsWith("_COUNT"));
  const named = words.flatMap((word) => all?.filter(({ name }) => name === word) ?? []);
  return named.length > 0 ? named : all;
}

/** The limits with which the comment of a whole number, or of the numbers of a small array, begins. */
export function rangeOf({ type, comment }: Parameter): Range | undefined {
  if (!/^u?int/.test(type)) return undefined;
  const found = /^(?:\[\d+\], )?(?<least>\d+) (?:or more|to (?<most>\d+))(?=$|[,; ])/.exec(comment)
    ?.groups;
  if (found === undefined) return undefined;
  const { least, most } = found;
  return { least: Number(least), most: most === undefined ? undefined : Number(most) };
}

/** Whether 0 may stand for a handle. */
export function mayBeAbsent({ comment }: Parameter): boolean {
  return /; 0 for (none|all)$/.test(comment);
}

/** The buffers whose element type a dtype parameter names, or one place of an array of dtypes. */
export function buffersOf(
  { parameters }: FunctionType,
  { name }: Pick<Parameter, "name">,
  place?: number,
): readonly Parameter[] {
  return parameters.filter(({ buffer }) =>
    buffer?.element.parameter === name && buffer.element.place === place
  );
}

/** Joins words to `a, b or c`. */
export function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}
