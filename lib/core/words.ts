/**
 * Lists in messages.
 *
 * @module
 */

/** Joins names as "a, b or c". */
export function oneOf(names: readonly (string | number)[]): string {
  const last = names.slice(-2).join(" or ");
  return [...names.slice(0, -2), last].join(", ");
}
