import { assertEquals, AssertionError, assertThrows } from "@std/assert";
import { Random } from "../_arrays.ts";
import { assertBits, assertClose } from "../_compare.ts";

Deno.test("assertBits() tells zeros, NaNs, lengths and classes apart", () => {
  assertBits(Float32Array.of(1, NaN, -0), Float32Array.of(1, NaN, -0));
  assertBits(new Int32Array(0), new Int32Array(0));
  assertThrows(
    () => assertBits(Float32Array.of(1, 0, 2), Float32Array.of(1, -0, 3)),
    AssertionError,
    "2 of 3 elements differ, the first at 1: 0 given, 0 expected",
  );
  assertThrows(() => assertBits(new Int32Array(1), new Int32Array(2)), AssertionError, "differ");
  assertThrows(() => assertBits(new Int32Array(1), new Uint32Array(1)), AssertionError, "differ");
});

Deno.test("assertClose() allows its tolerance and no more", () => {
  assertClose([1, NaN, Infinity, 0], [1, NaN, Infinity, -0], {});
  assertClose([100.9], [100], { relative: 0.01 });
  assertClose([0.5], [0], { absolute: 0.5 });
  for (const [a, b] of [[102, 100], [NaN, 1], [1, NaN], [-Infinity, Infinity], [1, Infinity]]) {
    assertThrows(() => assertClose([a ?? 0], [b ?? 0], { relative: 0.01 }), AssertionError);
  }
  assertThrows(() => assertClose([1], [1, 2], {}), AssertionError, "1 elements given, 2 expected");
});

Deno.test("Random gives the same numbers for the same seed, within bounds", () => {
  const [a, b, c] = [new Random(1), new Random(1), new Random(2)];
  const first = a.floats(100, -2, 3);
  assertBits(b.floats(100, -2, 3), first);
  assertEquals(c.floats(100, -2, 3)[0] === first[0], false);
  assertEquals(first.every((value) => value >= -2 && value < 3), true);
  const whole = a.integers(1000, -1, 1);
  assertEquals([...new Set(whole)].sort(), [-1, 0, 1]);
  assertEquals(new Set(a.bytes(1000)).size > 200, true);
});
