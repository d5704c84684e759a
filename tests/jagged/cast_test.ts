import { assertEquals, assertThrows } from "@std/assert";
import { asType } from "../../lib/jagged/mod.ts";
import { type DType, DTYPES, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { held, readNumbers } from "./_elements.ts";
import { makeLists, numbersOf } from "./_lists.ts";

const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  i32: [-(2 ** 31), 2 ** 31 - 1],
  i64: [-(2 ** 63), 2 ** 63],
  u8: [0, 255],
  u16: [0, 65535],
  i16: [-32768, 32767],
};

/** What becomes of a number, from the documentation. */
function converted(dtype: DType, number: number): number {
  if (dtype === "bool") return number === 0 ? 0 : 1;
  const limits = LIMITS[dtype];
  if (limits === undefined) return number;
  if (Number.isNaN(number)) return 0;
  return Math.min(Math.max(Math.trunc(number), limits[0]), limits[1]) + 0;
}

eachBackend("asType() converts between all types", (context) => {
  const floats = [0, -0, 0.5, -0.5, 1, 1.5, 2.9, -2.9, 200, 255.9, 256, -1, 3e4, 3e9, -3e9, 1e10];
  const odd = [1e19, -1e19, Infinity, -Infinity, NaN, 0.1, 1 / 3, 65504, 65519.9, 65520, 1e-8];
  for (const from of DTYPES) {
    const numbers = LIMITS[from] || from === "bool"
      ? [...floats, ...odd].map((number) => converted(from, number)).filter((n) =>
        Math.abs(n) < 2 ** 53
      )
      : [...floats, ...odd];
    const own = held(context, from, numbers);
    using a = tensor(own, { context, dtype: from });
    for (const to of DTYPES) {
      using result = asType(a, to);
      const expected = own.map((number) => converted(to, number));
      assertEquals(result.dtype, to);
      if (to === "i64") {
        const longs = expected.map((number) => number >= 2 ** 63 ? 2n ** 63n - 1n : BigInt(number));
        assertEquals(numbersOf(result), longs);
      } else {
        assertEquals(readNumbers(result), held(context, to, expected));
      }
    }
  }
});

eachBackend("asType() makes one NaN of all, whatever its sign and payload", (context) => {
  const wide = BigUint64Array.of(0x7ff8000000000000n, 0xfff8000000000001n, 0x7fffffffffffffffn);
  const narrow = Uint32Array.of(0x7fc00000, 0xffc00001, 0x7fffffff);
  using doubles = tensor(new Float64Array(wide.buffer), { context });
  using singles = tensor(new Float32Array(narrow.buffer), { context });
  const one = new Float32Array(Uint32Array.of(0x7fc00000, 0x7fc00000, 0x7fc00000).buffer);
  using narrowed = asType(doubles, "f32");
  assertBits(narrowed.readSync(), one);
  using widened = asType(singles, "f64");
  const big = new BigUint64Array(3).fill(0x7ff8000000000000n);
  assertBits(widened.readSync(), new Float64Array(big.buffer));
});

eachBackend("asType() rounds once", (context) => {
  // Halfway and a little more: rounding by way of a type in between would go down to the even one.
  using longs = tensor(
    BigInt64Array.of(2n ** 60n + 2n ** 36n + 1n, -(2n ** 60n) - 2n ** 52n - 1n),
    {
      context,
    },
  );
  using singles = asType(longs, "f32");
  assertEquals(readNumbers(singles)[0], 2 ** 60 + 2 ** 37);
  using briefs = asType(longs, "bf16");
  assertEquals(readNumbers(briefs)[1], -(2 ** 60) - 2 ** 53);
  using doubles = tensor(Float64Array.of(1 + 2 ** -11 + 2 ** -40, 1 + 2 ** -8 + 2 ** -40), {
    context,
  });
  using halves = asType(doubles, "f16");
  using thin = asType(doubles, "bf16");
  assertEquals(readNumbers(halves)[0], 1 + 2 ** -10);
  assertEquals(readNumbers(thin)[1], 1 + 2 ** -7);
});

eachBackend("asType() keeps lists, and copies where the type stays", (context) => {
  using lists = makeLists(context, "f32", [1, 0, 2], [1.5, -2.5, 3]);
  using whole = asType(lists, "i32");
  assertEquals([[...whole.offsets], numbersOf(whole)], [[0n, 1n, 1n, 3n], [1, -2, 3]]);
  using same = asType(lists, "f32");
  lists.data.fill(0);
  assertBits(same.data.readSync(), Float32Array.of(1.5, -2.5, 3));
  using empty = makeLists(context, "f16", [0], [], [3]);
  using none = asType(empty, "bool");
  assertEquals([none.dtype, none.data.shape], ["bool", [0, 3]]);
});

eachBackend("asType() refuses unknown types", (context) => {
  using a = tensor([1], { context });
  assertThrows(() => asType(a, "f8" as "f16"), TypeError, 'Cannot use dtype "f8"');
});
