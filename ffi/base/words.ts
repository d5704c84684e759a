/**
 * Lists and values in messages.
 *
 * @module
 */

/** Characters of a text that messages show. */
const SHOWN = 40;

/** Describes a value in messages: strings in quotes and shortened, objects by their class. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return value.length > SHOWN ? `"${value.slice(0, SHOWN)}..."` : `"${value}"`;
  }
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  const { name = "object" } = value.constructor ?? {};
  return withArticle(name);
}

/** Puts an article before a name. */
export function withArticle(name: string): string {
  return /^[AEIO]|^U(?!int)/i.test(name) ? `an ${name}` : `a ${name}`;
}

/** Joins names as "a, b or c". */
export function oneOf(names: readonly (string | number)[]): string {
  const last = names.slice(-2).join(" or ");
  return [...names.slice(0, -2), last].join(", ");
}
