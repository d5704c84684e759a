import { assertEquals, assertThrows } from "@std/assert";
import { clamp, fmax, fmin, maximum, minimum, nanToNum } from "../../lib/jagged/mod.ts";
import { type DType, type JaggedTensor, Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { type Binary, checkBinaryRefusals, readNumbers } from "./_elements.ts";
import { makeLists, numbersOf } from "./_lists.ts";

const DEFINITIONS: Readonly<Record<string, readonly [Binary, (a: number, b: number) => number]>> = {
  maximum: [maximum, (a, b) => Number.isNaN(a + b) && a !== -b ? NaN : a < b ? b : a],
  minimum: [minimum, (a, b) => Number.isNaN(a + b) && a !== -b ? NaN : b < a ? b : a],
  fmax: [fmax, (a, b) => Number.isNaN(a) ? b : Number.isNaN(b) || b <= a ? a : b],
  fmin: [fmin, (a, b) => Number.isNaN(a) ? b : Number.isNaN(b) || b >= a ? a : b],
};

eachBackend("greater and lesser elements, with and without NaN", (context) => {
  const numbers = [0, 1, -1, 2.5, Infinity, -Infinity, NaN];
  const pairs = numbers.flatMap((a) => numbers.map((b) => [a, b] as const));
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using a = tensor(pairs.map(([x]) => x), { context, dtype });
    using b = tensor(pairs.map(([, y]) => y), { context, dtype });
    for (const [choose, definition] of Object.values(DEFINITIONS)) {
      using result = choose(a, b);
      assertEquals(result.dtype, dtype);
      assertEquals(readNumbers(result), pairs.map(([x, y]) => definition(x, y)));
    }
  }
  using longs = tensor(BigInt64Array.of(2n ** 60n, -1n), { context });
  for (const choose of [maximum, fmax]) {
    using result = choose(longs, 5n);
    assertEquals(numbersOf(result), [2n ** 60n, 5n]);
  }
  for (const choose of [minimum, fmin]) {
    using result = choose(longs, 5n);
    assertEquals(numbersOf(result), [5n, -1n]);
  }
});

eachBackend("clamp() keeps elements within bounds of all kinds", (context) => {
  using lists = makeLists(context, "f32", [1, 0, 2], [-3, 0.5, 9, NaN, 2, -0.5], [2]);
  using both = clamp(lists, { low: -1, high: 2 });
  assertEquals(numbersOf(both), [-1, 0.5, 2, NaN, 2, -0.5]);
  assertEquals([...both.offsets], [0n, 1n, 1n, 3n]);
  using low = clamp(lists, { low: 0 });
  assertEquals(numbersOf(low), [0, 0.5, 9, NaN, 2, 0]);
  using high = clamp(lists, { high: 0 });
  assertEquals(numbersOf(high), [-3, 0, 0, NaN, 0, -0.5]);
  using bound = tensor([1, 0], { context });
  using columns = clamp(lists, { low: bound, high: 1 });
  assertEquals(numbersOf(columns), [1, 0.5, 1, NaN, 1, 0]);
  using longs = tensor(BigInt64Array.of(2n ** 60n + 1n, -9n), { context });
  using whole = clamp(longs, { low: -5, high: 2n ** 60n });
  assertEquals([whole.dtype, numbersOf(whole)], ["i64", [2n ** 60n, -5n]]);
  using empty = clamp(lists, { low: 5, high: 1 });
  assertEquals(numbersOf(empty), [1, 1, 1, NaN, 1, 1]);
});

eachBackend("clamp() of a tensor by lists gives lists", (context) => {
  using bounds = makeLists(context, "f32", [1, 2], [1, 2, 3]);
  using two = tensor([2], { context });
  using low: JaggedTensor = clamp(two, { low: bounds });
  using high: JaggedTensor = clamp(two, { high: bounds });
  using both: JaggedTensor = clamp(two, { low: 0, high: bounds });
  using none: Tensor = clamp(two, { low: two, high: 1 });
  assertEquals([low, high, both].map(readNumbers), [[2, 2, 3], [1, 2, 2], [1, 2, 2]]);
  assertEquals([low, high, both].map(({ offsets }) => [...offsets]), Array(3).fill([0n, 1n, 3n]));
  assertEquals([none instanceof Tensor, readNumbers(none)], [true, [1]]);
});

eachBackend("nanToNum() leaves finite numbers alone", (context) => {
  const greatest: Readonly<Record<string, number>> = {
    f16: 65504,
    bf16: 3.3895313892515355e38,
    f32: 3.4028234663852886e38,
    f64: Number.MAX_VALUE,
  };
  for (const [dtype, most] of Object.entries(greatest)) {
    using a = tensor([NaN, Infinity, -Infinity, 1.5, -0], { context, dtype: dtype as DType });
    using plain = nanToNum(a);
    assertEquals(readNumbers(plain), [0, most, -most, 1.5, -0]);
    using own = nanToNum(a, { nan: 7, positive: 8, negative: -9 });
    assertEquals([own.dtype, readNumbers(own)], [dtype, [7, 8, -9, 1.5, -0]]);
  }
  using whole = tensor([1, 0], { context, dtype: "bool" });
  using same = nanToNum(whole);
  assertEquals([same.dtype, numbersOf(same)], ["bool", [1, 0]]);
});

eachBackend("nanToNum() leaves what replaces NaN as it is", (context) => {
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using a = tensor([NaN, Infinity, -Infinity, 1.5, -0], { context, dtype });
    using infinite = nanToNum(a, { nan: Infinity, positive: 8, negative: -9 });
    assertEquals([infinite.dtype, readNumbers(infinite)], [dtype, [Infinity, 8, -9, 1.5, -0]]);
    using kept = nanToNum(a, { nan: NaN, positive: NaN, negative: -9 });
    assertEquals(readNumbers(kept), [NaN, NaN, -9, 1.5, -0]);
  }
  using lists = makeLists(context, "f16", [1, 2], [NaN, 1, Infinity]);
  using beyond = nanToNum(lists, { nan: -1e9, positive: 2 });
  assertEquals([[...beyond.offsets], readNumbers(beyond)], [[0n, 1n, 3n], [-Infinity, 1, 2]]);
});

eachBackend("bounds refuse operands that do not fit", (context) => {
  for (const [operator, [choose]] of Object.entries(DEFINITIONS)) {
    checkBinaryRefusals(context, operator, choose);
  }
  using a = tensor([1], { context });
  assertThrows(() => clamp(a, {}), RangeError, "there is neither a low nor a high bound");
});
