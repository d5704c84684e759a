/**
 * Dense tensors: reductions of axes and of everything, other layouts, and results written in place. The floor is every
 * number read or written, once.
 *
 * @module
 */

import {
  addInto,
  argmax,
  argmin,
  concat,
  concatInto,
  type Context,
  copyInto,
  divideInto,
  emptyTensor,
  max,
  mean,
  min,
  multiplyInto,
  permute,
  prod,
  sliceAxis,
  stack,
  subtractInto,
  sum,
  type Tensor,
  tensor,
  transpose,
} from "../_api.ts";
import { benchTable, row, rows, shared } from "../_harness.ts";

const [HIGH, WIDE] = [4096, 2048];
const BYTES = HIGH * WIDE * 4;
const ON = `f32 [${HIGH}, ${WIDE}]`;

/** A matrix of whole numbers below 1021, and a tensor to write to. */
function matrix(context: Context): {
  readonly x: Tensor<"f32">;
  readonly out: Tensor<"f32">;
  readonly both: Tensor<"f32">;
  readonly values: Float32Array;
} {
  const values = Float32Array.from({ length: HIGH * WIDE }, (_, at) => (at * 7919) % 1021);
  const x = tensor(values, { context, shape: [HIGH, WIDE] });
  const out = x.copy();
  return { x, out, both: emptyTensor([2 * HIGH, WIDE], out), values };
}

const make = (context: Context): ReturnType<typeof matrix> => shared(context, matrix);
const once = (): number => BYTES;
const twice = (): number => 2 * BYTES;
const total = (values: Float32Array): number => values.reduce((all, value) => all + value, 0);
const JOINS = new Map([
  [addInto, (value: number) => value + 2],
  [subtractInto, (value: number) => value - 2],
  [multiplyInto, (value: number) => value * 2],
  [divideInto, (value: number) => value / 2],
]);

await benchTable(import.meta.main, [
  row(sum, make, {
    on: `${ON}, everything`,
    bytes: once,
    run: ({ x }) => sum(x),
    check: (result, { values }) => result.readSync()[0] === Math.fround(total(values)),
  }),
  ...rows([sum, mean, prod], make, (reduce) => ({
    on: `${ON}, axis 0`,
    bytes: once,
    run: ({ x }) => reduce(x, { axis: 0 }),
    check: ({ length }) => length === WIDE,
  })),
  row(sum, make, {
    on: `${ON}, axis 1`,
    bytes: once,
    run: ({ x }) => sum(x, { axis: 1 }),
    check: (result, { values }) =>
      result.readSync()[1] === Math.fround(total(values.subarray(WIDE, 2 * WIDE))),
  }),
  ...rows([max, min], make, (find) => ({
    on: `${ON}, everything`,
    bytes: once,
    run: ({ x }) => find(x),
    check: (result) => result.readSync()[0] === (find === max ? 1020 : 0),
  })),
  ...rows([argmax, argmin], make, (find) => ({
    on: `${ON}, axis 1`,
    bytes: once,
    run: ({ x }) => find(x, { axis: 1 }),
    check: ({ length }) => length === HIGH,
  })),
  ...rows([concat, stack], make, (join) => ({
    on: `two of ${ON}, axis 1`,
    bytes: () => 4 * BYTES,
    run: ({ x }) => join([x, x], { axis: 1 }),
    check: (joined, { values }) => joined.readSync()[WIDE + 1] === values[1],
  })),
  row(transpose, make, {
    on: ON,
    bytes: twice,
    run: ({ x }) => transpose(x),
    check: (result, { values }) => result.readSync()[1] === values[WIDE],
  }),
  row(permute, make, {
    on: `${ON} as [${HIGH}, ${WIDE / 4}, 4], order 1 0 2`,
    bytes: twice,
    run: ({ x }) => {
      using view = x.reshape([HIGH, WIDE / 4, 4]);
      return permute(view, [1, 0, 2]);
    },
    check: (result, { values }) => result.readSync()[5] === values[WIDE + 1],
  }),
  row(sliceAxis, make, {
    on: `half of ${ON}, axis 1`,
    bytes: once,
    run: ({ x }) => sliceAxis(x, { axis: 1, begin: WIDE / 2 }),
    check: (result, { values }) => result.readSync()[1] === values[WIDE / 2 + 1],
  }),
  ...[...JOINS].map(([into, plain]) =>
    row(into, make, {
      on: `${ON} and a number`,
      bytes: twice,
      run: ({ out, x }) => into(out, x, 2),
      check: (_, { out, values }) => out.readSync()[9] === plain(values[9] ?? NaN),
    })
  ),
  row(copyInto, make, {
    on: ON,
    bytes: twice,
    run: ({ out, x }) => copyInto(out, x),
    check: (_, { out, values }) => out.readSync()[9] === values[9],
  }),
  row(concatInto, make, {
    on: `two of ${ON}, axis 0`,
    bytes: () => 4 * BYTES,
    run: ({ both, x }) => concatInto(both, [x, x]),
    check: (_, { both, values }) => both.readSync()[HIGH * WIDE + 9] === values[9],
  }),
]);
