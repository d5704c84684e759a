/**
 * How functions of every layer check their options.
 *
 * @module
 */

export { checkOptions, optionNames } from "../../ffi/arguments.ts";

/** Those of the options that have one of some names, to hand them on to a function that knows no others. */
export function pickOptions<O extends object, const Name extends keyof O>(
  options: O,
  names: readonly Name[],
): Pick<O, Name> {
  const wanted: readonly PropertyKey[] = names;
  const picked = Object.entries(options).filter(([name]) => wanted.includes(name));
  return Object.fromEntries(picked) as Pick<O, Name>;
}
