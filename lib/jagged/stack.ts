/**
 * Concatenation of tensors along an axis, and stacking along a new one.
 *
 * @module
 */

import { type DType, emptyTensor, type Tensor } from "../core/mod.ts";
import { checkDType } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkArray, refuse } from "../../ffi/base/checks.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { formatShape, sameShape } from "../core/shape.ts";
import { axisIn, checkDense, copyColumns } from "./_axes.ts";

/**
 * Options for {@linkcode concat} and {@linkcode stack}.
 *
 * @category Arrays
 */
export interface ConcatOptions {
  /**
   * The axis along which tensors follow each other; negative ones count from the last.
   *
   * @default {0}
   */
  readonly axis?: number;
}

const NAMES = optionNames<ConcatOptions>({ axis: true });

/**
 * Concatenates tensors along an axis. {@linkcode jaggedConcat} concatenates lists.
 *
 * @typeParam D Element type.
 * @param tensors One or more tensors of one element type, whose shapes differ at most along the axis; borrowed.
 * @param options The axis.
 * @returns A new tensor; the caller owns it.
 * @throws {RangeError} If there are no tensors, there is no such axis, or their shapes do not fit together.
 * @throws {TypeError} If element types differ, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example Channels beside channels
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { concat } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2], { context, shape: [2, 1] });
 * using b = tensor([3, 4, 5, 6], { context, shape: [2, 2] });
 * using joined = concat([a, b], { axis: 1 });
 * assertEquals([...await joined.read()], [1, 3, 4, 2, 5, 6]);
 * ```
 */
export function concat<D extends DType>(
  tensors: readonly Tensor<D>[],
  options: ConcatOptions = {},
): Tensor<D> {
  const operator = "concat";
  const { first, axis, shape } = planConcat(operator, tensors, options);
  const result = emptyTensor(shape, { context: first.context, dtype: first.dtype });
  return disposeOnError(result, () => {
    copyColumns(operator, tensors, result, axis);
    return result;
  });
}

/**
 * Stacks tensors of one shape along a new axis. Operands and errors are those of {@linkcode concat}.
 *
 * @typeParam D Element type.
 * @param tensors One or more tensors of one element type and shape; borrowed.
 * @param options Which axis of the result is the new one.
 * @returns A new tensor with an axis more; the caller owns it.
 * @throws {RangeError} If there are no tensors, there is no such axis, or their shapes differ.
 * @determinism Same bits on every backend.
 * @category Arrays
 *
 * @example Points from their coordinates
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { stack } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using x = tensor([1, 2], { context });
 * using y = tensor([3, 4], { context });
 * using points = stack([x, y], { axis: -1 });
 * assertEquals([points.shape, ...await points.read()], [[2, 2], 1, 3, 2, 4]);
 * ```
 */
export function stack<D extends DType>(
  tensors: readonly Tensor<D>[],
  options: ConcatOptions = {},
): Tensor<D> {
  const operator = "stack";
  const { axis = 0 } = checkOptions(operator, options, NAMES);
  const first = checkParts(operator, tensors);
  const place = axisIn(operator, axis, first.shape.toSpliced(0, 0, tensors.length));
  for (const [nth, { shape }] of tensors.entries()) {
    if (sameShape(shape, first.shape)) continue;
    const [found, expected] = [formatShape(shape), formatShape(first.shape)];
    refuse(operator, `tensor ${nth} shape is ${found}, ${expected} expected`);
  }
  const { context, dtype } = first;
  const shape = first.shape.toSpliced(place, 0, tensors.length);
  const result = emptyTensor(shape, { context, dtype });
  return disposeOnError(result, () => {
    copyColumns(operator, tensors, result, place);
    return result;
  });
}

/** Tensors that follow each other along an axis, and the shape of the result. */
export interface Concatenation<D extends DType> {
  readonly first: Tensor<D>;
  readonly axis: number;
  readonly shape: readonly number[];
}

/** Checks tensors that are concatenated. */
export function planConcat<D extends DType>(
  operator: string,
  tensors: readonly Tensor<D>[],
  options: ConcatOptions,
): Concatenation<D> {
  const { axis = 0 } = checkOptions(operator, options, NAMES);
  const first = checkParts(operator, tensors);
  const place = axisIn(operator, axis, first.shape);
  let extent = 0;
  for (const [nth, { shape }] of tensors.entries()) {
    const fits = shape.length === first.shape.length &&
      shape.every((of, at) => at === place || of === first.shape[at]);
    if (!fits) {
      const expected = first.shape.map((of, at) => at === place ? "n" : of);
      refuse(
        operator,
        `tensor ${nth} shape is ${formatShape(shape)}, ${formatShape(expected)} expected`,
      );
    }
    extent += shape[place] ?? 0;
  }
  return { first, axis: place, shape: first.shape.with(place, extent) };
}

/** Checks a list of tensors of one context and element type. */
function checkParts<D extends DType>(operator: string, tensors: readonly Tensor<D>[]): Tensor<D> {
  checkArray({ operator, name: "tensors" }, tensors, "a list of tensors");
  const [first] = tensors;
  if (first === undefined) refuse(operator, "there are no tensors");
  for (const [nth, part] of tensors.entries()) checkDense(operator, part, `tensor ${nth}`);
  shareContext(operator, first, ...tensors.slice(1));
  for (const [nth, part] of tensors.entries()) {
    checkDType({ operator, name: `tensor ${nth}` }, part, [first.dtype]);
  }
  return first;
}
