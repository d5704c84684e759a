/**
 * Checks of whole numbers, of three numbers, one per axis, and of seeds.
 *
 * @module
 */

import { type Argument, refuse } from "./checks.ts";
import { cannot } from "./errors.ts";
import { describeValue } from "./words.ts";

/**
 * One number per axis.
 *
 * @category Tensors
 */
export type Triple = readonly [x: number, y: number, z: number];

/** The smallest int32. */
export const INT32_LEAST: number = -(2 ** 31);

/** The largest int32. */
export const INT32_MOST: number = 2 ** 31 - 1;

/** Limits for numbers. */
export interface Limits {
  /** The smallest allowed number; that of int32 if omitted. */
  readonly least?: number;
  /** The largest allowed number; that of int32 if omitted. */
  readonly most?: number;
}

/**
 * Takes three numbers, or one for all axes.
 *
 * @throws {RangeError} If there are not three.
 */
export function spreadTriple({ operator, name }: Argument, value: number | Triple): Triple {
  if (value === undefined) refuse(operator, `${name} is missing`);
  if (typeof value !== "number" && !Array.isArray(value) && !ArrayBuffer.isView(value)) {
    const given = describeValue(value);
    throw new TypeError(`${cannot(operator)}: ${name} is ${given}, one number or three expected`);
  }
  const triple: Triple = typeof value === "number" ? [value, value, value] : value;
  if (triple.length !== 3) {
    refuse(operator, `${name} has ${triple.length} components, 3 expected`);
  }
  return triple;
}

/**
 * Takes three whole numbers of int32, or one for all axes.
 *
 * @throws {RangeError} If there are not three, or one is not whole or beyond the limits.
 */
export function wholeTriple(
  argument: Argument,
  value: number | Triple,
  limits?: Limits,
): Int32Array<ArrayBuffer> {
  return Int32Array.from(wholeNumbers(argument, value, limits));
}

/**
 * Takes three whole numbers, or one for all axes.
 *
 * @throws {RangeError} If there are not three, or one is not whole or beyond the limits.
 */
export function wholeNumbers(argument: Argument, value: number | Triple, limits?: Limits): Triple {
  const triple = spreadTriple(argument, value);
  for (const one of triple) wholeNumber(argument, one, limits);
  return triple;
}

/**
 * Takes a whole number.
 *
 * @throws {RangeError} If it is not whole or beyond the limits.
 */
export function wholeNumber(
  { operator, name }: Argument,
  value: number,
  { least = INT32_LEAST, most = INT32_MOST }: Limits = {},
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  refuse(
    operator,
    `${name} is ${describeValue(value)}, a whole number from ${least} to ${most} expected`,
  );
}

/**
 * The 64 bits of a seed, or of what else its name says, in two words.
 *
 * @throws {RangeError} If it is not a whole number of 64 bits, signed or not.
 */
export function seedWords(
  operator: string,
  seed: number | bigint,
  name = "seed",
): readonly [number, number] {
  if (typeof seed !== "bigint" && !Number.isSafeInteger(seed)) {
    refuse(operator, `${name} is ${describeValue(seed)}, a whole number expected`);
  }
  const bits = BigInt.asUintN(64, BigInt(seed));
  if (bits !== BigInt(seed) && BigInt.asIntN(64, BigInt(seed)) !== BigInt(seed)) {
    refuse(operator, `${name} is ${seed}, at most 64 bits expected`);
  }
  return [Number(bits & 0xffffffffn), Number(bits >> 32n)];
}
