/**
 * Argument checks at run time, for programs that are not type-checked.
 *
 * @module
 */

import { cannot } from "./errors.ts";
import { successorOf } from "./renamed_options.ts";

/** A value that can be tested for use after dispose. */
interface Usable {
  assertUsable(operator: string): void;
}

/**
 * Rejects values that are not device resources, or that have been disposed.
 *
 * @param operator The operation.
 * @param resource A tensor, lists, a grid or the like.
 * @throws {TypeError} If it is something else.
 * @throws {DisposedError} If it has been disposed.
 */
export function checkResource(operator: string, resource: Usable): void {
  if (isResource(resource)) return resource.assertUsable(operator);
  refuseKind({ operator, name: "an input" }, resource, "something on a device");
}

/** An argument, as error messages name it. */
export interface Argument {
  /** The operation, such as `voxelMean` or `build grid`. */
  readonly operator: string;
  /** Name of the argument. */
  readonly name: string;
}

/**
 * Refuses an argument of another kind.
 *
 * @param value What was given.
 * @param expected What was expected, with its article.
 * @throws {TypeError} Always.
 */
export function refuseKind({ operator, name }: Argument, value: unknown, expected: string): never {
  const given = value === undefined ? "missing" : describeValue(value);
  const advice = adviceFor(value, expected);
  throw new TypeError(`${cannot(operator)}: ${name} is ${given}, ${expected} expected${advice}`);
}

/** What to do about numbers on the host where something on a device is expected. */
function adviceFor(value: unknown, expected: string): string {
  const isHost = Array.isArray(value) || ArrayBuffer.isView(value);
  if (!isHost || !/\b(?:tensor|Tensor|device)\b/.test(expected)) return "";
  return "; tensor(values, { context }) makes a tensor of numbers";
}

/** A class, whatever its constructor takes. */
export interface Class {
  readonly name: string;
  [Symbol.hasInstance](value: unknown): boolean;
}

/**
 * Rejects an argument that is not of a class.
 *
 * @throws {TypeError} If it is something else, such as a promise that nobody awaited.
 */
export function checkClass(argument: Argument, value: unknown, type: Class): void {
  if (!(value instanceof type)) refuseKind(argument, value, withArticle(type.name));
}

/** Rejects an argument that is not an array of numbers of a fixed kind, or a view of bytes. */
export function checkView(argument: Argument, value: unknown): void {
  if (!ArrayBuffer.isView(value)) refuseKind(argument, value, "a typed array");
}

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
    throw new TypeError(
      `${cannot(operator)}: ${word}s are ${given}, an object with their names expected`,
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

/** Whether a value is an object that is nothing but its names; most are seen by their constructor, in no time. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (value.constructor === Object) return true;
  const isList = Symbol.iterator in value || ArrayBuffer.isView(value);
  return !(isList || "then" in value || value instanceof Date || isResource(value));
}

/** Whether a value is a device resource, disposed or not. */
export function isResource(value: unknown): value is Usable {
  return typeof value === "object" && value !== null && "assertUsable" in value &&
    typeof value.assertUsable === "function";
}

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

function withArticle(name: string): string {
  return /^[AEIO]|^U(?!int)/i.test(name) ? `an ${name}` : `a ${name}`;
}

/** Joins names as "a, b or c". */
export function oneOf(names: readonly (string | number)[]): string {
  const last = names.slice(-2).join(" or ");
  return [...names.slice(0, -2), last].join(", ");
}
