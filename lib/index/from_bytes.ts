/**
 * Fenwick trees from external bytes.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { disposeOnError } from "../core/ownership.ts";
import { callChecked, checkLength } from "./base/errors.ts";
import { emptyIndex, nativeIndex, type SpatialIndex } from "./base/index.ts";
import { checkIndexShape, indexBytes } from "./base/shape.ts";
import { indexFromBits } from "./from_bits.ts";
import { indexFromValues } from "./from_values.ts";
import { indexToBits, indexToValues } from "./to_bits.ts";
import { checkUsable } from "../../ffi/base/checks.ts";

/**
 * Options for {@linkcode indexFromBytes}.
 *
 * @category Spatial indexes
 */
export interface IndexFromBytesOptions {
  /** Extents, the first varying fastest: one to four, 2^40 elements at most. */
  readonly dims: readonly number[];
  /**
   * Bits of an element, 1 to 32.
   *
   * @default {1}
   */
  readonly bits?: number;
}

const NAMES = optionNames<IndexFromBytesOptions>({ dims: true, bits: true });

/**
 * Builds an index from the bytes of one of layout `paper`, from another program or `index.data`.
 *
 * The bytes are verified: the tree is rebuilt from the elements that they hold and must be identical, so wrong sums and
 * stray bits between levels are detected. The calling thread waits for this.
 *
 * @param bytes A packed tree, u8; borrowed.
 * @param options Extents and width of the elements.
 * @returns A new index; the caller owns it.
 * @throws {IndexError} If the extents are invalid (BAD_RANK, NOT_INTEGER, NOT_INTEGER_POSITIVE, EMPTY_DIMENSION,
 * TOO_LARGE), or the width (BAD_BITS, WIDTH_OVERFLOW), if the number of bytes is wrong (LENGTH), or if they are not a
 * tree (CORRUPT).
 * @throws {TypeError} If `bytes` is not u8.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example A tree of three ones
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromBytes, indexToBits } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using bytes = tensor(Uint8Array.fromHex("0300000002000000"), { context });
 * using index = indexFromBytes(bytes, { dims: [3] });
 * using bits = indexToBits(index);
 * assertEquals([...await bits.read()], [0b111]);
 * ```
 */
export function indexFromBytes(bytes: Tensor<"u8">, options: IndexFromBytesOptions): SpatialIndex {
  const operator = "indexFromBytes";
  const { dims, bits = 1 } = checkOptions(operator, options, NAMES);
  checkUsable({ operator, name: "bytes" }, bytes, Tensor);
  const shape = checkIndexShape(operator, dims, bits);
  checkLength({ operator, name: "bytes" }, bytes, indexBytes("paper", shape).data);
  const { context } = bytes;
  const index = emptyIndex(context, "paper", shape);
  return disposeOnError(index, () => {
    index.data.buffer.copyFrom(bytes.buffer);
    using again = makeAgain(index);
    const made = handleOf(again.data.buffer);
    callChecked(
      operator,
      context,
      (native, outFault) => native.indexFromBytes({ ...nativeIndex(index), made, outFault }),
    );
    return index;
  });
}

/** The tree of the elements that a tree seems to have. */
function makeAgain(index: SpatialIndex): SpatialIndex {
  const { dims, bits } = index;
  if (bits === 1) {
    using elements = indexToBits(index);
    return indexFromBits(elements, { dims, layout: "paper" });
  }
  using elements = indexToValues(index);
  return indexFromValues(elements, { dims, bits, checked: false });
}
