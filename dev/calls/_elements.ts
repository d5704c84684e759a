/**
 * Cases of operators that compute each element on its own.
 *
 * @module
 */
import type { DType, Tensor } from "../../lib/core/mod.ts";
import { divide, floor, zerosLike } from "../../lib/jagged/mod.ts";
import { FLOATS, type Inputs, REALS, TYPES } from "./_inputs.ts";
import { options, or, parts } from "./_marks.ts";
import { alike, byType, type Cases } from "./_table.ts";

/** Operators that differ by what they make of NaN. */
const TOLD_APART = "maximum minimum fmax fmin equal notEqual less lessEqual greater greaterEqual";

/** Cases of all operators of elements. */
export function elementCases(inputs: Inputs): Record<string, Cases> {
  const shape = [inputs.count(5000), 3];
  const first = <D extends DType>(dtype: D): Tensor<D> => inputs.numbers(dtype, shape);
  const second = (dtype: DType): Tensor => inputs.numbers(dtype, shape, 2);
  const above = (dtype: "f16" | "f32" | "f64"): Tensor => inputs.weights(dtype, shape);
  const number = (operand: unknown): unknown => or(operand, "number");
  const few = (seed: number): Tensor => inputs.wholes("i32", shape, { high: 3, seed });
  // Every third number of one, and every fifth of the other, is none or infinite.
  const odd = (seed: number, period: number): Tensor<"f32"> => {
    const others = [NaN, Infinity, -Infinity, -0, 0];
    const at = (n: number): number => others[n / period % others.length] ?? 0;
    const numbers = inputs.numbers("f32", shape, seed).readSync();
    return inputs.tensor(numbers.map((value, n) => n % period === 0 ? at(n) : value), "f32", 3);
  };
  const pairs: Cases = {
    ...byType(TYPES, (dtype) => [number(first(dtype)), number(second(dtype))]),
    "f32 and 0.75": [first("f32"), or(0.75, "number", "resource")],
    "f16 lists and f32 per list": [
      number(inputs.lists(first("f16"), ...inputs.counts(0, 100, 100, 5000))),
      number(second("f32")),
    ],
  };
  const singles = byType(TYPES, (dtype) => [first(dtype)]);
  const condition = inputs.numbers("bool", shape, 3);
  const quotient = (dtype: (typeof FLOATS)[number]): Tensor => {
    const zero = inputs.own(zerosLike(first(dtype)));
    return inputs.own(divide(inputs.own(floor(first(dtype))), zero)) as Tensor;
  };
  return {
    ...alike("add subtract multiply divide floorDivide remainder fmod", pairs),
    ...alike(TOLD_APART, {
      ...pairs,
      "f32 with nan and infinities": [odd(1, 3), odd(2, 5)],
      "i32 of few values": [few(1), few(2)],
    }),
    power: {
      ...byType(["i32", "i64"], (dtype) => [
        number(inputs.wholes(dtype, shape, { low: -9, high: 10 })),
        number(inputs.wholes(dtype, shape, { high: 9, seed: 2 })),
      ]),
      // Their last bits depend on the math library.
      ...byType(REALS, (dtype) => [above(dtype), second(dtype)], " *"),
    },
    ...alike("negate abs floor ceil round trunc relu", singles),
    ...alike("sqrt rsqrt", byType(REALS, (dtype) => [above(dtype)])),
    ...alike(
      "exp expm1 sigmoid tanh silu gelu geluTanh",
      byType([...FLOATS, "i32"], (dtype) => [first(dtype)]),
    ),
    ...alike(
      "siluBackward geluBackward geluTanhBackward",
      byType(FLOATS, (dtype) => [first(dtype), second(dtype)]),
    ),
    elu: byType([...FLOATS, "i32"], (dtype) => [first(dtype), options({ alpha: 0.7 })]),
    eluBackward: byType(
      FLOATS,
      (dtype) => [first(dtype), second(dtype), options({ alpha: 0.7 })],
    ),
    leakyRelu: byType([...FLOATS, "i32"], (dtype) => [first(dtype), options({ slope: 0.2 })]),
    leakyReluBackward: byType(
      FLOATS,
      (dtype) => [first(dtype), second(dtype), options({ slope: 0.2 })],
    ),
    ...alike("log log1p", byType(REALS, (dtype) => [above(dtype)])),
    clamp: {
      ...byType(FLOATS, (dtype) => [first(dtype), parts({ low: -0.5, high: 1.25 }, "low", "high")]),
      "i32": [first("i32"), parts({ low: -100, high: 300 }, "low", "high")],
    },
    nanToNum: byType(FLOATS, (dtype) => [quotient(dtype), { nan: 0.5, positive: 7 }]),
    asType: Object.assign(
      {},
      ...TYPES.map((to) => byType(TYPES, (from) => [first(from), to], ` to ${to}`)),
    ),
    where: byType(TYPES, (dtype) => [condition, number(first(dtype)), number(second(dtype))]),
    lerp: {
      ...byType(
        FLOATS,
        (dtype) => [number(first(dtype)), number(second(dtype)), or(0.375, "number", "resource")],
      ),
      "f32 weights": [number(first("f32")), number(second("f32")), number(above("f32"))],
    },
  };
}
