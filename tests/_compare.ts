/**
 * Comparing arrays of numbers.
 *
 * @module
 */

import { AssertionError } from "@std/assert";

/** Typed arrays of numbers. */
export type NumberArray =
  | Float64Array
  | Float32Array
  | Float16Array
  | Int16Array
  | Int32Array
  | Uint32Array
  | Uint16Array
  | Uint8Array;

/** Refuses arrays that differ in class, length or a single bit. */
export function assertBits(
  actual: NumberArray | BigInt64Array,
  expected: NumberArray | BigInt64Array,
): void {
  const sameClass = actual.constructor === expected.constructor;
  if (!sameClass || actual.length !== expected.length) {
    throw new AssertionError(
      `Arrays differ: ${describe(actual)} given, ${describe(expected)} expected`,
    );
  }
  const [a, b] = [bytesOf(actual), bytesOf(expected)];
  const size = actual.BYTES_PER_ELEMENT;
  const different = new Set<number>();
  for (let place = 0; place < a.length; place++) {
    if (a[place] !== b[place]) different.add(Math.floor(place / size));
  }
  const [first] = different;
  if (first === undefined) return;
  throw new AssertionError(
    `${different.size} of ${actual.length} elements differ, the first at ${first}: ` +
      `${actual[first]} given, ${expected[first]} expected`,
  );
}

/** How far numbers may be apart: `absolute + relative * |expected|`. */
export interface Tolerance {
  /** Share of the expected number. */
  readonly relative?: number;
  /** Amount on top. */
  readonly absolute?: number;
}

/** Refuses arrays that differ in length or by more than a tolerance; NaN matches NaN alone. */
export function assertClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  { relative = 0, absolute = 0 }: Tolerance,
): void {
  if (actual.length !== expected.length) {
    throw new AssertionError(
      `Arrays differ: ${actual.length} elements given, ${expected.length} expected`,
    );
  }
  for (let place = 0; place < actual.length; place++) {
    const [a, b] = [actual[place] ?? NaN, expected[place] ?? NaN];
    const allowed = absolute + relative * Math.abs(b);
    if (Object.is(a, b) || a === b) continue;
    if (Number.isFinite(b) && Math.abs(a - b) <= allowed) continue;
    throw new AssertionError(
      `Element ${place} is ${a}, ${b} expected: off by ${Math.abs(a - b)}, ${allowed} allowed`,
    );
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function describe(array: NumberArray | BigInt64Array): string {
  return `${array.constructor.name} of ${array.length}`;
}

/** The largest magnitude, 0 of nothing. */
export function largestOf(numbers: ArrayLike<number>): number {
  return Array.from(numbers).reduce((most, number) => Math.max(most, Math.abs(number)), 0);
}
