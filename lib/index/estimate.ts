/**
 * Memory needs of spatial indexes, before they are built.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { IndexStats } from "./base/index.ts";
import { checkIndexLayout, checkIndexShape, indexBytes, type IndexLayout } from "./base/shape.ts";
import type { IndexFromBytesOptions } from "./from_bytes.ts";

/**
 * Options for {@linkcode estimateIndex}.
 *
 * @category Spatial indexes
 */
export interface EstimateOptions extends IndexFromBytesOptions {
  /**
   * Layout of the index.
   *
   * @default {"wide", or "paper" for several axes or bits}
   */
  readonly layout?: IndexLayout;
}

const ESTIMATE_NAMES = optionNames<EstimateOptions>({ dims: true, bits: true, layout: true });
const INDEX_USE_NAMES = optionNames<IndexUse>({
  edits: "boolean",
  sums: "boolean",
  compact: "boolean",
});

/**
 * Returns the size of an index, which does not depend on its elements.
 *
 * @param options Extents, width and layout.
 * @throws {IndexError} If the extents are invalid (BAD_RANK, NOT_INTEGER, NOT_INTEGER_POSITIVE, EMPTY_DIMENSION,
 * TOO_LARGE), or the width (BAD_BITS, WIDTH_OVERFLOW), or if the layout does not support several axes or bits
 * (CAPABILITY).
 * @throws {TypeError} If the layout is unknown.
 * @category Spatial indexes
 *
 * @example The published size for a volume in bricks of 3^3
 * ```ts
 * import { estimateIndex } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * const bricks = 171 ** 3;
 * assertEquals(estimateIndex({ dims: [bricks], layout: "paper" }).bytes, 1_250_092);
 * assertEquals(estimateIndex({ dims: [bricks] }).bitsPerElement.toFixed(2), "1.07");
 * ```
 */
export function estimateIndex(options: EstimateOptions): IndexStats {
  const operator = "estimateIndex";
  const { dims, bits = 1, layout } = checkOptions(operator, options, ESTIMATE_NAMES);
  const shape = checkIndexShape(operator, dims, bits);
  const chosen = layout ?? (dims.length > 1 || bits > 1 ? "paper" : "wide");
  checkIndexLayout(operator, chosen, shape);
  const { data, counters } = indexBytes(chosen, shape);
  const bytes = data + counters;
  return { size: shape.size, bytes, bitsPerElement: bytes * 8 / shape.size };
}

/**
 * Intended use of an index; see {@linkcode chooseIndexLayout}.
 *
 * @category Spatial indexes
 */
export interface IndexUse {
  /**
   * Whether it will be edited.
   *
   * @default {false}
   */
  readonly edits?: boolean;
  /**
   * Whether box sums, or sums of elements of several bits, are needed.
   *
   * @default {false}
   */
  readonly sums?: boolean;
  /**
   * Whether memory matters more than time.
   *
   * @default {false}
   */
  readonly compact?: boolean;
}

/**
 * Chooses the layout for a use: `paper` for sums, `wide` for edits, `rank96` or the smaller `rank224` for reading.
 *
 * @param options The intended use.
 * @category Spatial indexes
 *
 * @example Reading only
 * ```ts
 * import { chooseIndexLayout } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(chooseIndexLayout({}), "rank96");
 * assertEquals(chooseIndexLayout({ edits: true }), "wide");
 * ```
 */
export function chooseIndexLayout(options: IndexUse): IndexLayout {
  const { edits = false, sums = false, compact = false } = checkOptions(
    "chooseIndexLayout",
    options,
    INDEX_USE_NAMES,
  );
  if (sums) return "paper";
  if (edits) return "wide";
  return compact ? "rank224" : "rank96";
}
