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
  clamp,
  divide,
  elu,
  eluBackward,
  equal,
  exp,
  fullLike,
  gelu,
  geluBackward,
  geluTanh,
  geluTanhBackward,
  leakyRelu,
  leakyReluBackward,
  lerp,
  less,
  log1p,
  maximum,
  multiply,
  nanToNum,
  onesLike,
  power,
  randomNormal,
  randomUniform,
  remainder,
  round,
  sigmoid,
  silu,
  siluBackward,
  sqrt,
  tanh,
  tensor,
  where,
  zerosLike,
} from "../_api.ts";
import { benchTable, row, rows, shared } from "../_harness.ts";
import { BYTES, lists, ROWS, SHAPE, WIDTH } from "./_inputs.ts";

const bytes = (): number => 2 * BYTES;
const BY_NUMBER = `${SHAPE} and a number`;

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
  ...rows([divide, remainder, power], lists, (combine) => ({
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
  row(maximum, lists, {
    on: BY_NUMBER,
    bytes,
    run: ({ lists }) => maximum(lists, 5),
    check: ({ data }) => data.readSync().every((value) => value >= 5),
  }),
  row(nanToNum, lists, {
    on: SHAPE,
    bytes,
    run: ({ lists }) => nanToNum(lists),
    check: ({ data }) => data.readSync().every(Number.isFinite),
  }),
  row(less, lists, {
    on: BY_NUMBER,
    bytes: () => BYTES + ROWS * WIDTH,
    run: ({ lists }) => less(lists, 500),
    check: ({ data }, { values }) =>
      data.readSync().every((mark, at) => mark === ((values[at] ?? NaN) < 500 ? 1 : 0)),
  }),
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
    [exp, log1p, sigmoid, tanh, silu, gelu, geluTanh, elu, leakyRelu],
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
  ...rows([abs, round], lists, (map) => ({
    on: SHAPE,
    bytes,
    run: ({ lists }) => map(lists),
    check: ({ data }, { values }) => data.readSync().every((value, at) => value === values[at]),
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
