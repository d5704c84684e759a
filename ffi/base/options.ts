/**
 * Checks of options, for functions of every layer.
 *
 * @module
 */

import { checkClass, isPlain } from "./checks.ts";
import { cannot } from "./errors.ts";
import { successorOf } from "./renamed_options.ts";
import { describeValue, oneOf } from "./words.ts";

/** The keys of every member of a union. */
type KeysOf<O> = O extends unknown ? keyof O : never;

/** The type of an option in those members of a union that have it. */
type ValueOf<O, Name> = O extends unknown ? Name extends keyof O ? O[Name] : never : never;

/** The kind of an option: a boolean, or anything, which the function checks itself. */
type KindOf<Value> = [Exclude<Value, undefined>] extends [boolean] ? "boolean" : true;

/** All valid names of options, and the kind of each. */
export type OptionKinds<O> = { readonly [Name in KeysOf<O>]: KindOf<ValueOf<O, Name>> };

/** The valid names of options, and which of them are booleans. */
export type OptionNames<O> = ReadonlyMap<KeysOf<O>, true | "boolean">;

/** All valid names of options; omitting one, or stating a wrong kind, does not compile. */
export function optionNames<O>(names: OptionKinds<O>): OptionNames<O> {
  return new Map(Object.entries(names)) as ReadonlyMap<unknown, true | "boolean"> as OptionNames<O>;
}

/**
 * Rejects options that are not plain named options, such as a number, a tensor, a map or a promise, and unknown names:
 * a misspelled option would otherwise be ignored silently. Boolean options must be booleans: functions would read a 1
 * as true or as false. Undefined options are ignored whatever their name, so that options of one function can be passed
 * to another. Operations whose names end in `Async` have a `signal` besides.
 *
 * @param operator The operation.
 * @param names All valid names.
 * @param word What messages call an option, if not "option".
 * @returns The options.
 * @throws {TypeError} If they are something else, a name is unknown, or a boolean option is not a boolean.
 */
export function checkOptions<O extends object>(
  operator: string,
  options: O,
  names: NoInfer<OptionNames<O>>,
  word = "option",
): O {
  if (!isPlain(options)) {
    const given = describeValue(options);
    const known = names.size === 0 ? "" : `: ${[...names.keys()].join(", ")}`;
    throw new TypeError(
      `${cannot(operator)}: ${word}s are ${given}, an object with their names expected${known}`,
    );
  }
  for (const name in options) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    if (name === "signal" && hasSignal(operator, word)) {
      checkClass({ operator, name }, value, AbortSignal);
      continue;
    }
    const kind = (names as ReadonlyMap<unknown, unknown>).get(name);
    if (kind === true || kind === typeof value) continue;
    if (kind !== undefined) {
      throw new TypeError(
        `${cannot(operator)}: ${name} is ${describeValue(value)}, true or false expected`,
      );
    }
    const all = [...names.keys(), ...hasSignal(operator, word) ? ["signal"] : []] as string[];
    const known = `${oneOf(all) || "none"} expected`;
    const now = successorOf(operator, name);
    throw new TypeError(
      `${cannot(operator)}: the ${word} ${describeValue(name)} is unknown, ${now ?? known}`,
    );
  }
  return options;
}

/** Whether options of an operation may have a signal. */
function hasSignal(operator: string, word: string): boolean {
  return word === "option" && operator.endsWith("Async");
}

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
