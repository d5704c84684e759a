import { assertEquals, assertThrows } from "@std/assert";
import {
  spreadTriple,
  type Triple,
  wholeNumber,
  wholeNumbers,
  wholeTriple,
} from "../../ffi/base/numbers.ts";

/** Lets a value through that the compiler refuses. */
type Wrong = never;

const FACTOR = { operator: "build grid", name: "factor" };

Deno.test("spreadTriple() takes one number for all axes, or three of any kind", () => {
  assertEquals(spreadTriple(FACTOR, 0.5), [0.5, 0.5, 0.5]);
  assertEquals(spreadTriple(FACTOR, [NaN, -0, Infinity]), [NaN, -0, Infinity]);
});

Deno.test("wholeTriple() takes one number for all axes, or three", () => {
  assertEquals(wholeTriple(FACTOR, 7), Int32Array.of(7, 7, 7));
  assertEquals(wholeTriple(FACTOR, [1, -2, 2 ** 31 - 1]), Int32Array.of(1, -2, 2 ** 31 - 1));
  assertEquals(
    wholeTriple(FACTOR, -(2 ** 31)),
    Int32Array.of(-(2 ** 31), ...Array(2).fill(-(2 ** 31))),
  );
});

Deno.test("wholeNumbers() goes beyond int32 where limits allow", () => {
  const most = 2 ** 32;
  assertEquals(wholeNumbers(FACTOR, [1, most, 3], { most }), [1, most, 3]);
  assertThrows(() => wholeNumbers(FACTOR, most + 1, { most }), RangeError);
});

Deno.test("wholeNumber() and its kin name what they refuse", () => {
  const refused = (call: () => unknown, message: string): void => {
    assertEquals(assertThrows(call, RangeError).message, `Cannot build grid: factor ${message}`);
  };
  const limits = { least: 1, most: 9 };
  const expected = "a whole number from 1 to 9 expected";
  for (const wrong of [0, 10, 1.5, NaN, Infinity, -Infinity]) {
    refused(() => wholeNumber(FACTOR, wrong, limits), `is ${wrong}, ${expected}`);
    refused(() => wholeTriple(FACTOR, [1, 1, wrong], limits), `is ${wrong}, ${expected}`);
  }
  for (const list of [[], [1, 2], [1, 2, 3, 4]]) {
    const wrong = list as readonly number[] as Wrong as Triple;
    for (const take of [wholeTriple, spreadTriple]) {
      refused(() => take(FACTOR, wrong), `has ${list.length} components, 3 expected`);
    }
  }
  assertEquals(wholeNumber(FACTOR, 9, limits), 9);
});
