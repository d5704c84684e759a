/**
 * Constant elements in the shape and lists of others.
 *
 * @module
 */

import { type DType, fullTensor, type Lists } from "../core/mod.ts";
import { checkLists, checkOptions, checkResource, optionNames, rowsOf } from "../core/checks.ts";
import { disposeOnError } from "../core/ownership.ts";
import { inListsOf, type WithDType } from "./_lists.ts";

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
 * Makes zeros in the same lists and shape.
 *
 * @typeParam L Tensor or lists.
 * @typeParam D Element type.
 * @param lists Determines the shape and the lists; borrowed.
 * @param options The element type, if different.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Zeros
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { zerosLike } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using model = tensor([1, 2], { context });
 * using zeros = zerosLike(model);
 * assertEquals([...await zeros.read()], [0, 0]);
 * ```
 */
export function zerosLike<L extends Lists<DType>, D extends DType = L["dtype"]>(
  lists: L,
  options: LikeOptions<D> = {},
): WithDType<L, D> {
  checkOptions("zerosLike", options, NAMES);
  return fill(lists, 0, options, "zerosLike");
}

/**
 * Makes ones in the same lists and shape.
 *
 * @typeParam L Tensor or lists.
 * @typeParam D Element type.
 * @param lists Determines the shape and the lists; borrowed.
 * @param options The element type, if different.
 * @returns A new tensor, or lists where `lists` is; the caller owns it.
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example A mask that keeps everything
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { onesLike } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using model = tensor([1, 2], { context });
 * using mask = onesLike(model, { dtype: "bool" });
 * assertEquals([...await mask.read()], [1, 1]);
 * ```
 */
export function onesLike<L extends Lists<DType>, D extends DType = L["dtype"]>(
  lists: L,
  options: LikeOptions<D> = {},
): WithDType<L, D> {
  checkOptions("onesLike", options, NAMES);
  return fill(lists, 1, options, "onesLike");
}

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
 * @throws {DisposedError} If `lists` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Sevens
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { fullLike } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using model = tensor([1, 2], { context });
 * using sevens = fullLike(model, 7);
 * assertEquals([...await sevens.read()], [7, 7]);
 * ```
 */
export function fullLike<L extends Lists<DType>, D extends DType = L["dtype"]>(
  lists: L,
  value: number | bigint | boolean,
  options: LikeOptions<D> = {},
): WithDType<L, D> {
  checkOptions("fullLike", options, NAMES);
  return fill(lists, value, options, "fullLike");
}

function fill<L extends Lists<DType>, D extends DType>(
  lists: L,
  value: number | bigint | boolean,
  options: LikeOptions<D>,
  operator: string,
): WithDType<L, D> {
  checkResource(operator, lists);
  checkLists({ operator, name: "lists" }, lists);
  const { data } = rowsOf(lists);
  const dtype = options.dtype ?? data.dtype as D;
  const filled = fullTensor(data.shape, value, { context: data.context, dtype });
  return disposeOnError(filled, () => inListsOf(lists, filled));
}
