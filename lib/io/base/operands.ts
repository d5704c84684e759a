/**
 * Checks of the operands of writers that go further than kinds.
 *
 * @module
 */
import {
  type Argument,
  checkArray,
  checkNumbers,
  checkParts,
  checkText,
  checkView,
  refuseKind,
} from "../../../ffi/base/checks.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import type { PointColumn } from "../cloud.ts";

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

/**
 * Rejects columns with parts of another kind; how many values they have is not looked at.
 *
 * @throws {TypeError} If a part is something else.
 * @throws {RangeError} If there is no value for each point.
 */
export function checkColumns(operator: string, columns: readonly PointColumn[]): void {
  checkArray({ operator, name: "columns" }, columns);
  for (const [at, column] of columns.entries()) {
    const part = (name: string): Argument => ({ operator, name: `${name} of column ${at}` });
    checkParts({ operator, name: `column ${at}` }, column);
    const { name, values, width, description, scale, offset, noData } = column;
    checkText(part("name"), name);
    checkView(part("values"), values);
    if (values instanceof DataView) refuseKind(part("values"), values, "a list of numbers");
    checkWhole(part("width"), width, [1, 65535]);
    if (description !== undefined) checkText(part("description"), description);
    for (const [key, list] of Object.entries({ scale, offset, noData })) {
      if (list !== undefined) checkReals(part(key), list);
    }
  }
}
