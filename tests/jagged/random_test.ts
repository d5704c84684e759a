import { assert, assertEquals, assertThrows } from "@std/assert";
import { toBf16 } from "../../lib/core/mod.ts";
import { randomNormal, randomUniform } from "../../lib/jagged/mod.ts";
import { type Float, openContext } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { readNumbers } from "./_elements.ts";

/** SplitMix64 in big integers, from its definition. */
function bitsAt(seed: bigint, place: number): bigint {
  const cut = (value: bigint): bigint => BigInt.asUintN(64, value);
  let mixed = cut(seed + BigInt(place + 1) * 0x9e3779b97f4a7c15n);
  mixed = cut((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = cut((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return mixed ^ (mixed >> 31n);
}

function fraction(seed: bigint, place: number, bits: number): number {
  return Number(bitsAt(seed, place) >> BigInt(64 - bits)) / 2 ** bits;
}

const BITS: Readonly<Record<Float, number>> = { f16: 11, bf16: 8, f32: 24, f64: 53 };

eachBackend("randomUniform() draws what its definition says", (context) => {
  for (const seed of [0n, 1n, -1n, 2n ** 64n - 1n, 123456789012345678n]) {
    for (const dtype of ["f16", "bf16", "f32", "f64"] satisfies Float[]) {
      const expected = Array.from(
        { length: 60 },
        (_, at) => -2 + 5 * fraction(seed, at, BITS[dtype]),
      );
      using numbers = randomUniform([3, 20], { context, dtype, seed, low: -2, high: 3 });
      assertEquals([numbers.dtype, numbers.shape], [dtype, [3, 20]]);
      const arrays = {
        f16: Float16Array.from(expected),
        bf16: toBf16(expected),
        f32: Float32Array.from(expected),
        f64: Float64Array.from(expected),
      };
      assertBits(numbers.readSync(), arrays[dtype]);
    }
  }
});

eachBackend("randomUniform() stays in [0, 1) and fills it evenly", (context) => {
  for (const dtype of ["f16", "bf16", "f32", "f64"] satisfies Float[]) {
    using numbers = randomUniform([20_000], { context, dtype, seed: 7 });
    const values = readNumbers(numbers);
    assert(values.every((value) => value >= 0 && value < 1));
    const counts = Array<number>(8).fill(0);
    for (const value of values) {
      const cell = Math.floor(value * 8);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
    assert(counts.every((count) => Math.abs(count - 2500) < 250), `${counts}`);
  }
});

eachBackend("randomNormal() follows Box and Muller", (context) => {
  const expected = Array.from({ length: 500 }, (_, at) => {
    const radius = Math.sqrt(-2 * Math.log(1 - fraction(9n, 2 * at, 53)));
    return 3 + 2 * radius * Math.cos(2 * Math.PI * fraction(9n, 2 * at + 1, 53));
  });
  const tolerances = { f16: 1e-3, bf16: 8e-3, f32: 1e-6, f64: 1e-12 } as const;
  for (const [dtype, tolerance] of Object.entries(tolerances)) {
    const options = { context, dtype: dtype as Float, seed: 9, mean: 3, deviation: 2 };
    using numbers = randomNormal([500], options);
    assertClose(readNumbers(numbers), expected, { relative: tolerance, absolute: tolerance });
  }
  using plain = randomNormal([10_000], { context, dtype: "f64", seed: 1 });
  const values = readNumbers(plain);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  assertClose([mean, variance], [0, 1], { absolute: 0.05 });
});

eachBackend("random numbers refuse wrong options", (context) => {
  const options = { context, dtype: "f32", seed: 1 } as const;
  const start = "Cannot run randomUniform: ";
  const cases: readonly (readonly [object, string])[] = [
    [{ low: 1, high: 0 }, "high is 0, not below 1 expected"],
    [{ high: NaN }, "high is NaN, not below 0 expected"],
    [{ high: Infinity }, "0 and Infinity must be finite"],
    [{ high: 1e300 }, "1e+300 is beyond the numbers of f32"],
    [{ dtype: "f16", low: -65505 }, "-65505 is beyond the numbers of f16"],
    [
      { dtype: "f64", low: -1e308, high: 1e308 },
      "from -1e+308 to 1e+308 is further than f64 holds",
    ],
    [{ seed: 0.5 }, "seed is 0.5, a whole number expected"],
    [{ seed: 2n ** 64n }, "seed is 18446744073709551616, at most 64 bits expected"],
  ];
  for (const [wrong, problem] of cases) {
    const error = assertThrows(() => randomUniform([1], { ...options, ...wrong }), RangeError);
    assertEquals(error.message, start + problem);
  }
  const whole = { ...options, dtype: "i32" as "f32" };
  assertThrows(() => randomUniform([1], whole), TypeError, "dtype is i32, f16, bf16, f32 or f64");
  assertThrows(() => randomNormal([1], { ...options, mean: NaN }), RangeError, "must be finite");
  assertThrows(
    () => randomNormal([1], { ...options, mean: -1e39 }),
    RangeError,
    "-1e+39 is beyond",
  );
  using wide = randomUniform([99], { ...options, low: -3e38, high: 3e38 });
  assertEquals(wide.readSync().every(Number.isFinite), true);
  assertThrows(() => randomUniform([-1], options), RangeError, "-1 is no extent");
  using none = randomUniform([0, 3], options);
  assertEquals(none.shape, [0, 3]);
  const gone = openContext({ device: "cpu" });
  gone.dispose();
  assertThrows(() => randomNormal([1], { ...options, context: gone }), ReferenceError);
});
