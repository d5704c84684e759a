/**
 * Rows of operators on jagged tensors: selection, concatenation and reductions.
 *
 * @module
 */
import {
  type DType,
  type Float,
  jagged as withOffsets,
  jaggedFromList,
  type JaggedTensor,
} from "../../lib/core/mod.ts";
import * as jagged from "../../lib/jagged/mod.ts";
import { elementRows } from "./_elements.ts";
import { tensorRows } from "./_tensors.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const FLOATS: readonly Float[] = ["f16", "bf16", "f32", "f64"];
const NUMBERS = [...FLOATS, "i16", "i32", "i64", "u8", "u16"] as const;
const TYPES: readonly DType[] = [...NUMBERS, "bool"];
/** Lists of all lengths: none, one, many and very many rows. */
const OFFSETS = [0, 1, 1, 40, 1000, 1033, 9000, 9000, 12_000];
const ROWS = 12_000;

function lists<D extends DType>(inputs: Inputs, dtype: D, channels = 3, seed = 1): JaggedTensor<D> {
  return withOffsets(inputs.numbers(dtype, [ROWS, channels], seed), { offsets: OFFSETS });
}

/** Twelve columns of one value, but for one row in twelve thousand or so in each. */
function ofColumns(inputs: Inputs, common: 0 | 1): JaggedTensor<"u8"> {
  const numbers = inputs.wholes("u16", [ROWS, 12], { high: ROWS }).readSync();
  const rare = Uint8Array.from(numbers, (number) => number === 7 ? 1 - common : common);
  return withOffsets(inputs.tensor(rare, "u8", 12), { offsets: OFFSETS });
}

function nested(inputs: Inputs): JaggedTensor<"f32"> {
  return withOffsets(inputs.numbers("f32", [ROWS, 2]), {
    offsets: OFFSETS,
    outerOffsets: [0, 3, 3, 8],
  });
}

function jaggedRows(inputs: Inputs): Row[] {
  return [
    ...elementRows(inputs),
    ...reductionRows(inputs),
    ...tensorRows(inputs),
    ...selectionRows(inputs),
    ...nestedRows(inputs),
    ...otherRows(inputs),
  ];
}

function reductionRows(inputs: Inputs): Row[] {
  const { jaggedAll, jaggedAny, jaggedMax, jaggedMean, jaggedMin } = jagged;
  const { jaggedNorm, jaggedProd, jaggedStd, jaggedSum, jaggedVar } = jagged;
  const sums = [
    ["jagged/sum", jaggedSum],
    ["jagged/product", jaggedProd],
    ["jagged/mean", jaggedMean],
    ["jagged/any", jaggedAny],
    ["jagged/all", jaggedAll],
    ["jagged/norm", jaggedNorm],
    ["jagged/variance", jaggedVar],
    ["jagged/deviation", jaggedStd],
  ] as const;
  const extremes = [["jagged/minimum", jaggedMin], ["jagged/maximum", jaggedMax]] as const;
  const flat = inputs.numbers("f32", [ROWS]);
  return [
    ...sums.flatMap(([title, operator]) =>
      rows(title, operator, {
        ...byType(TYPES, (dtype, own) => operator(own(lists(inputs, dtype))), " x3"),
        "f32 x32": (own) => operator(own(lists(inputs, "f32", 32))),
        "f32 x1 tensor": () => operator(flat),
        "f32 x3 along columns": (own) =>
          operator(own(lists(inputs, "f32")), { dim: 1, keepdim: true }),
      })
    ),
    ...extremes.flatMap(([title, operator]) =>
      rows(title, operator, {
        ...byType(NUMBERS, (dtype, own) => {
          const { values, indices } = operator(own(lists(inputs, dtype)));
          return [values, indices];
        }, " x3"),
        "f32 x3 along columns": (own) => {
          const { values, indices } = operator(own(lists(inputs, "f32")), { dim: 1 });
          return [values, indices];
        },
      })
    ),
    ...rows("jagged/any", jaggedAny, {
      "u8 rarely": (own) => jaggedAny(own(ofColumns(inputs, 0))),
    }),
    ...rows("jagged/all", jaggedAll, {
      "u8 mostly": (own) => jaggedAll(own(ofColumns(inputs, 1))),
    }),
    ...rows("jagged/norm", jaggedNorm, {
      "f32 order 1": (own) => jaggedNorm(own(lists(inputs, "f32")), { order: 1 }),
      "f32 greatest": (own) => jaggedNorm(own(lists(inputs, "f32")), { order: Infinity }),
    }),
    ...rows("jagged/variance", jaggedVar, {
      "f64 correction 0": (own) => jaggedVar(own(lists(inputs, "f64")), { correction: 0 }),
    }),
  ];
}

function selectionRows(inputs: Inputs): Row[] {
  const { jaggedAt, jaggedConcat, jaggedGather, jaggedLike, jaggedMask } = jagged;
  const { jaggedSelect, jaggedSlice } = jagged;
  return [
    ...rows("jagged/one list", jaggedAt, {
      "f32": (own) => jaggedAt(own(lists(inputs, "f32")), 4),
    }),
    ...rows("jagged/select", jaggedSelect, {
      "numbers": (own) => jaggedSelect(own(lists(inputs, "f32")), [3, 0, 3, 6, 1]),
      "booleans": (own) =>
        jaggedSelect(own(lists(inputs, "u8")), OFFSETS.slice(1).map((_, n) => n % 2 === 0)),
    }),
    ...rows("jagged/slice", jaggedSlice, {
      "every second": (own) => jaggedSlice(own(lists(inputs, "f64")), { start: 2, step: 2 }),
    }),
    ...rows("jagged/mask", jaggedMask, {
      ...byType(
        TYPES,
        (dtype, own) => jaggedMask(own(lists(inputs, dtype)), inputs.numbers("bool", [ROWS], 4)),
      ),
      "f32 tensor": () =>
        jaggedMask(inputs.numbers("f32", [ROWS, 3]), inputs.numbers("bool", [ROWS], 4)),
    }),
    ...rows("jagged/concatenate", jaggedConcat, {
      "rows": (own) =>
        jaggedConcat([own(lists(inputs, "f32")), own(lists(inputs, "f32", 3, 2))], { dim: 0 }),
      "columns": (own) =>
        jaggedConcat([own(lists(inputs, "f32")), own(lists(inputs, "f32", 2, 2))], { dim: 1 }),
    }),
    ...rows("jagged/like", jaggedLike, {
      "u8": (own) => jaggedLike(own(lists(inputs, "f32")), inputs.numbers("u8", [ROWS, 2])),
    }),
    ...rows("jagged/gather", jaggedGather, {
      "f32 x3": (own) => {
        const source = own(withOffsets(inputs.numbers("f32", [ROWS, 3]), {
          offsets: [0, 2000, 4000, ROWS],
        }));
        const places = inputs.wholes("i64", [9000], { high: 2000 });
        return jaggedGather(source, own(withOffsets(places, { offsets: [0, 5000, 5000, 9000] })));
      },
    }),
  ];
}

function nestedRows(inputs: Inputs): Row[] {
  const { jaggedAtOuter, jaggedFlatten, jaggedFromNestedList } = jagged;
  const { jaggedReshape, jaggedReshapeAs, jaggedSqueeze, jaggedUnbind } = jagged;
  const part = (from: number, to: number): Float32Array =>
    inputs.numbers("f32", [ROWS]).readSync().subarray(from, to);
  return [
    ...rows("jagged/from nested list", jaggedFromNestedList, {
      "f32": () =>
        jaggedFromNestedList([[part(0, 900), part(900, 906)], [], [part(906, 1806)]], {
          context: inputs.context,
          dtype: "f32",
          shape: [3],
        }),
    }),
    ...rows("jagged/outer list", jaggedAtOuter, {
      "f32": (own) => jaggedAtOuter(own(nested(inputs)), 2),
    }),
    ...rows("jagged/flatten", jaggedFlatten, {
      "outer": (own) => jaggedFlatten(own(nested(inputs))),
      "inner": (own) => jaggedFlatten(own(nested(inputs)), { dim: 1 }),
    }),
    ...rows("jagged/reshape", jaggedReshape, {
      "lengths": (own) => jaggedReshape(own(lists(inputs, "f32")), [ROWS - 7, 0, 7]),
    }),
    ...rows("jagged/reshape as", jaggedReshapeAs, {
      "nested": (own) => jaggedReshapeAs(own(lists(inputs, "f64")), own(nested(inputs))),
    }),
    ...rows("jagged/squeeze", jaggedSqueeze, {
      "columns": (own) => jaggedSqueeze(own(lists(inputs, "f32", 1)), 1),
    }),
    ...rows("jagged/unbind", jaggedUnbind, {
      "f32": (own) => jaggedUnbind(own(lists(inputs, "f32"))),
    }),
  ];
}

function otherRows(inputs: Inputs): Row[] {
  const { fullLike, jaggedFromListOfRows, listOfRows, onesLike, zerosLike } = jagged;
  const { randomNormal, randomUniform, takeRows } = jagged;
  const { context } = inputs;
  const order = inputs.wholes("i64", [8000], { high: ROWS });
  return [
    ...rows("jagged/list of row", listOfRows, {
      "f32": (own) => listOfRows(own(lists(inputs, "f32"))),
    }),
    ...rows("jagged/from list of row", jaggedFromListOfRows, {
      "f32": () =>
        jaggedFromListOfRows(
          inputs.numbers("f32", [ROWS, 3]),
          inputs.tensor(Array.from({ length: ROWS }, (_, row) => row / 1500 | 0), "i32"),
          { count: 9 },
        ),
    }),
    ...rows("jagged/zeros", zerosLike, { "f32": (own) => zerosLike(own(lists(inputs, "f32"))) }),
    ...rows("jagged/ones", onesLike, {
      "i64 of f32": (own) => onesLike(own(lists(inputs, "f32")), { dtype: "i64" }),
    }),
    ...rows("jagged/full", fullLike, {
      "bf16": (own) => fullLike(own(lists(inputs, "bf16")), 1.7),
    }),
    ...rows("jagged/uniform", randomUniform, {
      ...byType(FLOATS, (dtype) => randomUniform([2000, 3], { context, dtype, seed: 5, low: -1 })),
    }),
    ...rows(
      "jagged/normal",
      randomNormal,
      byType(FLOATS, (dtype) => randomNormal([2000, 3], { context, dtype, seed: 5n, mean: 0.5 })),
      "one device",
    ),
    ...rows("jagged/take rows", takeRows, {
      ...byType(TYPES, (dtype) => takeRows(inputs.numbers(dtype, [ROWS, 3]), order), " x3"),
      "f32 x32": () => takeRows(inputs.numbers("f32", [ROWS, 32]), order),
      "f32 x3 missing rows filled": () =>
        takeRows(
          inputs.numbers("f32", [ROWS, 3]),
          inputs.wholes("i32", [8000], { low: -50, high: ROWS }),
          { fill: 0.5, checked: false },
        ),
      "f32 x1 lists": (own) => {
        const places = own(jaggedFromList([order]));
        return takeRows(inputs.numbers("f32", [ROWS]), places);
      },
    }),
  ];
}

/** Lists of rows, and arithmetic. */
export const JAGGED: Family = { name: "jagged", exported: jagged, rows: jaggedRows };
