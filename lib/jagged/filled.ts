/**
 * Constant elements in the shape and lists of others.
 *
 * @module
 */

import { type DType, fullTensor, type Lists } from "../core/mod.ts";
import { checkLists, inListsOf, rowsOf, type WithDType } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkResource } from "../../ffi/base/checks.ts";

/**
 * Options for {@linkcode zerosLike}, {@linkcode onesLike} and {@linkcode fullLike}.
 *
 * @category Lists
 */
export interface LikeOptions<D extends DType> {
  /**
   * Element type.
   *
   * @default {lists.dtype} That of `lists`.
   */
  readonly dtype?: D;
}

const NAMES = optionNames<LikeOptions<DType>>({ dtype: true });

/**
 * Makes a constant in the same lists and shape.
 *
 * @typeParam L Tensor or lists.
 * @typeParam D Element type.
 * @param lists Determines the shape and the lists; borrowed.
 * @param value The number.
 * @param options The element type, if different.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {RangeError} If the number does not fit an integer type.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Sevens, and a mask that keeps everything
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { fullLike, onesLike } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using model = tensor([1, 2], { context });
 * using sevens = fullLike(model, 7);
 * assertEquals([...await sevens.read()], [7, 7]);
 * using mask = onesLike(model, { dtype: "bool" });
 * assertEquals([...await mask.read()], [1, 1]);
 * ```
 */
export function fullLike<L extends Lists<DType>, D extends DType = L["dtype"]>(
  lists: L,
  value: number | bigint | boolean,
  options: LikeOptions<D> = {},
): WithDType<L, D> {
  return fill("fullLike", lists, value, options);
}

/**
 * Makes zeros in the same lists and shape. Options and errors are those of {@linkcode fullLike}.
 *
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Lists
 */
export function zerosLike<L extends Lists<DType>, D extends DType = L["dtype"]>(
  lists: L,
  options: LikeOptions<D> = {},
): WithDType<L, D> {
  return fill("zerosLike", lists, 0, options);
}

/**
 * Makes ones in the same lists and shape. Options and errors are those of {@linkcode fullLike}.
 *
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @determinism Same bits on every backend.
 * @category Lists
 */
export function onesLike<L extends Lists<DType>, D extends DType = L["dtype"]>(
  lists: L,
  options: LikeOptions<D> = {},
): WithDType<L, D> {
  return fill("onesLike", lists, 1, options);
}

function fill<L extends Lists<DType>, D extends DType>(
  operator: string,
  lists: L,
  value: number | bigint | boolean,
  options: LikeOptions<D>,
): WithDType<L, D> {
  checkOptions(operator, options, NAMES);
  checkResource(operator, lists);
  checkLists({ operator, name: "lists" }, lists);
  const { data } = rowsOf(lists);
  const dtype = options.dtype ?? data.dtype as D;
  return inListsOf(lists, fullTensor(data.shape, value, { context: data.context, dtype }));
}
