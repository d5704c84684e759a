import { assert, assertEquals, assertThrows } from "@std/assert";
import { streamNormal, streamUniform } from "../../lib/dense/mod.ts";
import { numbersOf } from "../_numbers.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { DTYPES, PRECISION } from "./_numbers.ts";
import { philox } from "./_philox.ts";

Deno.test("philox() of the tests has the words of its authors", () => {
  const hex = (words: readonly number[]): string[] =>
    words.map((word) => word.toString(16).padStart(8, "0"));
  assertEquals(hex(philox(0n, 0n, 0n)), ["6627e8d5", "e169c58d", "bc57ac4c", "9b00dbd8"]);
  const ones = 2n ** 64n - 1n;
  assertEquals(hex(philox(ones, ones, ones)), ["408f276d", "41c83b0e", "a20bc7c6", "6d5451fd"]);
  const pi = philox(0x299f31d0a4093822n, 0x0370734413198a2en, 0x85a308d3243f6a88n);
  assertEquals(hex(pi), ["d16cfe09", "94fdcceb", "5001e420", "24126ea1"]);
});

for (const dtype of DTYPES) {
  eachBackend(`streamUniform() and streamNormal() are words of Philox, in ${dtype}`, (context) => {
    const [seed, stream] = [0x123456789abcdefn, 0xfedcba987654321n];
    const n = 1003;
    const units = Array.from({ length: n + 1 }, (_, block) => philox(seed, stream, BigInt(block)))
      .flat().map((word) => (word >>> 8) / 2 ** 24);
    const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] };
    using uniform = streamUniform([17, 59], { context, dtype, seed, stream, low: -1, high: 3 });
    assertEquals(uniform.shape, [17, 59]);
    const expected = units.slice(0, n).map((one) => -1 + 4 * one);
    assertClose(numbersOf(uniform), expected, tolerance);
    using normal = streamNormal([n], { context, dtype, seed, stream, mean: 1, deviation: 0.5 });
    const drawn = Array.from({ length: n }, (_, at) => {
      const [first = NaN, second = NaN] = units.slice(2 * at, 2 * at + 2);
      return 1 + 0.5 * Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
    });
    assertClose(numbersOf(normal), drawn, tolerance);
  });
}

eachBackend(
  "streamUniform() of seed 1 has literal numbers, and streams of their own",
  (context) => {
    using numbers = streamUniform([4], { context, dtype: "f64", seed: 1 });
    assertEquals([...numbers.readSync()], [
      ...[0.8902591466903687, 0.8946846723556519, 0.5857259035110474, 0.7112680673599243],
    ]);
    const seen = new Set<number>();
    for (let stream = 0; stream < 50; stream++) {
      using one = streamUniform([200], { context, dtype: "f64", seed: 1, stream });
      one.readSync().forEach((number) => seen.add(number));
    }
    // Of 10000 numbers of 24 bits about three are there twice by chance.
    assert(seen.size > 9980, `${seen.size} numbers`);
  },
);

eachBackend("streamNormal() has the mean and the deviation that were asked for", (context) => {
  using drawn = streamNormal([100_000], { context, dtype: "f32", seed: 3, mean: 2, deviation: 3 });
  const numbers = numbersOf(drawn);
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const square = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / numbers.length;
  assertClose([mean, Math.sqrt(square)], [2, 3], { absolute: 0.03 });
});

eachBackend("streamUniform() and streamNormal() refuse what they cannot draw", async (context) => {
  const base = { context, dtype: "f32", seed: 1 } as const;
  const refuse = (options: object, message: string): void => {
    assertThrows(() => streamUniform([2], { ...base, ...options }), RangeError, message);
  };
  refuse({ low: 1, high: 0 }, "high is 0, 1 or more expected");
  refuse({ low: NaN }, "low is NaN");
  refuse({ stream: 0.5 }, "stream is 0.5");
  refuse({ seed: 2n ** 65n }, "seed is");
  assertThrows(() => streamNormal([2], { ...base, deviation: -1 }), RangeError, "deviation is -1");
  assertThrows(() => streamNormal([2], { ...base, dtype: "i32" as never }), TypeError, "dtype is");
  using empty = streamUniform([0, 3], base);
  assertEquals(empty.shape, [0, 3]);
  using _made = await failEachAllocation(context, () => streamNormal([2], base));
});
