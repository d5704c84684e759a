/**
 * Cases of operators on dense tensors: reductions of axes, layouts, and results written in place.
 *
 * @module
 */
import { type DType, emptyTensor, type Tensor } from "../../lib/core/mod.ts";
import * as jagged from "../../lib/jagged/mod.ts";
import { type Inputs, NUMBERS, TYPES } from "./_inputs.ts";
import { parts } from "./_marks.ts";
import { alike, byType, type Cases } from "./_table.ts";

/** Cases of operators on tensors. */
export function tensorCases(inputs: Inputs): Readonly<Record<string, Cases>> {
  const [rows, columns] = [inputs.count(30), inputs.count(400)];
  const whole = [rows, columns, 5];
  const box = <D extends DType>(dtype: D, seed = 1): Tensor<D> =>
    inputs.numbers(dtype, whole, seed);
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
  const places = { axis: 1, begin: inputs.count(7), end: -inputs.count(3), step: 3 };
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
    sliceAxis: { "f32": [first, parts(places, "begin", "end", "step")] },
    addInto: written(whole, (out) => addInto(out, first, second)),
    subtractInto: written(whole, (out) => subtractInto(out, first, second)),
    multiplyInto: written(whole, (out) => multiplyInto(out, first, second)),
    divideInto: written(whole, (out) => divideInto(out, first, second)),
    copyInto: written(whole, (out) => copyInto(out, first)),
    concatInto: written([2 * rows, columns, 5], (out) => concatInto(out, [first, second])),
  };
}
