/**
 * Spatial indexes of occupancy bits.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkLength } from "./base/errors.ts";
import { callNative } from "../core/native_call.ts";
import { disposeOnError } from "../core/ownership.ts";
import { emptyIndex, nativeIndex, SpatialIndex } from "./base/index.ts";
import { checkIndexLayout, checkIndexShape, indexBytes, type IndexLayout } from "./base/shape.ts";
import { checkUsable } from "../../ffi/base/checks.ts";

/**
 * Options for {@linkcode indexFromBits}.
 *
 * @category Spatial indexes
 */
export interface IndexFromBitsOptions {
  /** Extents, the first varying fastest: one to four, 2^40 elements at most. */
  readonly dims: readonly number[];
  /**
   * Layout of the index; only `paper` supports several axes.
   *
   * @default {"wide"}
   */
  readonly layout?: IndexLayout;
}

const INDEX_FROM_BITS_NAMES = optionNames<IndexFromBitsOptions>({ dims: true, layout: true });
const ADOPT_BITS_NAMES = optionNames<AdoptBitsOptions>({ size: true });

/**
 * Builds an index from occupancy bits.
 *
 * Layout `wide` copies the bits and counts them in one pass; {@linkcode adoptBits} avoids the copy.
 *
 * @param bits Bits, u8 [ceil(elements / 8)], element k being bit k & 7 of byte k >> 3; borrowed. Bits after the last
 * element are ignored.
 * @param options Extents and layout.
 * @returns A new index; the caller owns it.
 * @throws {IndexError} If the extents are invalid (BAD_RANK, NOT_INTEGER, NOT_INTEGER_POSITIVE, EMPTY_DIMENSION,
 * TOO_LARGE), if the number of bytes is wrong (LENGTH), or if the layout supports one axis only (CAPABILITY).
 * @throws {TypeError} If `bits` is not u8, or the layout is unknown.
 * @determinism Same bits on every backend.
 * @see Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016.
 * @category Spatial indexes
 *
 * @example The published tree of thirteen elements
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromBits } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using bits = tensor(Uint8Array.of(0b01001101, 0b10111), { context });
 * using index = indexFromBits(bits, { dims: [13], layout: "paper" });
 * assertEquals(index.data.readSync()[0], 0x7b);
 * ```
 */
export function indexFromBits(bits: Tensor<"u8">, options: IndexFromBitsOptions): SpatialIndex {
  const operator = "indexFromBits";
  const { dims, layout = "wide" } = checkOptions(operator, options, INDEX_FROM_BITS_NAMES);
  checkUsable({ operator, name: "bits" }, bits, Tensor);
  const shape = checkIndexShape(operator, dims, 1);
  checkIndexLayout(operator, layout, shape);
  checkLength({ operator, name: "bits" }, bits, Math.ceil(shape.size / 8));
  return fromBits(operator, bits, emptyIndex(bits.context, layout, shape));
}

/**
 * Options for {@linkcode adoptBits}.
 *
 * @category Spatial indexes
 */
export interface AdoptBitsOptions {
  /** Number of elements, 2^40 at most. */
  readonly size: number;
}

/**
 * Builds an index of layout `wide` around occupancy bits, of which it takes ownership.
 *
 * @param bits Bits, u8 [32 * ceil(size / 256)], element k being bit k & 7 of byte k >> 3; disposed afterwards. Bits
 * after the last element are set to 0.
 * @param options Number of elements.
 * @returns A new index; the caller owns it.
 * @throws {IndexError} If the size is invalid (NOT_INTEGER, NOT_INTEGER_POSITIVE, EMPTY_DIMENSION, TOO_LARGE), or if
 * the number of bytes is wrong (LENGTH).
 * @throws {RangeError} If `bits` is a view whose offset is not a multiple of 32 bytes.
 * @throws {TypeError} If `bits` is not u8.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example Whole blocks of 256
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { adoptBits, indexOfRank } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const bits = tensor(new Uint8Array(32).fill(0b10000), { context });
 * using index = adoptBits(bits, { size: 200 });
 * using ranks = tensor(Int32Array.of(24, 25), { context });
 * using places = indexOfRank(index, ranks);
 * assertEquals([...await places.read()], [196n, -1n]);
 * ```
 */
export function adoptBits(bits: Tensor<"u8">, options: AdoptBitsOptions): SpatialIndex {
  const operator = "adoptBits";
  const { size } = checkOptions(operator, options, ADOPT_BITS_NAMES);
  checkUsable({ operator, name: "bits" }, bits, Tensor);
  const shape = checkIndexShape(operator, [size], 1);
  const bytes = indexBytes("wide", shape);
  checkLength({ operator, name: "bits" }, bits, bytes.data);
  using made = emptyTensor([bytes.counters], { context: bits.context, dtype: "u8" });
  fromBits(operator, bits, new SpatialIndex("wide", shape, bits, made));
  return new SpatialIndex("wide", shape, bits.move(), made.move());
}

/** Fills an index with bits; it is disposed if that fails. */
export function fromBits(operator: string, bits: Tensor<"u8">, index: SpatialIndex): SpatialIndex {
  return disposeOnError(index, () => {
    const { data: outData, counters: outCounters, ...shape } = nativeIndex(index);
    callNative(
      operator,
      bits.context,
      (native) =>
        native.indexFromBits({ ...shape, bits: handleOf(bits.buffer), outData, outCounters }),
    );
    return index;
  });
}
