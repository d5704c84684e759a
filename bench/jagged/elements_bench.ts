/**
 * Elements of jagged tensors: arithmetic, comparisons, functions, conversions, filling and random numbers. The floor is every
 * number read or written, once; exponentials and their kin are bound by arithmetic.
 *
 * @module
 */

import {
  abs,
  add,
  asType,
  ceil,
  clamp,
  divide,
  elu,
  eluBackward,
  equal,
  exp,
  expm1,
  floor,
  floorDivide,
  fmax,
  fmin,
  fmod,
  fullLike,
  gelu,
  geluBackward,
  geluTanh,
  geluTanhBackward,
  greater,
  greaterEqual,
  leakyRelu,
  leakyReluBackward,
  lerp,
  less,
  lessEqual,
  log,
  log1p,
  maximum,
  minimum,
  multiply,
  nanToNum,
  negate,
  notEqual,
  onesLike,
  power,
  randomNormal,
  randomUniform,
  relu,
  remainder,
  round,
  rsqrt,
  sigmoid,
  silu,
  siluBackward,
  sqrt,
  subtract,
  tanh,
  tensor,
  trunc,
  where,
  zerosLike,
} from "../_api.ts";
import { benchTable, row, rows, shared } from "../_harness.ts";
import { BYTES, lists, ROWS, SHAPE, WIDTH } from "./_inputs.ts";

const bytes = (): number => 2 * BYTES;
const BY_NUMBER = `${SHAPE} and a number`;

/** Comparisons with a number, and what they ask on the host. */
const COMPARISONS = [
  [less, (value: number) => value < 500],
  [lessEqual, (value: number) => value <= 500],
  [greater, (value: number) => value > 500],
  [greaterEqual, (value: number) => value >= 500],
  [notEqual, (value: number) => value !== 500],
] as const;

await benchTable(import.meta.main, [
  row(add, lists, {
    on: `${SHAPE} and as many`,
    bytes: () => 3 * BYTES,
    run: ({ lists }) => add(lists, lists),
    check: ({ data }, { values }) =>
      data.readSync().every((value, at) => value === 2 * (values[at] ?? NaN)),
  }),
  row(add, (context) => ({ ...shared(context, lists), row: tensor([1, 2, 3, 4], { context }) }), {
    on: `${SHAPE} and [${WIDTH}]`,
    bytes,
    run: ({ lists, row }) => add(lists, row),
    check: ({ data }, { values }) =>
      data.readSync().every((value, at) => value === (values[at] ?? NaN) + 1 + at % 4),
  }),
  row(multiply, lists, {
    on: BY_NUMBER,
    bytes,
    run: ({ lists }) => multiply(lists, 2),
    check: ({ data }, { values }) =>
      data.readSync().every((value, at) => value === 2 * (values[at] ?? NaN)),
  }),
  ...rows([divide, floorDivide, fmod, remainder, power], lists, (combine) => ({
    on: BY_NUMBER,
    bytes,
    run: ({ lists }) => combine(lists, 2),
    check: ({ data }, { values }) => data.length === values.length,
  })),
  row(clamp, lists, {
    on: SHAPE,
    bytes,
    run: ({ lists }) => clamp(lists, { low: 5, high: 100 }),
    check: ({ data }) =>
      (data.readSync() as Float32Array).every((value) => value >= 5 && value <= 100),
  }),
  row(subtract, lists, {
    on: BY_NUMBER,
    bytes,
    run: ({ lists }) => subtract(lists, 2),
    check: ({ data }, { values }) =>
      data.readSync().every((value, at) => value === (values[at] ?? NaN) - 2),
  }),
  ...rows([maximum, fmax], lists, (combine) => ({
    on: BY_NUMBER,
    bytes,
    run: ({ lists }) => combine(lists, 5),
    check: ({ data }) => data.readSync().every((value) => value >= 5),
  })),
  ...rows([minimum, fmin], lists, (combine) => ({
    on: BY_NUMBER,
    bytes,
    run: ({ lists }) => combine(lists, 5),
    check: ({ data }) => data.readSync().every((value) => value <= 5),
  })),
  row(nanToNum, lists, {
    on: SHAPE,
    bytes,
    run: ({ lists }) => nanToNum(lists),
    check: ({ data }) => data.readSync().every(Number.isFinite),
  }),
  ...COMPARISONS.map(([compare, holds]) =>
    row(compare, lists, {
      on: BY_NUMBER,
      bytes: () => BYTES + ROWS * WIDTH,
      run: ({ lists }) => compare(lists, 500),
      check: ({ data }, { values }) =>
        data.readSync().every((mark, at) => mark === (holds(values[at] ?? NaN) ? 1 : 0)),
    })
  ),
  row(equal, lists, {
    on: `${SHAPE} and as many`,
    bytes: () => 2 * BYTES + ROWS * WIDTH,
    run: ({ lists }) => equal(lists, lists),
    check: ({ data }) => data.readSync().every((mark) => mark === 1),
  }),
  row(where, (context) => {
    const input = shared(context, lists);
    return { ...input, small: less(input.lists, 500) };
  }, {
    on: `${SHAPE} or a number`,
    bytes: () => 2 * BYTES + ROWS * WIDTH,
    run: ({ small, lists }) => where(small, lists, 500),
    check: ({ data }) => data.readSync().every((value) => value <= 500),
  }),
  row(lerp, lists, {
    on: `${SHAPE} to a number`,
    bytes,
    run: ({ lists }) => lerp(lists, 0, 0.5),
    check: ({ data }) => data.readSync().every((value) => value <= 512),
  }),
  ...rows(
    [exp, expm1, log1p, sigmoid, tanh, silu, gelu, geluTanh, elu, leakyRelu],
    (context) => multiply(shared(context, lists).lists, 2 ** -10),
    (map) => ({
      on: SHAPE,
      bytes,
      run: (small) => map(small),
      check: ({ data }) => data.readSync().every((value) => value >= 0 && value < 3),
    }),
  ),
  ...rows(
    [siluBackward, geluBackward, geluTanhBackward, eluBackward, leakyReluBackward],
    (context) => multiply(shared(context, lists).lists, 2 ** -10),
    (back) => ({
      on: `${SHAPE} and as many`,
      bytes: () => 3 * BYTES,
      run: (small) => back(small, small),
      check: ({ data }) => data.readSync().every((value) => value >= 0 && value < 3),
    }),
  ),
  ...rows([abs, ceil, floor, relu, round, trunc], lists, (map) => ({
    on: SHAPE,
    bytes,
    run: ({ lists }) => map(lists),
    check: ({ data }, { values }) => data.readSync().every((value, at) => value === values[at]),
  })),
  row(negate, lists, {
    on: SHAPE,
    bytes,
    run: ({ lists }) => negate(lists),
    check: ({ data }, { values }) =>
      data.readSync().every((value, at) => value === -(values[at] ?? NaN)),
  }),
  ...rows([log, rsqrt], lists, (map) => ({
    on: SHAPE,
    bytes,
    run: ({ lists }) => map(lists),
    check: ({ data }, { values }) => data.length === values.length,
  })),
  row(sqrt, lists, {
    on: SHAPE,
    bytes,
    run: ({ lists }) => sqrt(lists),
    check: ({ data }, { values }) =>
      data.readSync().every((value, at) => value === Math.fround(Math.sqrt(values[at] ?? NaN))),
  }),
  ...(["f16", "bf16", "f64", "i64", "u8"] as const).map((dtype) =>
    row(asType, lists, {
      on: `${SHAPE} to ${dtype}`,
      bytes: ({ lists }) => lists.data.byteLength,
      run: ({ lists }) => asType(lists, dtype),
      check: ({ data }, { values }) =>
        dtype === "bf16" ||
        Number(data.readSync()[1]) === Math.min(values[1] ?? NaN, dtype === "u8" ? 255 : 1024),
    })
  ),
  ...rows([zerosLike, onesLike], lists, (fill) => ({
    on: SHAPE,
    bytes: () => BYTES,
    run: ({ lists }) => fill(lists),
    check: ({ data }) => data.readSync().every((value) => value === (fill === onesLike ? 1 : 0)),
  })),
  row(fullLike, lists, {
    on: SHAPE,
    bytes: () => BYTES,
    run: ({ lists }) => fullLike(lists, 7),
    check: ({ data }) => data.readSync().every((value) => value === 7),
  }),
  row(randomUniform, (context) => context, {
    on: SHAPE,
    bytes: () => BYTES,
    run: (context) => randomUniform([ROWS, WIDTH], { context, dtype: "f32", seed: 1 }),
    check: (numbers) => numbers.readSync().every((number) => number >= 0 && number < 1),
  }),
  row(randomNormal, (context) => context, {
    on: SHAPE,
    bytes: () => BYTES,
    run: (context) => randomNormal([ROWS, WIDTH], { context, dtype: "f32", seed: 1 }),
    check: (numbers) => numbers.readSync().every((number) => Math.abs(number) < 9),
  }),
]);
