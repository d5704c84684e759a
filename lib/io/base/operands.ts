/**
 * Checks of the operands of writers that go further than kinds.
 *
 * @module
 */
import { type Argument, checkNumbers, refuseKind } from "../../core/operands.ts";
import { describeValue } from "../../core/words.ts";

/**
 * Rejects an operand that is not a list of numbers, such as integers of 64 bits.
 *
 * @throws {TypeError} If it is something else, or holds something else.
 */
export function checkReals(argument: Argument, value: unknown): void {
  checkNumbers(argument, value);
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) {
    refuseKind(argument, value, "a list of numbers");
  }
  if (!Array.isArray(value)) return;
  const odd = value.findIndex((one) => typeof one !== "number");
  if (odd < 0) return;
  refuseKind({ ...argument, name: `${argument.name}[${odd}]` }, value[odd], "a number");
}

/**
 * Rejects an operand that is not a list of so many finite numbers.
 *
 * @throws {TypeError} If it is something else, or holds something else.
 * @throws {RangeError} If there are more or fewer, or one is NaN or infinite.
 */
export function checkFinites(argument: Argument, value: ArrayLike<number>, count: number): void {
  checkReals(argument, value);
  const { operator, name } = argument;
  const finite = Array.from(value).every(Number.isFinite);
  if (finite && value.length === count) return;
  const given = Array.from(value).slice(0, count + 1).join(", ");
  throw new RangeError(
    `Cannot ${operator}: ${name} is [${given}], ${count} finite numbers expected`,
  );
}

/**
 * Rejects an operand that is not a whole number within limits.
 *
 * @throws {TypeError} If it is not a number.
 * @throws {RangeError} If it is another number.
 */
export function checkWhole(
  argument: Argument,
  value: unknown,
  [least, most]: readonly [least: number, most: number],
): void {
  const expected = `a whole number from ${least} to ${most}`;
  if (typeof value !== "number") refuseKind(argument, value, expected);
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const { operator, name } = argument;
  throw new RangeError(
    `Cannot ${operator}: ${name} is ${describeValue(value)}, ${expected} expected`,
  );
}
