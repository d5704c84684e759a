/**
 * Spatial indexes of occupied keys.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, Tensor } from "../core/mod.ts";
import { checkDType } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkUsable, refuse } from "../../ffi/base/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { formatShape } from "../core/shape.ts";
import { type Key, KEYS } from "./base/ask.ts";
import { callChecked } from "./base/errors.ts";
import { type CheckOptions, emptyIndex, nativeDims, type SpatialIndex } from "./base/index.ts";
import { checkIndexLayout, checkIndexShape } from "./base/shape.ts";
import { adoptBits, fromBits, type IndexFromBitsOptions } from "./from_bits.ts";

/**
 * Options for {@linkcode indexFromKeys}.
 *
 * @category Spatial indexes
 */
export interface IndexFromKeysOptions extends CheckOptions, IndexFromBitsOptions {}

const NAMES = optionNames<IndexFromKeysOptions>({ checked: "boolean", dims: true, layout: true });

/**
 * Builds an index in which the listed elements are occupied. An element may be listed more than once.
 *
 * @param keys Elements, i32 or i64: [n, axes] with the axes in the order of `dims`, or [n] linear with the first axis
 * fastest; borrowed.
 * @param options Extents, layout, and whether keys are checked; if not, keys outside are ignored.
 * @returns A new index of one bit per element; the caller owns it.
 * @throws {IndexError} If the extents are invalid (BAD_RANK, NOT_INTEGER, NOT_INTEGER_POSITIVE, EMPTY_DIMENSION,
 * TOO_LARGE), if keys lie outside (INDEX_RANGE, with their number and the first), or if the layout supports one axis
 * only (CAPABILITY).
 * @throws {RangeError} If `keys` has the wrong shape.
 * @throws {TypeError} If `keys` is not i32 or i64, or the layout is unknown.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example Cells of a box
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexLinearRank } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cells = tensor(Int32Array.of(1, 0, 2, 3, 1, 0), { context, shape: [2, 3] });
 * using index = indexFromKeys(cells, { dims: [4, 3, 5], layout: "paper" });
 * using ranks = indexLinearRank(index, cells);
 * assertEquals([...await ranks.read()], [1n, 0n]);
 * ```
 */
export function indexFromKeys(keys: Tensor<Key>, options: IndexFromKeysOptions): SpatialIndex {
  const operator = "indexFromKeys";
  const { dims, layout = "wide", checked = true } = checkOptions(operator, options, NAMES);
  checkUsable({ operator, name: "keys" }, keys, Tensor);
  checkDType({ operator, name: "keys" }, keys, KEYS);
  const shape = checkIndexShape(operator, dims, 1);
  checkIndexLayout(operator, layout, shape);
  const [count = 0, width = 1] = keys.shape;
  const isList = keys.shape.length === 1;
  if (!isList && (keys.shape.length !== 2 || width !== dims.length)) {
    const expected = `[n] or ${formatShape(["n", dims.length])}`;
    refuse(operator, `keys shape is ${formatShape(keys.shape)}, ${expected} expected`);
  }
  const { context } = keys;
  const adopted = layout === "wide";
  const bytes = adopted ? 32 * Math.ceil(shape.size / 256) : Math.ceil(shape.size / 8);
  using bits = emptyTensor([bytes], { context, dtype: "u8" });
  callChecked(operator, context, (native, outFault) =>
    native.indexFromKeys({
      context: handleOf(context),
      dims: nativeDims(shape),
      nDims: dims.length,
      keys: handleOf(keys.buffer),
      indexDtype: dtypeCode(keys.dtype),
      count,
      width,
      checked: checked ? 1 : 0,
      nBytes: bytes,
      outBits: handleOf(bits.buffer),
      outFault,
    }));
  if (adopted) return adoptBits(bits, { size: shape.size });
  return fromBits(operator, bits, emptyIndex(context, layout, shape));
}
