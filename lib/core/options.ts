/**
 * How functions of every layer check their options.
 *
 * @module
 */

export {
  checkOptions,
  type OptionKinds,
  type OptionNames,
  optionNames,
} from "../../ffi/arguments.ts";

/**
 * Picks the options with given names that have a value, to pass them on to a function that accepts no others. They are
 * read by name, because a spread would omit inherited ones, such as the getters of a class.
 */
export function pickOptions<O extends object, Name extends keyof O>(
  options: O,
  names: Iterable<Name>,
): Pick<O, Name> {
  const picked: Partial<Pick<O, Name>> = {};
  for (const name of names) {
    if (options[name] !== undefined) picked[name] = options[name];
  }
  return picked as Pick<O, Name>;
}
