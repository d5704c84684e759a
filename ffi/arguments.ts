/**
 * Arguments of another kind than their types say: programs that are run without a check of types may have any.
 *
 * @module
 */

import { cannot } from "./errors.ts";

/** What can be asked whether it is usable. */
interface Usable {
  assertUsable(operator: string): void;
}

/**
 * Refuses an operation on what is nothing on a device, or gone.
 *
 * @param operator What is being done.
 * @param resource A tensor, lists, a grid or the like.
 * @throws {TypeError} If it is something else.
 * @throws {DisposedError} If it has been disposed.
 */
export function checkResource(operator: string, resource: Usable): void {
  if (isResource(resource)) return resource.assertUsable(operator);
  const given = resource === undefined ? "is missing" : `is ${describeValue(resource)}`;
  throw new TypeError(`${cannot(operator)}: an input ${given}, something on a device expected`);
}

/** The keys of every member of a union. */
type KeysOf<O> = O extends unknown ? keyof O : never;

/** The names that options of a kind may have. */
export type OptionNames<O> = ReadonlySet<KeysOf<O>>;

/** Every name that options of a kind may have; one that is left out does not compile. */
export function optionNames<O>(names: { readonly [Name in KeysOf<O>]: true }): OptionNames<O> {
  return new Set(Object.keys(names) as KeysOf<O>[]);
}

/**
 * Refuses options that are no object with names, such as a number, a tensor, a map or a promise in their place, and
 * names that are unknown: a misspelled option would otherwise be left out without a word. What has no value is left out
 * whatever its name, so that options of one function may serve another.
 *
 * @param operator What is being done.
 * @param names Every name that an option may have.
 * @param word What messages call one of them, where that is another word.
 * @returns The options.
 * @throws {TypeError} If they are something else, or one of them is unknown.
 */
export function checkOptions<O extends object>(
  operator: string,
  options: O,
  names: NoInfer<OptionNames<O>>,
  word = "option",
): O {
  if (!isPlain(options)) {
    const given = describeValue(options);
    throw new TypeError(
      `${cannot(operator)}: ${word}s are ${given}, an object with their names expected`,
    );
  }
  for (const name in options) {
    if ((names as ReadonlySet<unknown>).has(name) || options[name] === undefined) continue;
    const known = oneOf([...names] as string[]);
    throw new TypeError(
      `${cannot(operator)}: the ${word} ${describeValue(name)} is unknown, ${known} expected`,
    );
  }
  return options;
}

/** Whether a value is an object that is nothing but its names; most are seen by their constructor, in no time. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (value.constructor === Object) return true;
  const isList = Symbol.iterator in value || ArrayBuffer.isView(value);
  return !(isList || "then" in value || value instanceof Date || isResource(value));
}

/** Whether a value is something on a device, be it gone or not. */
export function isResource(value: unknown): value is Usable {
  return typeof value === "object" && value !== null && "assertUsable" in value &&
    typeof value.assertUsable === "function";
}

/** Characters of a text that messages show. */
const SHOWN = 40;

/** What messages say of a value of any kind: text in quotes and not all of a long one, objects by their class. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return value.length > SHOWN ? `"${value.slice(0, SHOWN)}..."` : `"${value}"`;
  }
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  const { name = "object" } = value.constructor ?? {};
  return /^[AEIO]|^U(?!int)/i.test(name) ? `an ${name}` : `a ${name}`;
}

/** Joins names as "a, b or c". */
export function oneOf(names: readonly (string | number)[]): string {
  const last = names.slice(-2).join(" or ");
  return [...names.slice(0, -2), last].join(", ");
}
