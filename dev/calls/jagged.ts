/**
 * Rows of operators on jagged tensors: selection, concatenation, reductions and arithmetic.
 *
 * @module
 */
import { type DType, jagged as inLists, jaggedFromList } from "../../lib/core/mod.ts";
import * as jagged from "../../lib/jagged/mod.ts";
import { elementCases } from "./_elements.ts";
import { FLOATS, NUMBERS, TYPES } from "./_inputs.ts";
import { or, parts } from "./_marks.ts";
import { alike, byType, type Cases, type Family } from "./_table.ts";
import { tensorCases } from "./_tensors.ts";

/** Lists of all lengths: none, one, many and very many rows. */
const ENDS = [0, 1, 1, 40, 1000, 1033, 9000, 9000, 12_000];

/** Lists of rows, and arithmetic. */
export const JAGGED: Family = {
  name: "jagged",
  exported: jagged,
  cases: (inputs) => {
    const { context, own } = inputs;
    const ends = inputs.counts(...ENDS);
    const rows = inputs.count(12_000);
    const numbers = <D extends DType>(dtype: D, ...row: readonly number[]) =>
      inputs.numbers(dtype, [rows, ...row]);
    const lists = <D extends DType>(dtype: D, channels = 3, seed = 1) =>
      inputs.lists(inputs.numbers(dtype, [rows, channels], seed), ...ends);
    const nested = own(
      inLists(numbers("f32", 2), { offsets: ends, outerOffsets: [0, 3, 3, 8] }),
    );
    /** Twelve columns of one value, but for one row in twelve thousand or so in each. */
    const columns = (common: 0 | 1) => {
      const drawn = inputs.wholes("u16", [rows, 12], { high: rows }).readSync();
      const rare = Uint8Array.from(drawn, (number) => number === 7 ? 1 - common : common);
      return inputs.lists(inputs.tensor(rare, "u8", 12), ...ends);
    };
    const some = lists("f32");
    const reduced: Cases = {
      ...byType(TYPES, (dtype) => [lists(dtype)], " x3"),
      "f32 x32": [lists("f32", 32)],
      "f32 x1 tensor": [numbers("f32")],
      "f32 x3 along columns": [some, { dim: 1, keepdim: true }],
    };
    const mask = inputs.numbers("bool", [rows], 4);
    const all = numbers("f32").readSync();
    const [first, second, third] = inputs.counts(300, 302, 602);
    const part = (from = 0, to = 0) => all.subarray(from * 3, to * 3);
    const order = inputs.wholes("i64", [inputs.count(8000)], { high: rows });
    const places = inputs.wholes("i64", [inputs.count(9000)], { high: inputs.count(2000) });
    const uniform = { context, seed: 5, low: -1 };
    const normal = { context, seed: 5n, mean: 0.5 };
    return {
      ...elementCases(inputs),
      ...tensorCases(inputs),
      ...alike("jaggedSum jaggedProd jaggedMean jaggedStd", reduced),
      jaggedAny: { ...reduced, "u8 rarely": [columns(0)] },
      jaggedAll: { ...reduced, "u8 mostly": [columns(1)] },
      jaggedNorm: {
        ...reduced,
        "f32 order 1": [some, { order: 1 }],
        "f32 greatest": [some, { order: Infinity }],
      },
      jaggedVar: { ...reduced, "f64 correction 0": [lists("f64"), { correction: 0 }] },
      ...alike("jaggedMin jaggedMax", {
        ...byType(NUMBERS, (dtype) => [lists(dtype)], " x3"),
        "f32 x3 along columns": [some, { dim: 1 }],
      }),
      jaggedAt: { "f32": [some, 4] },
      jaggedSelect: {
        "numbers": [some, [3, 0, 3, 6, 1]],
        "booleans": [lists("u8"), ends.slice(1).map((_, n) => n % 2 === 0)],
      },
      jaggedSlice: { "every second": [lists("f64"), { start: 2, step: 2 }] },
      jaggedMask: {
        ...byType(TYPES, (dtype) => [lists(dtype), mask]),
        "f32 tensor": [numbers("f32", 3), mask],
      },
      jaggedConcat: {
        "rows": [[some, lists("f32", 3, 2)], { dim: 0 }],
        "columns": [[some, lists("f32", 2, 2)], { dim: 1 }],
      },
      jaggedLike: { "u8": [some, numbers("u8", 2)] },
      jaggedGather: {
        "f32 x3": [
          inputs.lists(numbers("f32", 3), ...inputs.counts(0, 2000, 4000), rows),
          inputs.lists(places, ...inputs.counts(0, 5000, 5000, 9000)),
        ],
      },
      jaggedFromNestedList: {
        "f32": [
          [[part(0, first), part(first, second)], [], [part(second, third)]],
          or({ context, dtype: "f32", shape: [3] }, "empty"),
        ],
      },
      jaggedAtOuter: { "f32": [nested, 2] },
      jaggedFlatten: { "outer": [nested], "inner": [nested, { dim: 1 }] },
      jaggedReshape: { "lengths": [some, [rows - 7, 0, 7]] },
      jaggedReshapeAs: { "nested": [lists("f64"), nested] },
      jaggedSqueeze: { "columns": [lists("f32", 1), 1] },
      jaggedUnbind: { "f32": [some] },
      listOfRows: { "f32": [some] },
      jaggedFromListOfRows: {
        "f32": [
          numbers("f32", 3),
          inputs.tensor(
            Array.from({ length: rows }, (_, row) => row / inputs.count(1500) | 0),
            "i32",
          ),
          { count: 9 },
        ],
      },
      zerosLike: { "f32": [some] },
      onesLike: { "i64 of f32": [some, { dtype: "i64" }] },
      fullLike: { "bf16": [lists("bf16"), 1.7] },
      randomUniform: byType(
        FLOATS,
        (dtype) => [[inputs.count(2000), 3], parts({ ...uniform, dtype }, "low")],
      ),
      randomNormal: byType(
        FLOATS,
        (dtype) => [[inputs.count(2000), 3], parts({ ...normal, dtype }, "mean", "seed")],
      ),
      takeRows: {
        ...byType(TYPES, (dtype) => [numbers(dtype, 3), order], " x3"),
        "f32 x32": [numbers("f32", 32), order],
        "f32 x3 missing rows filled": [
          numbers("f32", 3),
          inputs.wholes("i32", [inputs.count(8000)], { low: -50, high: rows }),
          { fill: 0.5, checked: false },
        ],
        "f32 x1 lists": [numbers("f32"), own(jaggedFromList([order]))],
      },
      takeRowsBackward: {
        ...byType(FLOATS, (dtype) => [
          order,
          inputs.numbers(dtype, [inputs.count(8000), 3]),
          { count: rows },
        ], " x3"),
        "f32 x3 of few rows": [
          inputs.wholes("i32", [rows], { low: -1, high: 5 }),
          numbers("f32", 3),
          { count: 4 },
        ],
      },
    };
  },
};
