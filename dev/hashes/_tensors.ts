/**
 * Cases of operators on dense tensors: reductions of axes, layouts, and results written in place.
 *
 * @module
 */
import { type DType, emptyTensor, type Tensor } from "../../lib/core/mod.ts";
import * as jagged from "../../lib/jagged/mod.ts";
import { type Inputs, NUMBERS, TYPES } from "./_inputs.ts";
import { alike, byType, type Cases } from "./_table.ts";

const SHAPE = [30, 400, 5];

/** Cases of operators on tensors. */
export function tensorCases(inputs: Inputs): Readonly<Record<string, Cases>> {
  const box = <D extends DType>(dtype: D, seed = 1): Tensor<D> =>
    inputs.numbers(dtype, SHAPE, seed);
  const [first, second] = [box("f32"), box("f32", 2)];
  const written = (
    shape: readonly number[],
    write: (out: Tensor<"f32">) => void,
  ): Cases => ({
    "f32": () => {
      const out = emptyTensor(shape, { context: inputs.context, dtype: "f32" });
      write(out);
      return out;
    },
  });
  const { addInto, concatInto, copyInto, divideInto, multiplyInto, subtractInto } = jagged;
  return {
    ...alike("sum mean prod", {
      ...byType(TYPES, (dtype) => [box(dtype)]),
      ...byType(TYPES, (dtype) => [box(dtype), { axis: 1 }], " along an axis"),
    }),
    ...alike("max min", {
      ...byType(NUMBERS, (dtype) => [box(dtype)]),
      ...byType(NUMBERS, (dtype) => [box(dtype), { axis: 1 }], " along an axis"),
    }),
    ...alike("argmax argmin", byType(NUMBERS, (dtype) => [box(dtype), { axis: -1 }])),
    concat: { "f32": [[first, second], { axis: 2 }] },
    stack: { "f16": [[box("f16"), box("f16", 2)], { axis: 1 }] },
    permute: byType(TYPES, (dtype) => [box(dtype), [2, 0, 1]]),
    transpose: { "f32": [first] },
    sliceAxis: { "f32": [first, { axis: 1, begin: 7, end: -3, step: 3 }] },
    addInto: written(SHAPE, (out) => addInto(out, first, second)),
    subtractInto: written(SHAPE, (out) => subtractInto(out, first, second)),
    multiplyInto: written(SHAPE, (out) => multiplyInto(out, first, second)),
    divideInto: written(SHAPE, (out) => divideInto(out, first, second)),
    copyInto: written(SHAPE, (out) => copyInto(out, first)),
    concatInto: written([60, 400, 5], (out) => concatInto(out, [first, second])),
  };
}
