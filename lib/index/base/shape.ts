/**
 * Extents of spatial indexes, and how many bytes each layout takes.
 *
 * @module
 */

import { IndexForm } from "../../../ffi/_generated/symbols.ts";
import { oneOf } from "../../../ffi/base/words.ts";
import { refuseIndex } from "./errors.ts";

/**
 * Layout of an index.
 *
 * - `paper`: a packed Fenwick tree, byte for byte that of Schneider and Rautek (2016); the only one for elements of
 *   several bits, for several axes and for box sums
 * - `wide`: bits, with counters for each 256, 4096 and 65536 of them; for occupancy that changes
 * - `rank96`, `rank224`: bits in cells of 16 or 32 bytes that begin with their rank; for occupancy that does not change
 *
 * @category Spatial indexes
 */
export type IndexLayout = "paper" | "wide" | "rank96" | "rank224";

/** Number by which the native library knows a layout. */
export const LAYOUT_CODES: Readonly<Record<IndexLayout, IndexForm>> = {
  paper: IndexForm.PAPER,
  wide: IndexForm.WIDE,
  rank96: IndexForm.RANK96,
  rank224: IndexForm.RANK224,
};

/**
 * Extents and width of the elements of an index.
 *
 * @category Spatial indexes
 */
export interface IndexShape {
  /** Extents, the first varying fastest. */
  readonly dims: readonly number[];
  /** Number of elements. */
  readonly size: number;
  /** Bits per element. */
  readonly bits: number;
}

const MOST_AXES = 4;
const MOST_SIZE = 2 ** 40;
const MOST_BITS = 32;
const MOST_WIDTH = 63;

/** Refuses extents and widths that no index has. */
export function checkIndexShape(
  operator: string,
  dims: readonly number[],
  bits: number,
): IndexShape {
  if (!Array.isArray(dims) || dims.length < 1 || dims.length > MOST_AXES) {
    const given = Array.isArray(dims) ? `${dims.length} extents` : String(dims);
    refuseIndex("BAD_RANK", operator, `dims has ${given}, 1 to ${MOST_AXES} expected`);
  }
  let size = 1;
  let width = bits;
  for (const [axis, extent] of dims.entries()) {
    const subject = `dims[${axis}] is ${extent}`;
    if (!Number.isSafeInteger(extent)) {
      refuseIndex("NOT_INTEGER", operator, `${subject}, a whole number below 2^53 expected`);
    }
    if (extent < 0) {
      refuseIndex("NOT_INTEGER_POSITIVE", operator, `${subject}, 1 or more expected`);
    }
    if (extent === 0) refuseIndex("EMPTY_DIMENSION", operator, `${subject}, 1 or more expected`);
    size *= extent;
    width += levelCount(extent) - 1;
  }
  if (size > MOST_SIZE) {
    refuseIndex("TOO_LARGE", operator, `dims make ${size} elements, 2^40 at most`);
  }
  if (!Number.isInteger(bits) || bits < 1 || bits > MOST_BITS) {
    refuseIndex("BAD_BITS", operator, `bits is ${bits}, 1 to ${MOST_BITS} expected`);
  }
  if (width > MOST_WIDTH) {
    refuseIndex(
      "WIDTH_OVERFLOW",
      operator,
      `sums of ${size} elements of ${bits} bits may need ${width} bits, ${MOST_WIDTH} at most`,
    );
  }
  return { dims: Object.freeze([...dims]), size, bits };
}

/** The layouts other than `paper` have one axis and one bit. */
export function checkIndexLayout(
  operator: string,
  layout: IndexLayout,
  { dims, bits }: IndexShape,
): void {
  if (!Object.hasOwn(LAYOUT_CODES, layout)) {
    const expected = oneOf(Object.keys(LAYOUT_CODES));
    throw new TypeError(`Cannot run ${operator}: layout is ${layout}, ${expected} expected`);
  }
  if (layout === "paper" || (dims.length === 1 && bits === 1)) return;
  refuseIndex(
    "CAPABILITY",
    operator,
    `layout ${layout} has 1 axis and 1 bit, ${dims.length} axes and ${bits} bits are asked for`,
  );
}

/** Bytes of the two buffers of an index. */
export interface IndexBytes {
  /** The tree, the bits or the cells. */
  readonly data: number;
  /** Number of counters beside them; 0 for a tree. */
  readonly counters: number;
}

/** Bytes that an index of a shape takes. */
export function indexBytes(layout: IndexLayout, { dims, size, bits }: IndexShape): IndexBytes {
  const groupsOf = (group: number): number => Math.ceil(size / group);
  switch (layout) {
    case "paper":
      return { data: treeBytes(dims, bits), counters: 0 };
    case "wide": {
      const counters = 32 * (groupsOf(2 ** 12) + groupsOf(2 ** 16)) + 8 * (groupsOf(2 ** 16) + 1);
      return { data: 32 * groupsOf(2 ** 8), counters };
    }
    case "rank96":
      return { data: 16 * groupsOf(96), counters: 8 * (Math.ceil(groupsOf(96) / 2 ** 24) + 1) };
    case "rank224":
      return { data: 32 * groupsOf(224), counters: 8 * (Math.ceil(groupsOf(224) / 2 ** 24) + 1) };
  }
}

/** Levels of a tree along an axis. */
export function levelCount(extent: number): number {
  return extent < 1 ? 1 : Math.floor(Math.log2(extent)) + 1;
}

/** Nodes in a level of a tree along an axis. */
export function levelNodes(extent: number, level: number): number {
  return Math.floor((extent + 2 ** level) / 2 ** (level + 1));
}

function treeBytes(dims: readonly number[], bits: number): number {
  let levels: { readonly nodes: number; readonly width: number }[] = [{ nodes: 1, width: bits }];
  for (const extent of dims) {
    const along = Array.from({ length: levelCount(extent) }, (_, level) => level);
    levels = levels.flatMap(({ nodes, width }) =>
      along.map((level) => ({ nodes: nodes * levelNodes(extent, level), width: width + level }))
    );
  }
  return levels.reduce((bytes, { nodes, width }) => bytes + 4 * Math.ceil(nodes * width / 32), 0);
}
