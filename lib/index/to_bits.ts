/**
 * All elements of spatial indexes.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import type { Tensor } from "../core/mod.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { refuseIndex } from "./base/errors.ts";
import { nativeIndex, requireCapability, SpatialIndex } from "./base/index.ts";
import { checkUsable } from "../../ffi/base/checks.ts";

/**
 * Writes the occupancy bits of an index.
 *
 * A tree along one axis decodes 32 bits at a time: the lowest bit of a node is the parity of the elements that it
 * covers, and nodes of five levels are combined. Other layouts hold the bits as they are.
 *
 * @param index An index of one bit per element; borrowed.
 * @returns Bits, u8 [ceil(elements / 8)], 0 after the last element; the caller owns them.
 * @throws {IndexError} If elements have several bits (CAPABILITY).
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example What went in comes out
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromBits, indexToBits } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using bits = tensor(Uint8Array.of(0b01001101, 0b10111), { context });
 * using index = indexFromBits(bits, { dims: [13], layout: "paper" });
 * using again = indexToBits(index);
 * assertEquals([...await again.read()], [0b01001101, 0b10111]);
 * ```
 */
export function indexToBits(index: SpatialIndex): Tensor<"u8"> {
  const operator = "indexToBits";
  checkUsable({ operator, name: "index" }, index, SpatialIndex);
  if (index.bits !== 1) {
    refuseIndex("CAPABILITY", operator, `elements have ${index.bits} bits, 1 expected`);
  }
  const { context, size } = index;
  const layout = { operator, context, dtype: "u8", shape: [Math.ceil(size / 8)] } as const;
  return computeTensor(
    layout,
    (native, { out }) => native.indexToBits({ ...nativeIndex(index), out }),
  );
}

/**
 * Options for {@linkcode indexToValues}.
 *
 * @category Spatial indexes
 */
export interface IndexToValuesOptions<D extends "u8" | "i32" | "i64" = "u8" | "i32" | "i64"> {
  /**
   * Element type of the numbers; u8 holds 8 bits, i32 holds 31, i64 holds all.
   *
   * @default {"i64"}
   */
  readonly dtype?: D;
}

const NAMES = optionNames<IndexToValuesOptions>({ dtype: true });

/**
 * Writes all elements of a tree.
 *
 * @typeParam D Element type of the numbers.
 * @param index An index of layout `paper`; borrowed.
 * @param options Element type of the numbers.
 * @returns Numbers, [elements] with the first axis fastest; the caller owns them.
 * @throws {IndexError} If the layout is not `paper` (CAPABILITY), or if elements do not fit (VALUE_RANGE).
 * @throws {TypeError} If the element type is not u8, i32 or i64.
 * @determinism Same bits on every backend.
 * @category Spatial indexes
 *
 * @example What went in comes out
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { indexFromValues, indexToValues } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using values = tensor(Uint8Array.of(3, 1, 4, 1, 5, 9), { context });
 * using index = indexFromValues(values, { dims: [3, 2], bits: 4 });
 * using again = indexToValues(index, { dtype: "u8" });
 * assertEquals([...await again.read()], [3, 1, 4, 1, 5, 9]);
 * ```
 */
export function indexToValues<D extends "u8" | "i32" | "i64" = "i64">(
  index: SpatialIndex,
  options: IndexToValuesOptions<D> = {},
): Tensor<D> {
  const operator = "indexToValues";
  const { dtype = "i64" as D } = checkOptions(operator, options, NAMES);
  checkUsable({ operator, name: "index" }, index, SpatialIndex);
  const most = WIDTHS[dtype];
  if (most === undefined) {
    throw new TypeError(`Cannot run ${operator}: dtype is ${dtype}, u8, i32 or i64 expected`);
  }
  requireCapability(operator, index, "add");
  if (index.bits > most) {
    const problem = `elements have ${index.bits} bits, ${dtype} holds ${most}`;
    refuseIndex("VALUE_RANGE", operator, problem);
  }
  const { context, size } = index;
  const valueDtype = dtypeCode(dtype);
  return computeTensor(
    { operator, context, dtype, shape: [size] },
    (native, { out }) => native.indexToValues({ ...nativeIndex(index), valueDtype, out }),
  );
}

const WIDTHS: Readonly<Record<string, number>> = { u8: 8, i32: 31, i64: 63 };
