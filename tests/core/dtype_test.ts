import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { fromBf16, toBf16 } from "../../lib/core/bf16.ts";
import {
  type DType,
  dtypeBytes,
  dtypeCode,
  DTYPES,
  type HostArray,
  inferDType,
  isOwnKind,
  toTypedArray,
  typedArray,
} from "../../lib/core/dtype.ts";

Deno.test("each dtype has its typed array, size and native number", () => {
  const table = DTYPES.map((dtype) => [
    dtype,
    typedArray(dtype, 3).constructor,
    dtypeBytes(dtype),
    dtypeCode(dtype),
  ]);
  assertEquals(table, [
    ["f32", Float32Array, 4, 0],
    ["f16", Float16Array, 2, 1],
    ["bf16", Uint16Array, 2, 2],
    ["f64", Float64Array, 8, 3],
    ["i32", Int32Array, 4, 4],
    ["i64", BigInt64Array, 8, 5],
    ["u8", Uint8Array, 1, 6],
    ["bool", Uint8Array, 1, 7],
    ["u16", Uint16Array, 2, 8],
    ["i16", Int16Array, 2, 9],
  ]);
  for (const dtype of DTYPES) {
    assertEquals(typedArray(dtype, 3).byteLength, 3 * dtypeBytes(dtype));
    assertEquals(isOwnKind(dtype, typedArray(dtype, 0)), true);
    assertEquals(isOwnKind(dtype, new DataView(new ArrayBuffer(8))), false);
  }
});

Deno.test("names that are no dtype are refused", () => {
  for (const name of ["f8", "", "toString", "constructor"]) {
    const uses = [dtypeBytes, dtypeCode, (d: DType): unknown => typedArray(d, 1)];
    for (const use of uses) {
      assertThrows(
        () => use(name as DType),
        TypeError,
        `Cannot use dtype "${name}": it must be one of f32, f16, bf16, f64, i32, i64, u8, bool, u16, i16`,
      );
    }
  }
});

Deno.test("inferDType() takes the kind of a typed array and f32 for plain arrays", () => {
  for (const dtype of DTYPES) {
    if (dtype === "bf16" || dtype === "bool" || dtype === "u16") continue;
    assertEquals(inferDType(typedArray(dtype, 1)), dtype);
  }
  assertEquals(inferDType([1, 2]), "f32");
  assertThrows(
    () => inferDType(new Uint16Array(1)),
    TypeError,
    "Cannot infer dtype: a Uint16Array needs the dtype option",
  );
  assertThrows(
    () => inferDType("text" as never),
    TypeError,
    'data is "text", a list or typed array',
  );
});

Deno.test("toTypedArray() returns an array of the right kind as it is", () => {
  for (const dtype of DTYPES) {
    const data = typedArray(dtype, 4);
    if (dtype !== "bool") assertStrictEquals(toTypedArray(dtype, data), data);
  }
  assertEquals(toTypedArray("bool", Uint8Array.of(0, 1)), Uint8Array.of(0, 1));
});

Deno.test("toTypedArray() converts between all kinds of numbers", () => {
  const ways: readonly HostArray[] = [
    [0, 1, 1],
    [false, true, 1],
    [0n, 1n, true],
    Float64Array.of(0, 1, 1),
    Float16Array.of(0, 1, 1),
    Int16Array.of(0, 1, 1),
    Int32Array.of(0, 1, 1),
    BigInt64Array.of(0n, 1n, 1n),
    Uint8Array.of(0, 1, 1),
  ];
  for (const data of ways) {
    assertEquals(toTypedArray("f32", data), Float32Array.of(0, 1, 1));
    assertEquals(toTypedArray("f16", data), Float16Array.of(0, 1, 1));
    assertEquals(toTypedArray("f64", data), Float64Array.of(0, 1, 1));
    assertEquals(toTypedArray("bf16", data), Uint16Array.of(0, 0x3f80, 0x3f80));
    assertEquals(toTypedArray("i32", data), Int32Array.of(0, 1, 1));
    assertEquals(toTypedArray("i64", data), BigInt64Array.of(0n, 1n, 1n));
    assertEquals(toTypedArray("u8", data), Uint8Array.of(0, 1, 1));
    assertEquals(toTypedArray("bool", data), Uint8Array.of(0, 1, 1));
    assertEquals(toTypedArray("u16", data), Uint16Array.of(0, 1, 1));
    assertEquals(toTypedArray("i16", data), Int16Array.of(0, 1, 1));
  }
});

Deno.test("toTypedArray() refuses numbers that an integer type cannot hold", () => {
  const refused: readonly (readonly [DType, readonly (number | bigint)[]])[] = [
    ["i32", [2 ** 31, -(2 ** 31) - 1, 0.5, NaN, Infinity, 2n ** 40n]],
    ["i64", [2 ** 53, 0.5, NaN, 2n ** 63n, -(2n ** 63n) - 1n]],
    ["u8", [256, -1, 0.5, NaN]],
    ["bool", [2, -1, 0.5, NaN]],
    ["u16", [65536, -1, 0.5, NaN]],
    ["i16", [32768, -32769, 0.5, NaN]],
  ];
  for (const [dtype, values] of refused) {
    for (const value of values) {
      assertThrows(
        () => toTypedArray(dtype, [0, value]),
        RangeError,
        `Cannot convert to ${dtype}: element 1 is ${value}`,
      );
    }
  }
  assertEquals(toTypedArray("i64", [2n ** 63n - 1n, -(2n ** 63n)])[0], 2n ** 63n - 1n);
  assertThrows(() => toTypedArray("bool", Uint8Array.of(1, 7)), RangeError, "element 1 is 7");
});

Deno.test("toTypedArray() refuses what is no array of numbers", () => {
  assertThrows(
    () => toTypedArray("f32", new Uint16Array(1)),
    TypeError,
    "Cannot convert to f32: a Uint16Array holds bf16 bits or u16 numbers",
  );
  for (const data of [new DataView(new ArrayBuffer(4)), {}, "12", 5, null]) {
    assertThrows(() => toTypedArray("f32", data as never), TypeError, "is no array of numbers");
  }
});

Deno.test("f16 rounds to nearest even", () => {
  const cases = [
    [1 + 2 ** -11, 1], // halfway between 1 and 1 + 2^-10: even is 1
    [1 + 3 * 2 ** -11, 1 + 2 ** -9], // halfway: even is the upper
    [1 + 2 ** -11 + 2 ** -40, 1 + 2 ** -10],
    [65519.99, 65504],
    [65520, Infinity],
    [2 ** -25, 0],
    [3 * 2 ** -25, 2 ** -23],
    [-0, -0],
  ];
  const values = cases.map(([value]) => value ?? 0);
  const expected = Float16Array.from(cases, ([, rounded]) => rounded ?? 0);
  assertEquals(toTypedArray("f16", values), expected);
});

/** The bfloat16 next to a number, found among the three candidates around it. */
function nearestBf16(value: number): number {
  if (Number.isNaN(value)) return NaN;
  const bits = new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;
  const widen = (half: number): number => fromBf16([half])[0] ?? NaN;
  const magnitude = (bits >>> 16) & 0x7fff;
  const candidates = [magnitude - 1, magnitude, magnitude + 1]
    .filter((half) => half >= 0 && half <= 0x7f80)
    // Beyond the largest number, infinity stands where the next number would.
    .map((half) => ({ half, at: half === 0x7f80 ? 2 ** 128 : Math.abs(widen(half)) }));
  candidates.sort((a, b) =>
    Math.abs(a.at - Math.abs(value)) - Math.abs(b.at - Math.abs(value)) ||
    (a.half & 1) - (b.half & 1)
  );
  return (candidates[0]?.half ?? 0) | ((bits >>> 16) & 0x8000);
}

Deno.test("toBf16() rounds to nearest even, once", () => {
  const halfway = 1 + 2 ** -8;
  const cases: readonly (readonly [number, number])[] = [
    [1, 0x3f80],
    [halfway, 0x3f80],
    [1 + 3 * 2 ** -8, 0x3f82],
    [halfway + 2 ** -30, 0x3f81], // rounding to f32 first would lose the rest
    [halfway - 2 ** -30, 0x3f80],
    [-halfway - 2 ** -50, 0xbf81],
    [3.4e38, 0x7f80],
    [1e300, 0x7f80],
    [-Infinity, 0xff80],
    [0, 0],
    [-0, 0x8000],
    [2 ** -133, 1],
    [2 ** -134, 0],
    [NaN, 0x7fc0],
  ];
  assertEquals([...toBf16(cases.map(([value]) => value))], cases.map(([, bits]) => bits));
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (value) => {
      assertEquals(toBf16([value])[0], nearestBf16(value));
    }),
    { seed: 1, numRuns: 500 },
  );
});

Deno.test("fromBf16() is exact and toBf16() its inverse", () => {
  const all = Uint16Array.from({ length: 65536 }, (_, bits) => bits);
  const values = fromBf16(all);
  const back = toBf16(values);
  for (const [place, value] of values.entries()) {
    if (!Number.isNaN(value)) assertStrictEquals(back[place], place);
  }
});

Deno.test("toTypedArray() and fromBf16() take more elements than a list can have", () => {
  const data = new Uint8Array(2 ** 27 + 1);
  data[2 ** 27] = 7;
  const halves = toTypedArray("f16", data);
  assertEquals([halves.length, halves[0], halves[2 ** 27]], [2 ** 27 + 1, 0, 7]);
  const bits = new Uint16Array(2 ** 27 + 1);
  bits[2 ** 27] = 0x3f80;
  const singles = fromBf16(bits);
  assertEquals([singles.length, singles[0], singles[2 ** 27]], [2 ** 27 + 1, 0, 1]);
});
