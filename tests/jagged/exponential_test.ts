import { assertEquals } from "@std/assert";
import { exp, expm1, gelu, log, log1p, sigmoid, silu, tanh } from "../../lib/jagged/mod.ts";
import { type DType, type Lists, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { held, readNumbers } from "./_elements.ts";
import { makeLists } from "./_lists.ts";

/** The error function by its Taylor series, which is enough below 3. */
function errorFunction(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 80; n++) {
    term *= -x * x / n;
    sum += term / (2 * n + 1);
  }
  return sum * 2 / Math.sqrt(Math.PI);
}

type Unary = (lists: Lists<DType>) => Lists<DType>;

const DEFINITIONS: Readonly<Record<string, readonly [Unary, (x: number) => number]>> = {
  exp: [exp, Math.exp],
  expm1: [expm1, Math.expm1],
  log: [log, Math.log],
  log1p: [log1p, Math.log1p],
  sigmoid: [sigmoid, (x) => 1 / (1 + Math.exp(-x))],
  tanh: [tanh, Math.tanh],
  silu: [silu, (x) => x / (1 + Math.exp(-x))],
  gelu: [gelu, (x) => x / 2 * (1 + errorFunction(x / Math.SQRT2))],
};

eachBackend("exponentials and their kin are near their definitions", (context) => {
  const random = new Random(1);
  const numbers = [0, 1e-7, -1e-7, ...Array.from({ length: 300 }, () => random.number(-3, 3))];
  const tolerances = { f16: 1e-3, bf16: 8e-3, f32: 1e-6, f64: 1e-11 } as const;
  for (const [dtype, tolerance] of Object.entries(tolerances)) {
    const own = held(context, dtype as DType, numbers);
    using a = tensor(own, { context, dtype: dtype as DType });
    for (const [unary, definition] of Object.values(DEFINITIONS)) {
      using result = unary(a);
      assertEquals(result.dtype, dtype);
      assertClose(readNumbers(result), own.map(definition), {
        relative: tolerance,
        absolute: dtype === "f16" ? 1e-7 : 1e-3 * tolerance,
      });
    }
  }
});

eachBackend("exponentials of infinities, NaN and integers", (context) => {
  using ends = tensor([Infinity, -Infinity, NaN], { context });
  const expected: Readonly<Record<string, readonly number[]>> = {
    exp: [Infinity, 0, NaN],
    expm1: [Infinity, -1, NaN],
    log: [Infinity, NaN, NaN],
    log1p: [Infinity, NaN, NaN],
    sigmoid: [1, 0, NaN],
    tanh: [1, -1, NaN],
    silu: [Infinity, NaN, NaN],
    gelu: [Infinity, NaN, NaN],
  };
  for (const [name, [unary]] of Object.entries(DEFINITIONS)) {
    using result = unary(ends);
    assertEquals(readNumbers(result), expected[name]);
  }
  using lists = makeLists(context, "i32", [1, 0, 1], [0, 1]);
  using result = exp(lists);
  assertEquals([result.dtype, result.length], ["f32", 3]);
  assertClose(result.data.readSync(), [1, Math.E], { relative: 1e-7 });
});
