/**
 * Conversion between the layouts of spatial indexes.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Tensor } from "../core/mod.ts";
import { emptyIndex, SpatialIndex } from "./base/index.ts";
import { checkIndexLayout, type IndexLayout } from "./base/shape.ts";
import { fromBits } from "./from_bits.ts";
import { indexToBits } from "./to_bits.ts";
import { checkUsable } from "../../ffi/base/checks.ts";

/**
 * Options for {@linkcode freezeIndex}.
 *
 * @category Spatial indexes
 */
export interface FreezeOptions {
  /**
   * Layout of the result: cells of 16 bytes for speed, or of 32 bytes for size.
   *
   * @default {"rank96"}
   */
  readonly layout?: "rank96" | "rank224";
}

const FREEZE_NAMES = optionNames<FreezeOptions>({ layout: true });
const FROM_PAPER_NAMES = optionNames<FromPaperOptions>({ layout: true });

/**
 * Copies occupancy to a read-only layout of cells that begin with their rank: a lookup is a single load.
 *
 * @param index An index along one axis of one bit per element, of any layout; borrowed.
 * @param options The layout.
 * @returns A new index; the caller owns it.
 * @throws {IndexError} If elements have several bits, or the index several axes (CAPABILITY).
 * @throws {TypeError} If the layout is unknown.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example For reading only
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { freezeIndex } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(7, 100), { context });
 * using index = indexFromKeys(keys, { dims: [960] });
 * using frozen = freezeIndex(index);
 * assertEquals([frozen.data.byteLength, frozen.capabilities.includes("flip")], [160, false]);
 * ```
 */
export function freezeIndex(index: SpatialIndex, options: FreezeOptions = {}): SpatialIndex {
  const { layout = "rank96" } = checkOptions("freezeIndex", options, FREEZE_NAMES);
  return convert("freezeIndex", index, layout);
}

/**
 * Copies occupancy to the editable layout of bits with counters.
 *
 * @param index An index along one axis of one bit per element, of any layout; borrowed.
 * @returns A new index of layout `wide`; the caller owns it.
 * @throws {IndexError} If elements have several bits, or the index several axes (CAPABILITY).
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example Frozen, and thawed to be edited
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { freezeIndex, indexSet, thawIndex } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(7, 100), { context });
 * using frozen = indexFromKeys(keys, { dims: [960], layout: "rank224" });
 * using index = thawIndex(frozen);
 * indexSet(index, keys);
 * assertEquals(index.layout, "wide");
 * ```
 */
export function thawIndex(index: SpatialIndex): SpatialIndex {
  return convert("thawIndex", index, "wide");
}

/**
 * Copies occupancy to a packed Fenwick tree.
 *
 * @param index An index of one bit per element, of any layout; borrowed.
 * @returns A new index of layout `paper`; the caller owns it.
 * @throws {IndexError} If elements have several bits (CAPABILITY).
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example The published bytes
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexToPaper } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(0, 2, 3, 6, 8, 9, 10, 12), { context });
 * using index = indexFromKeys(keys, { dims: [13] });
 * using tree = indexToPaper(index);
 * const bytes = await tree.data.read();
 * assertEquals(bytes.toHex(), "7b000000210000001b00000004000000");
 * ```
 */
export function indexToPaper(index: SpatialIndex): SpatialIndex {
  return convert("indexToPaper", index, "paper");
}

/**
 * Options for {@linkcode indexFromPaper}.
 *
 * @category Spatial indexes
 */
export interface FromPaperOptions {
  /**
   * Layout of the result.
   *
   * @default {"wide"}
   */
  readonly layout?: IndexLayout;
}

/**
 * Copies the occupancy of a packed Fenwick tree to another layout.
 *
 * @param index An index of one bit per element, usually of layout `paper`; borrowed.
 * @param options Layout of the result.
 * @returns A new index; the caller owns it.
 * @throws {IndexError} If elements have several bits, or the layout of the result supports one axis only (CAPABILITY).
 * @throws As {@linkcode freezeIndex}.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example A tree becomes an index of half the size
 * ```ts
 * import { indexFromKeys, openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromPaper } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using keys = tensor(Int32Array.of(7, 100), { context });
 * using tree = indexFromKeys(keys, { dims: [2 ** 20], layout: "paper" });
 * using index = indexFromPaper(tree);
 * assertEquals((index.byteLength / tree.byteLength).toFixed(2), "0.53");
 * ```
 */
export function indexFromPaper(index: SpatialIndex, options: FromPaperOptions = {}): SpatialIndex {
  const { layout = "wide" } = checkOptions("indexFromPaper", options, FROM_PAPER_NAMES);
  return convert("indexFromPaper", index, layout);
}

function convert(operator: string, index: SpatialIndex, layout: IndexLayout): SpatialIndex {
  checkUsable({ operator, name: "index" }, index, SpatialIndex);
  checkIndexLayout(operator, layout, index);
  if (layout === index.layout && layout !== "paper") return index.copy();
  using bits = bitsOf(index);
  return fromBits(operator, bits, emptyIndex(index.context, layout, index));
}

/** The bits of an index; of layout `wide` they are where they were. */
function bitsOf(index: SpatialIndex): Tensor<"u8"> {
  const bytes = Math.ceil(index.size / 8);
  return index.layout === "wide" ? index.data.slice(0, bytes) : indexToBits(index);
}
