import { assertEquals } from "@std/assert";
import { equal, greater, greaterEqual, less, lessEqual, notEqual } from "../../lib/jagged/mod.ts";
import { fullTensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { type Binary, checkBinaryRefusals } from "./_elements.ts";
import { makeLists, numbersOf } from "./_lists.ts";

const DEFINITIONS: Readonly<Record<string, readonly [Binary, (a: number, b: number) => boolean]>> =
  {
    equal: [equal, (a, b) => a === b],
    notEqual: [notEqual, (a, b) => a !== b],
    less: [less, (a, b) => a < b],
    lessEqual: [lessEqual, (a, b) => a <= b],
    greater: [greater, (a, b) => a > b],
    greaterEqual: [greaterEqual, (a, b) => a >= b],
  };

eachBackend("comparisons follow their definitions", (context) => {
  const numbers = [0, -0, 1, -1, 2.5, Infinity, -Infinity, NaN];
  const pairs = numbers.flatMap((a) => numbers.map((b) => [a, b] as const));
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using a = tensor(pairs.map(([x]) => x), { context, dtype });
    using b = tensor(pairs.map(([, y]) => y), { context, dtype });
    for (const [compare, definition] of Object.values(DEFINITIONS)) {
      using result = compare(a, b);
      assertEquals(result.dtype, "bool");
      assertEquals(numbersOf(result), pairs.map(([x, y]) => definition(x, y) ? 1 : 0));
    }
  }
});

eachBackend("elements are equal to the number that they were made of", (context) => {
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using tenths = fullTensor([3], 0.1, { context, dtype });
    using lists = makeLists(context, dtype, [1, 2], [0.1, 0.05, 0.2]);
    const results = Object.entries(DEFINITIONS).map(([name, [compare, definition]]) => {
      using left = compare(tenths, 0.1);
      using right = compare(0.1, tenths);
      using mixed = compare(lists, 0.1);
      assertEquals(numbersOf(mixed), [0.1, 0.05, 0.2].map((x) => definition(x, 0.1) ? 1 : 0), name);
      return [name, numbersOf(left), numbersOf(right)];
    });
    const expected = Object.entries(DEFINITIONS).map(([name, [, definition]]) => {
      const all = Array(3).fill(definition(0.1, 0.1) ? 1 : 0);
      return [name, all, all];
    });
    assertEquals(results, expected, dtype);
  }
});

eachBackend("comparisons take integers exactly, also with floats", (context) => {
  using ints = tensor(Int32Array.of(2 ** 24 + 1, 70000, -70000), { context });
  using floats = tensor([2 ** 24, Infinity, -Infinity], { context });
  using less24 = less(floats, ints);
  assertEquals(numbersOf(less24), [1, 0, 1]);
  using halves = tensor([65504, Infinity, -65504], { context, dtype: "f16" });
  using beyond = greater(ints, halves);
  assertEquals(numbersOf(beyond), [1, 0, 0]);
  using fraction = less(ints, 70000.5);
  assertEquals(numbersOf(fraction), [0, 1, 1]);

  using longs = tensor(BigInt64Array.of(2n ** 53n, 2n ** 53n + 1n), { context });
  using same = equal(longs, 2n ** 53n + 1n);
  assertEquals(numbersOf(same), [0, 1]);
  using bytes = tensor(Uint8Array.of(1, 2, 3), { context });
  using half = greater(bytes, 1.5);
  assertEquals(numbersOf(half), [0, 1, 1]);
  using negative = less(bytes, -1);
  assertEquals(numbersOf(negative), [0, 0, 0]);
  using flags = tensor([1, 0], { context, dtype: "bool" });
  using off = equal(flags, false);
  assertEquals([off.dtype, numbersOf(off)], ["bool", [0, 1]]);
});

eachBackend("comparisons keep lists, and of nothing give nothing", (context) => {
  using lists = makeLists(context, "f32", [1, 0, 2], [1, 2, 3]);
  using mask = lessEqual(lists, 2);
  assertEquals([[...mask.offsets], numbersOf(mask)], [[0n, 1n, 1n, 3n], [1, 1, 0]]);
  using nothing = makeLists(context, "f32", [0], []);
  using none = equal(nothing, nothing);
  assertEquals(none.data.shape, [0]);
});

eachBackend("comparisons refuse operands that do not fit", (context) => {
  for (const [operator, [compare]] of Object.entries(DEFINITIONS)) {
    checkBinaryRefusals(context, operator, compare);
  }
});
