/**
 * Jagged tensors as lists of rows: choosing, joining, gathering, reducing. The floor is every number read or written, once.
 * `elements_bench.ts` measures what is done to each number.
 *
 * @module
 */

import {
  type Context,
  jagged,
  jaggedAll,
  jaggedAny,
  jaggedConcat,
  jaggedFlatten,
  jaggedFromListOfRows,
  jaggedFromNestedList,
  jaggedGather,
  jaggedMask,
  jaggedMax,
  jaggedMean,
  jaggedMin,
  jaggedNorm,
  jaggedProd,
  jaggedReshape,
  jaggedSelect,
  jaggedSlice,
  jaggedStd,
  jaggedSum,
  type JaggedTensor,
  jaggedVar,
  listOfRows,
  takeRows,
  takeRowsBackward,
  tensor,
} from "../_api.ts";
import { benchTable, equalArrays, row, rows, shared } from "../_harness.ts";
import { BYTES, type Lists, lists, ROWS, SHAPE, WIDTH } from "./_inputs.ts";

const inLists = ({ lists }: Lists): string => `${SHAPE} in ${lists.length} lists`;
const rowsInLists = ({ lists }: Lists): string => `${ROWS} rows in ${lists.length} lists`;
const ALONG = `${SHAPE} along the elements`;
const once = (): number => BYTES;
const twice = (): number => 2 * BYTES;

/** Sums of whole numbers, which are exact in any order. */
function sumsOf({ lists, values }: Lists): Float32Array {
  const sums = new Float64Array(lists.length * WIDTH);
  for (let list = 0; list < lists.length; list++) {
    for (let from = Number(lists.offsets[list]); from < Number(lists.offsets[list + 1]); from++) {
      for (let at = 0; at < WIDTH; at++) {
        const place = list * WIDTH + at;
        sums[place] = (sums[place] ?? 0) + (values[from * WIDTH + at] ?? 0);
      }
    }
  }
  return Float32Array.from(sums);
}

/** Indices that turn each list round. */
const reversed = (context: Context) => {
  const input = shared(context, lists);
  const { offsets, length } = input.lists;
  const order = Int32Array.from({ length: ROWS }, (_, at) => at);
  for (let list = 0; list < length; list++) {
    const [begin, end] = [Number(offsets[list]), Number(offsets[list + 1])];
    for (let at = begin; at < end; at++) order[at] = end - 1 - at;
  }
  return { ...input, indices: jagged(tensor(order, { context }), { offsets }) };
};

const ORDERS: Readonly<Record<string, (at: number) => number>> = {
  "in order": (at) => at,
  backwards: (at) => ROWS - 1 - at,
  scattered: (at) => (at * 524_287) % ROWS,
};

const numbered = (context: Context) => {
  const input = shared(context, lists);
  return { ...input, numbers: listOfRows(input.lists) };
};

/** 100 lists of 50 lists. */
const nested = (context: Context) => {
  const inner = (): Float32Array<ArrayBuffer>[] =>
    Array.from({ length: 50 }, (_, n) => new Float32Array(n));
  const host = Array.from({ length: 100 }, inner);
  const options = { context, dtype: "f32" } as const;
  const lshape = host.map((outer) => outer.map(({ length }) => length));
  return { host, options, lshape, lists: jaggedFromNestedList(host, options) };
};

await benchTable(import.meta.main, [
  row(jaggedSelect, lists, {
    on: (input) => `${inLists(input)}, all backwards`,
    bytes: twice,
    run: ({ lists, backwards }) => jaggedSelect(lists, backwards),
    check: (chosen, { lists }) =>
      chosen.offsets.at(-1) === BigInt(ROWS) && chosen.length === lists.length,
  }),
  row(jaggedSlice, lists, {
    on: (input) => `${inLists(input)}, every second`,
    run: ({ lists }) => jaggedSlice(lists, { step: 2 }),
    check: (chosen, { lists }) => chosen.length === Math.ceil(lists.length / 2),
  }),
  ...[undefined, 0, 1].map((dim) =>
    row(jaggedConcat, lists, {
      on: `two of ${SHAPE}, dim ${dim}`,
      bytes: () => 4 * BYTES,
      run: ({ lists }) => jaggedConcat([lists, lists], dim === undefined ? {} : { dim }),
      check: ({ data }, { values }) =>
        data.length === 2 * values.length && data.readSync()[0] === values[0],
    })
  ),
  row(jaggedMask, (context) => {
    const marks = Uint8Array.from({ length: ROWS }, (_, at) => at % 3 === 0 ? 1 : 0);
    return { ...shared(context, lists), mask: tensor(marks, { context, dtype: "bool" }) };
  }, {
    on: (input) => `a third of ${inLists(input)}`,
    run: ({ lists, mask }) => jaggedMask(lists, mask),
    check: ({ offsets }) => offsets.at(-1) === BigInt(Math.ceil(ROWS / 3)),
  }),
  row(jaggedGather, reversed, {
    on: (input) => `${inLists(input)}, each backwards`,
    bytes: () => 2 * BYTES + 4 * ROWS,
    run: ({ lists, indices }) => jaggedGather(lists, indices),
    check: ({ data }, { values }) => data.readSync()[0] === values[(ROWS / 2 - 1) * WIDTH],
  }),
  ...Object.entries(ORDERS).flatMap(([order, place]) => {
    const make = (context: Context) => {
      const places = BigInt64Array.from({ length: ROWS }, (_, at) => BigInt(place(at)));
      return { ...shared(context, lists), rows: tensor(places, { context }) };
    };
    return [true, false].map((checked) =>
      row(takeRows, make, {
        on: `${SHAPE} ${order}${checked ? ", checked" : ""}`,
        bytes: () => 2 * BYTES + 8 * ROWS,
        run: ({ lists, rows }) => takeRows(lists.data, rows, { checked }),
        check: (taken, { values }) =>
          taken.readSync().every((value, at) => value === values[place(at >> 2) * 4 + at % 4]),
      })
    );
  }),
  ...([["scattered", ROWS], ["of 20 rows", 20]] as const).map(([how, count]) =>
    row(takeRowsBackward, (context) => {
      const places = BigInt64Array.from({ length: ROWS }, (_, at) => BigInt(at * 524_287 % count));
      return { ...shared(context, lists), rows: tensor(places, { context }) };
    }, {
      on: `${SHAPE} ${how}`,
      bytes: () => BYTES + 8 * ROWS + 4 * WIDTH * count,
      run: ({ lists, rows }) => takeRowsBackward(rows, lists.data, { count }),
      check: (sums, { values }) => {
        const sum = (numbers: Float32Array): number =>
          numbers.reduce((total, one) => total + one, 0);
        return Math.abs(sum(sums.readSync()) / sum(values) - 1) < 1e-6;
      },
    })
  ),
  row(listOfRows, lists, {
    on: rowsInLists,
    run: ({ lists }) => listOfRows(lists),
    check: (result) => {
      const of = result.readSync();
      return of[0] === 0 && of[ROWS / 2] === of.find((list) => list > 0);
    },
  }),
  row(jaggedFromListOfRows, numbered, {
    on: rowsInLists,
    run: ({ lists, numbers }) => jaggedFromListOfRows(lists.data, numbers, { count: lists.length }),
    check: ({ offsets }, { lists }) => equalArrays(offsets, lists.offsets),
  }),
  // Lists in lists: what cutting costs, which moves no rows.
  row(jaggedFromNestedList, nested, {
    on: "100 lists of 50",
    run: ({ host, options }) => jaggedFromNestedList(host, options),
    check: ({ length }) => length === 5000,
  }),
  row(jaggedFlatten, nested, {
    on: "100 lists of 50",
    run: ({ lists }) => jaggedFlatten(lists, { dim: 1 }),
    check: ({ length }) => length === 100,
  }),
  row(jaggedReshape, nested, {
    on: "100 lists of 50",
    run: ({ lists, lshape }) => jaggedReshape(lists, lshape),
    check: ({ length }) => length === 5000,
  }),
  row(jaggedSum, lists, {
    on: inLists,
    bytes: once,
    run: ({ lists }) => jaggedSum(lists),
    check: (result, input) => equalArrays(result.readSync(), sumsOf(input)),
  }),
  row(jaggedSum, lists, {
    on: ALONG,
    bytes: once,
    run: ({ lists }) => jaggedSum(lists, { dim: 1 }) as JaggedTensor<"f32">,
    check: ({ data }, { values }) =>
      data.readSync()[1] === values.slice(4, 8).reduce((sum, value) => sum + value, 0),
  }),
  row(jaggedSum, lists, {
    on: `${SHAPE} in one list`,
    bytes: once,
    run: ({ lists }) => jaggedSum(lists.data),
    check: ({ length }) => length === WIDTH,
  }),
  row(jaggedMean, lists, {
    on: inLists,
    bytes: once,
    run: ({ lists }) => jaggedMean(lists),
    check: (result, input) =>
      result.readSync()[0] === Math.fround((sumsOf(input)[0] ?? NaN) / (ROWS / 2)),
  }),
  row(jaggedProd, lists, {
    on: ALONG,
    bytes: once,
    run: ({ lists }) => jaggedProd(lists, { dim: 1 }),
    check: ({ data }, { values }) =>
      data.readSync()[1] ===
        Math.fround(values.slice(4, 8).reduce((product, value) => product * value, 1)),
  }),
  ...rows([jaggedAll, jaggedAny], lists, (holds) => ({
    on: inLists,
    bytes: once,
    run: ({ lists }) => holds(lists),
    check: (result) => result.readSync()[0] === (holds === jaggedAny ? 1 : 0), // the first number is 0
  })),
  ...rows([jaggedMax, jaggedMin], lists, (find) => ({
    on: inLists,
    bytes: once,
    run: ({ lists }) => find(lists),
    check: ({ values }) => values.readSync()[0] === (find === jaggedMax ? 1020 : 0),
  })),
  ...rows([jaggedMax, jaggedMin], lists, (find) => ({
    on: ALONG,
    bytes: once,
    run: ({ lists }) => find(lists, { dim: 1 }),
    check: ({ values }) => values.data.shape[0] === ROWS,
  })),
  row(jaggedNorm, lists, {
    on: inLists,
    bytes: once,
    run: ({ lists }) => jaggedNorm(lists),
    check: (norms, { lists }) => norms.length === lists.length * WIDTH,
  }),
  row(jaggedNorm, lists, {
    on: ALONG,
    bytes: once,
    run: ({ lists }) => jaggedNorm(lists, { dim: 1 }),
    check: ({ data }, { values }) =>
      data.readSync()[0] === Math.fround(Math.hypot(...values.slice(0, WIDTH))),
  }),
  // These read the numbers twice.
  ...rows([jaggedVar, jaggedStd], lists, (spread) => ({
    on: inLists,
    bytes: twice,
    run: ({ lists }) => spread(lists),
    check: (result) => (result.readSync()[0] ?? 0) > 0,
  })),
]);
