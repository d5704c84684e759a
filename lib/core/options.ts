/**
 * How functions of every layer check their options.
 *
 * @module
 */

export { checkOptions, type OptionNames, optionNames } from "../../ffi/arguments.ts";

/**
 * Those of the options that have one of some names and a value, to hand them on to a function that knows no others.
 * They are read by name, since a spread would leave those out that are inherited, such as the getters of a class.
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
