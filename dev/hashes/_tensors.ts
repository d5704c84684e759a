/**
 * Rows of operators on dense tensors: reductions of axes, layouts, and results written in place.
 *
 * @module
 */
import { type DType, emptyTensor, type Tensor } from "../../lib/core/mod.ts";
import * as jagged from "../../lib/jagged/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Row, rows } from "./_table.ts";

const NUMBERS = ["f16", "bf16", "f32", "f64", "i16", "i32", "i64", "u8", "u16"] as const;
const TYPES: readonly DType[] = [...NUMBERS, "bool"];
const SHAPE = [30, 400, 5];

/** Rows of operators on tensors. */
export function tensorRows(inputs: Inputs): Row[] {
  const { argmax, argmin, concat, max, mean, min, permute, prod, sliceAxis, stack, sum } = jagged;
  const box = <D extends DType>(dtype: D, seed = 1): Tensor<D> =>
    inputs.numbers(dtype, SHAPE, seed);
  const sums = [["array/sum", sum], ["array/mean", mean], ["array/product", prod]] as const;
  const values = [["array/maximum", max], ["array/minimum", min]] as const;
  const places = [["array/place of maximum", argmax], ["array/place of minimum", argmin]] as const;
  return [
    ...sums.flatMap(([title, operator]) =>
      rows(title, operator, {
        ...byType(TYPES, (dtype) => operator(box(dtype))),
        ...byType(TYPES, (dtype) => operator(box(dtype), { axis: 1 }), " along an axis"),
      })
    ),
    ...values.flatMap(([title, operator]) =>
      rows(title, operator, {
        ...byType(NUMBERS, (dtype) => operator(box(dtype)) as Tensor),
        ...byType(
          NUMBERS,
          (dtype) => operator(box(dtype), { axis: 1 }) as Tensor,
          " along an axis",
        ),
      })
    ),
    ...places.flatMap(([title, operator]) =>
      rows(title, operator, byType(NUMBERS, (dtype) => operator(box(dtype), { axis: -1 })))
    ),
    ...rows("array/concatenate", concat, {
      "f32": () => concat([box("f32"), box("f32", 2)], { axis: 2 }),
    }),
    ...rows("array/stack", stack, { "f16": () => stack([box("f16"), box("f16", 2)], { axis: 1 }) }),
    ...rows("array/permute", permute, byType(TYPES, (dtype) => permute(box(dtype), [2, 0, 1]))),
    ...rows("array/transpose", jagged.transpose, { "f32": () => jagged.transpose(box("f32")) }),
    ...rows("array/slice of an axis", sliceAxis, {
      "f32": () => sliceAxis(box("f32"), { axis: 1, begin: 7, end: -3, step: 3 }),
    }),
    ...intoRows(box),
  ];
}

function intoRows(box: (dtype: "f32", seed?: number) => Tensor<"f32">): Row[] {
  const { addInto, concatInto, copyInto, divideInto, multiplyInto, subtractInto } = jagged;
  const written = (shape: readonly number[], write: (out: Tensor<"f32">) => void): Tensor => {
    const out = emptyTensor(shape, { context: box("f32").context, dtype: "f32" });
    write(out);
    return out;
  };
  const joins = [
    ["array/add in place", addInto],
    ["array/subtract in place", subtractInto],
    ["array/multiply in place", multiplyInto],
    ["array/divide in place", divideInto],
  ] as const;
  return [
    ...joins.flatMap(([title, operator]) =>
      rows(title, operator, {
        "f32": () => written(SHAPE, (out) => operator(out, box("f32"), box("f32", 2))),
      })
    ),
    ...rows("array/copy to", copyInto, {
      "f32": () => written(SHAPE, (out) => copyInto(out, box("f32"))),
    }),
    ...rows("array/concatenate to", concatInto, {
      "f32": () => written([60, 400, 5], (out) => concatInto(out, [box("f32"), box("f32", 2)])),
    }),
  ];
}
