/**
 * Rows of operators that compute each element on its own.
 *
 * @module
 */
import { type DType, type Float, jagged as withOffsets, type Tensor } from "../../lib/core/mod.ts";
import * as jagged from "../../lib/jagged/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Row, rows } from "./_table.ts";

const FLOATS: readonly Float[] = ["f16", "bf16", "f32", "f64"];
const TYPES: readonly DType[] = [...FLOATS, "i16", "i32", "i64", "u8", "u16", "bool"];
const SHAPE = [5000, 3] as const;
/** Operators that differ by what they make of NaN. */
const TOLD_APART = /maximum|minimum|fmax|fmin|equal|less|greater/;

/** Rows of all operators of elements. */
export function elementRows(inputs: Inputs): Row[] {
  return [
    ...pairRows(inputs),
    ...singleRows(inputs),
    ...chosenRows(inputs),
  ];
}

function pairRows(inputs: Inputs): Row[] {
  const exact = [
    ["elements/add", jagged.add],
    ["elements/subtract", jagged.subtract],
    ["elements/multiply", jagged.multiply],
    ["elements/divide", jagged.divide],
    ["elements/floor divide", jagged.floorDivide],
    ["elements/remainder", jagged.remainder],
    ["elements/fmod", jagged.fmod],
    ["elements/maximum", jagged.maximum],
    ["elements/minimum", jagged.minimum],
    ["elements/fmax", jagged.fmax],
    ["elements/fmin", jagged.fmin],
    ["elements/equal", jagged.equal],
    ["elements/not equal", jagged.notEqual],
    ["elements/less", jagged.less],
    ["elements/less or equal", jagged.lessEqual],
    ["elements/greater", jagged.greater],
    ["elements/greater or equal", jagged.greaterEqual],
  ] as const;
  const second = <D extends DType>(dtype: D): Tensor<D> => inputs.numbers(dtype, SHAPE, 2);
  // Every third number of one, and every fifth of the other, is none or infinite.
  const odd = (seed: number, period: number): Tensor<"f32"> => {
    const numbers = inputs.numbers("f32", SHAPE, seed).readSync();
    const others = [NaN, Infinity, -Infinity, -0, 0];
    const at = (n: number): number => others[n / period % others.length] ?? 0;
    return inputs.tensor(numbers.map((value, n) => n % period === 0 ? at(n) : value), "f32", 3);
  };
  const [one, other] = [odd(1, 3), odd(2, 5)];
  return [
    ...exact.filter(([title]) => TOLD_APART.test(title)).flatMap(([title, operator]) =>
      rows(title, operator, {
        "f32 with nan and infinities": () => operator(one, other),
        "i32 of few values": () =>
          operator(
            inputs.wholes("i32", SHAPE, { high: 3 }),
            inputs.wholes("i32", SHAPE, { high: 3, seed: 2 }),
          ),
      })
    ),
    ...exact.flatMap(([title, operator]) =>
      rows(title, operator, {
        ...byType(TYPES, (dtype) => operator(inputs.numbers(dtype, SHAPE), second(dtype))),
        "f32 and 0.75": () => operator(inputs.numbers("f32", SHAPE), 0.75),
        "f16 lists and f32 per list": (own) => {
          const offsets = [0, 100, 100, 5000];
          const lists = own(withOffsets(inputs.numbers("f16", SHAPE), { offsets }));
          return operator(lists, inputs.numbers("f32", SHAPE, 2));
        },
      })
    ),
    ...rows("elements/power", jagged.power, {
      ...byType(["i32", "i64"] as const, (dtype) =>
        jagged.power(
          inputs.wholes(dtype, SHAPE, { low: -9, high: 10 }),
          inputs.wholes(dtype, SHAPE, { high: 9, seed: 2 }),
        )),
    }),
    ...rows(
      "elements/power of floats",
      jagged.power,
      byType(
        ["f16", "f32", "f64"] as const,
        (dtype) => jagged.power(inputs.weights(dtype, SHAPE), second(dtype)),
      ),
      "one device",
    ),
  ];
}

function singleRows(inputs: Inputs): Row[] {
  const exact = [
    ["elements/negate", jagged.negate],
    ["elements/absolute", jagged.abs],
    ["elements/floor", jagged.floor],
    ["elements/ceil", jagged.ceil],
    ["elements/round", jagged.round],
    ["elements/trunc", jagged.trunc],
    ["elements/relu", jagged.relu],
  ] as const;
  const roots = [["elements/root", jagged.sqrt], ["elements/inverse root", jagged.rsqrt]] as const;
  // Their last bits depend on the math library.
  const smooth = [
    ["elements/exp", jagged.exp],
    ["elements/expm1", jagged.expm1],
    ["elements/sigmoid", jagged.sigmoid],
    ["elements/tanh", jagged.tanh],
    ["elements/silu", jagged.silu],
    ["elements/gelu", jagged.gelu],
  ] as const;
  const logs = [["elements/log", jagged.log], ["elements/log1p", jagged.log1p]] as const;
  const reals = ["f16", "f32", "f64"] as const;
  return [
    ...exact.flatMap(([title, operator]) =>
      rows(title, operator, byType(TYPES, (dtype) => operator(inputs.numbers(dtype, SHAPE))))
    ),
    ...roots.flatMap(([title, operator]) =>
      rows(title, operator, byType(reals, (dtype) => operator(inputs.weights(dtype, SHAPE))))
    ),
    ...smooth.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byType([...FLOATS, "i32"] as const, (dtype) => operator(inputs.numbers(dtype, SHAPE))),
        "one device",
      )
    ),
    ...logs.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byType(reals, (dtype) => operator(inputs.weights(dtype, SHAPE))),
        "one device",
      )
    ),
  ];
}

function chosenRows(inputs: Inputs): Row[] {
  const { asType, clamp, lerp, nanToNum, where } = jagged;
  const condition = inputs.numbers("bool", SHAPE, 3);
  return [
    ...rows("elements/clamp", clamp, {
      ...byType(FLOATS, (dtype) => clamp(inputs.numbers(dtype, SHAPE), { low: -0.5, high: 1.25 })),
      "i32": () => clamp(inputs.numbers("i32", SHAPE), { low: -100, high: 300 }),
    }),
    ...rows("elements/without nan", nanToNum, {
      ...byType(FLOATS, (dtype, own) => {
        const zero = own(jagged.zerosLike(inputs.numbers(dtype, SHAPE)));
        const quotient = own(jagged.divide(own(jagged.floor(inputs.numbers(dtype, SHAPE))), zero));
        return nanToNum(quotient, { nan: 0.5, positive: 7 });
      }),
    }),
    ...rows("elements/cast", asType, {
      ...TYPES.map((to) =>
        byType(TYPES, (from) => asType(inputs.numbers(from, SHAPE), to), ` to ${to}`)
      )
        .reduce((all, some) => ({ ...all, ...some })),
    }),
    ...rows(
      "elements/where",
      where,
      byType(
        TYPES,
        (dtype) => where(condition, inputs.numbers(dtype, SHAPE), inputs.numbers(dtype, SHAPE, 2)),
      ),
    ),
    ...rows("elements/lerp", lerp, {
      ...byType(
        FLOATS,
        (dtype) => lerp(inputs.numbers(dtype, SHAPE), inputs.numbers(dtype, SHAPE, 2), 0.375),
      ),
      "f32 weights": () =>
        lerp(
          inputs.numbers("f32", SHAPE),
          inputs.numbers("f32", SHAPE, 2),
          inputs.weights("f32", SHAPE),
        ),
    }),
  ];
}
