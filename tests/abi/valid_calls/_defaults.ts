/**
 * Numbers and arrays with which a function of the ABI can be called, as far as they follow from the header.
 *
 * @module
 */

import { leaves } from "../../../ffi/_gen/expressions.ts";
import { choicesOf, rangeOf } from "../../../ffi/_gen/choices.ts";
import type { FunctionType, Parameter } from "../../../ffi/_gen/model.ts";
import { camelCase } from "../../../ffi/_gen/names.ts";
import { Dtype } from "../../../ffi/_generated/symbols.ts";
import { choiceOf, DECLARATIONS, memory } from "../_calls.ts";
import type { ValidCall } from "./_call.ts";

type Values = NonNullable<ValidCall["values"]>;

/** Where lists end, and any other count for which nothing is said here. */
const ITEMS = 3;

/** Counts that differ from {@linkcode ITEMS}, so that sizes tell them apart, and numbers that have to fit others. */
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ nGrids: 1, nLists: 2, nRays: 2, nSources: 1 },
  ...{ channels: 2, inChannels: 2, outChannels: 4, height: 2, batches: 2, m: 5, k: 4 },
  ...{ tMin: 0, tMax: 9, eps: 0, most: 9, coneAngle: 0, stepSize: 0.5, isoLevel: 0.5 },
};

/** What arrays repeat that have to hold more than ones. */
const PATTERNS: Readonly<Record<string, readonly number[]>> = {
  intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  poses: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
};

/**
 * A number or an array for each argument that is neither a handle nor memory for a result: dtypes are f32 or i32 where
 * they may be, enums have their first value, other numbers are as above, or 1 or what is nearest to it; lists divide what they divide.
 */
export function defaultsOf({ parameters }: FunctionType, given: Values): Values {
  const counts = new Set(parameters.flatMap((parameter) => namesIn(parameter)));
  const numbers = parameters
    .filter(({ type, direction }) => !type.startsWith("dvdb_") && direction === "value")
    .map((one) => [camelCase(one.name), numberOf(one, counts.has(one.name))] as const);
  const values: Values = { ...Object.fromEntries(numbers), ...given };
  const arrays = parameters.filter(({ name, type, direction, comment }) =>
    !type.startsWith("dvdb_") && direction === "in" && !/ handles\b/.test(comment) &&
    !(camelCase(name) in given)
  );
  return {
    ...values,
    ...Object.fromEntries(arrays.map((one) => [camelCase(one.name), arrayOf(one, values)])),
  };
}

/** The numbers that the shape of an argument names. */
function namesIn({ shape, buffer }: Parameter): string[] {
  const inBuffer = (buffer?.dimensions ?? []).flatMap(leaves);
  return [
    ...shape.flatMap(({ name = [] }) => name),
    ...inBuffer.flatMap((leaf) => leaf.kind === "name" ? leaf.name : []),
  ];
}

function numberOf(parameter: Parameter, isCount: boolean): number {
  const known = NUMBERS[camelCase(parameter.name)];
  if (known !== undefined) return known;
  const choices = choicesOf(parameter, DECLARATIONS);
  if (choices !== undefined) {
    const chosen = choices.find(({ name }) => /^DVDB_[FI]32$/.test(name)) ?? choices[0];
    return chosen?.value ?? 0;
  }
  if (/dtype$/.test(parameter.name)) return Dtype.F32;
  return Math.max(rangeOf(parameter)?.least ?? 0, isCount ? ITEMS : 1);
}

function arrayOf({ name, type, shape }: Parameter, values: Values): ArrayBufferView {
  const sizes = shape.map((one) =>
    one.name === undefined
      ? one.plus
      : Number(choiceOf(one.name) ?? values[camelCase(one.name)]) + one.plus
  );
  const [length = 0, ...others] = sizes;
  const isList = others.length === 0 && shape[0]?.name !== undefined && shape[0].plus === 1;
  const pattern = isList
    ? Array.from({ length }, (_, at) => Math.ceil(ITEMS * at / (length - 1)))
    : PATTERNS[camelCase(name)] ?? [1];
  const array = memory(type, sizes.reduce((product, size) => product * size, 1));
  const all = array as unknown as { [at: number]: number | bigint; readonly length: number };
  for (let at = 0; at < all.length; at++) {
    const number = pattern[at % pattern.length] ?? 0;
    all[at] = array instanceof BigInt64Array ? BigInt(number) : number;
  }
  return array;
}
