/**
 * Checks of what kind arguments are, for programs that are not type-checked: every function refuses another kind by its own
 * name and that of the argument, and says what it expected.
 *
 * @module
 */

import { cannot } from "./errors.ts";
import { describeValue, withArticle } from "./words.ts";

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

/** Throws a `RangeError` that names the operation and the problem. */
export function refuse(operator: string, problem: string): never {
  throw new RangeError(`${cannot(operator)}: ${problem}`);
}

/**
 * Refuses to make an instance of a class out of nothing, where functions make them.
 *
 * @param name The class.
 * @param part The first of the parts that such a function gives to the constructor.
 * @param maker A function that makes one.
 * @throws {TypeError} If there is none.
 */
export function checkMade(name: string, part: unknown, maker: string): void {
  if (typeof part === "object" && part !== null) return;
  throw new TypeError(
    `Cannot make ${name}: no parts are given, call a function such as ${maker}()`,
  );
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

/** Advice about promised results, and about numbers on the host where something on a device is expected. */
function adviceFor(value: unknown, expected: string): string {
  if (value instanceof Promise) return "; await it first";
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

/**
 * Rejects an operand that is not of a class, or that has been disposed.
 *
 * @throws {TypeError} If it is something else.
 * @throws {DisposedError} If it has been disposed.
 */
export function checkUsable(
  argument: Argument,
  value: { assertUsable(operator: string): void },
  type: Class,
): void {
  checkClass(argument, value, type);
  value.assertUsable(argument.operator);
}

/**
 * Rejects an operand that is not an object with named parts, such as a list, a tensor or a promise. What the parts are is
 * checked one by one, so that any object that has them will do.
 *
 * @throws {TypeError} If it is something else.
 */
export function checkParts(argument: Argument, value: unknown, expected = "an object"): void {
  if (!isPlain(value)) refuseKind(argument, value, expected);
}

/**
 * Rejects an operand that is not an array.
 *
 * @throws {TypeError} If it is something else.
 */
export function checkArray(argument: Argument, value: unknown, expected = "a list"): void {
  if (!Array.isArray(value)) refuseKind(argument, value, expected);
}

/**
 * Rejects an operand that is neither an array, nor a typed array, nor like one. Other objects can have a length too, such
 * as a tensor, whose numbers are not on the host; what is like an array has its last number as well.
 *
 * @throws {TypeError} If it is something else.
 */
export function checkNumbers(argument: Argument, value: unknown): void {
  const isList = Array.isArray(value) || ArrayBuffer.isView(value) && "length" in value ||
    isArrayLike(value);
  if (!isList) refuseKind(argument, value, "a list of numbers");
}

function isArrayLike(value: unknown): boolean {
  return typeof value === "object" && value !== null && "length" in value &&
    typeof value.length === "number" && value.length - 1 in value;
}

/**
 * Rejects an operand that is not a text.
 *
 * @throws {TypeError} If it is something else.
 */
export function checkText(argument: Argument, value: unknown): void {
  if (typeof value !== "string") refuseKind(argument, value, "a text");
}

/**
 * Rejects an operand that is not a function.
 *
 * @throws {TypeError} If it is something else.
 */
export function checkFunction(argument: Argument, value: unknown): void {
  if (typeof value !== "function") refuseKind(argument, value, "a function");
}

/**
 * Rejects an operand that is not a number; NaN and infinities are numbers.
 *
 * @throws {TypeError} If it is something else.
 */
export function checkAnyNumber(argument: Argument, value: unknown): void {
  if (typeof value !== "number") refuseKind(argument, value, "a number");
}

/**
 * Rejects an operand that is not a finite number.
 *
 * @throws {TypeError} If it is something else than a number.
 * @throws {RangeError} If it is NaN or infinite.
 */
export function checkNumber(argument: Argument, value: unknown): void {
  if (typeof value !== "number") refuseKind(argument, value, "a finite number");
  if (Number.isFinite(value)) return;
  const { operator, name } = argument;
  throw new RangeError(`${cannot(operator)}: ${name} is ${value}, a finite number expected`);
}

/**
 * Checks the inputs whose gradients are requested.
 *
 * @throws {TypeError} If they are not a list.
 * @throws {RangeError} If one of them is not among the names.
 */
export function checkWanted(
  operator: string,
  wanted: readonly string[],
  names: readonly string[],
): void {
  const isList: boolean = Array.isArray(wanted);
  if (!isList) {
    throw new TypeError(`${cannot(operator)}: wanted is ${describeValue(wanted)}, a list expected`);
  }
  for (const name of wanted) {
    if (names.includes(name)) continue;
    const known = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
    refuse(operator, `wanted has ${String(name)}, only ${known} are expected`);
  }
}
