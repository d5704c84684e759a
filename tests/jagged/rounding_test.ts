import { assertEquals } from "@std/assert";
import { abs, ceil, floor, negate, relu, round, rsqrt, sqrt, trunc } from "../../lib/jagged/mod.ts";
import { type DType, jagged, type Lists, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { held, readNumbers } from "./_elements.ts";
import { makeLists, numbersOf } from "./_lists.ts";

/** To the nearest, halfway to even, from the definition. */
function nearest(x: number): number {
  const low = Math.floor(x);
  const part = x - low;
  const whole = part > 0.5 || (part === 0.5 && low % 2 !== 0) ? low + 1 : low;
  return whole === 0 ? Math.sign(1 / x) * 0 : whole;
}

type Unary = (lists: Lists<DType>) => Lists<DType>;

const EXACT: Readonly<Record<string, readonly [Unary, (x: number) => number]>> = {
  negate: [negate, (x) => -x],
  abs: [abs, Math.abs],
  floor: [floor, Math.floor],
  ceil: [ceil, Math.ceil],
  round: [round, nearest],
  trunc: [trunc, Math.trunc],
  relu: [relu, (x) => x < 0 ? 0 : x],
};

const SPECIAL = [0, -0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 1e4, -1e4, Infinity, -Infinity, NaN];

eachBackend("signs and rounding of floats follow their definitions", (context) => {
  const random = new Random(1);
  const numbers = [...SPECIAL, ...Array.from({ length: 200 }, () => random.number(-20, 20))];
  for (const dtype of ["f16", "bf16", "f32", "f64"] satisfies DType[]) {
    const own = held(context, dtype, numbers);
    using a = tensor(own, { context, dtype });
    for (const [unary, definition] of Object.values(EXACT)) {
      using result = unary(a);
      assertEquals(result.dtype, dtype);
      assertEquals(readNumbers(result), own.map(definition));
    }
  }
});

eachBackend("signs and rounding of integers wrap around or do nothing", (context) => {
  using i32 = tensor(Int32Array.of(3, -4, -(2 ** 31)), { context });
  using i64 = tensor(BigInt64Array.of(-5n, 2n ** 62n, -(2n ** 63n)), { context });
  using u8 = tensor(Uint8Array.of(0, 7, 255), { context });
  using flags = tensor([1, 0], { context, dtype: "bool" });
  const run = (unary: Unary, lists: Lists<DType>): unknown[] => {
    using result = unary(lists);
    return [result.dtype, ...numbersOf(result)];
  };
  assertEquals(run(negate, i32), ["i32", -3, 4, -(2 ** 31)]);
  assertEquals(run(abs, i32), ["i32", 3, 4, -(2 ** 31)]);
  assertEquals(run(relu, i32), ["i32", 3, 0, 0]);
  assertEquals(run(negate, i64), ["i64", 5n, -(2n ** 62n), -(2n ** 63n)]);
  assertEquals(run(abs, i64), ["i64", 5n, 2n ** 62n, -(2n ** 63n)]);
  assertEquals(run(negate, u8), ["u8", 0, 249, 1]);
  for (const unary of [floor, ceil, round, trunc]) {
    assertEquals(run(unary, i64), ["i64", -5n, 2n ** 62n, -(2n ** 63n)]);
    assertEquals(run(unary, flags), ["u8", 1, 0]);
  }
});

eachBackend("sqrt() and rsqrt() are correctly rounded", (context) => {
  const random = new Random(2);
  const numbers = [...SPECIAL, ...Array.from({ length: 300 }, () => random.number(0, 1e3))];
  for (const dtype of ["f32", "f64"] as const) {
    const own = held(context, dtype, numbers);
    const rounded = dtype === "f32" ? Math.fround : (x: number): number => x;
    using a = tensor(own, { context, dtype });
    using roots = sqrt(a);
    using inverse = rsqrt(a);
    assertEquals(readNumbers(roots), own.map((x) => rounded(Math.sqrt(x))));
    assertEquals(readNumbers(inverse), own.map((x) => rounded(1 / rounded(Math.sqrt(x)))));
  }
  using halves = tensor([2, 3], { context, dtype: "f16" });
  using roots = sqrt(halves);
  assertBits(roots.readSync(), Float16Array.of(Math.SQRT2, Math.sqrt(3)));
  using squares = tensor(Int32Array.of(2, 9), { context });
  using wholeRoots = sqrt(squares);
  assertBits(wholeRoots.readSync(), Float32Array.of(Math.SQRT2, 3));
});

eachBackend("operators on one operand keep lists and make one kind of NaN", (context) => {
  using flat = makeLists(context, "f32", [1, 0, 2], [1, -2, 3, 4, 5, 6], [2]);
  using lists = jagged(flat.data, { offsets: flat.offsets, outerOffsets: [0, 3] });
  using result = negate(lists);
  assertEquals([result.data.shape, [...result.offsets]], [[3, 2], [0n, 1n, 1n, 3n]]);
  assertEquals([...result.outerOffsets ?? []], [0n, 3n]);
  using nothing = makeLists(context, "f64", [0], [], [2]);
  using none = abs(nothing);
  assertEquals(none.data.shape, [0, 2]);
  const bits = new Float32Array(Uint32Array.of(0xffc00001, 0x7f800001).buffer);
  using odd = tensor(bits, { context });
  using plain = negate(odd);
  assertBits(plain.readSync(), Float32Array.of(NaN, NaN));
});
