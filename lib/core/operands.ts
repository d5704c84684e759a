/**
 * Checks of what kind operands are: every operator refuses another kind by its own name and that of the operand, and says
 * what it expected, whoever called it.
 *
 * @module
 */

import { cannot } from "../../ffi/errors.ts";
import { type Argument, checkClass, type Class, isPlain, refuseKind } from "../../ffi/arguments.ts";

export { type Argument, checkClass, checkView, isPlain, refuseKind } from "../../ffi/arguments.ts";

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
