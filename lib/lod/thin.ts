/**
 * Subsets of points with a minimum distance.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import type { Tensor } from "../core/tensor.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";

/**
 * Options for {@linkcode lodThin}.
 *
 * @category Level of detail
 */
export interface LodThinOptions {
  /** Bits per coordinate, 1 to 32. */
  readonly bits: number;
  /** Edge of a cell, 2^cellBits units; fewer than `bits`. */
  readonly cellBits: number;
}

/**
 * Number of cells on each side of a cell, per axis, on which the choice of its points depends: a choice depends on
 * neighbors that were processed earlier, by the lowest bits of x, then y, then z, and chains of seven such steps span
 * 1, 3 and 7 cells.
 *
 * @category Level of detail
 */
export const THIN_REACH: readonly [number, number, number] = [1, 3, 7];

const OPERATOR = "lodThin";

const NAMES = optionNames<LodThinOptions>({ bits: true, cellBits: true });

/**
 * Chooses a maximal subset of points that are at least a cell's edge apart from each other: those that
 * {@linkcode lodPicks} with `poisson` moves up from one level to the next. A part of a cloud gives the choices of the
 * whole for cells whose surroundings are complete, {@linkcode THIN_REACH} cells each way.
 *
 * @param points Units from the corner of the cube in Morton order, i32 [n, 3], bit patterns of u32; borrowed. For
 * points in another order, some of the chosen points are too close to each other, and the choice may vary.
 * @param options Bits of coordinates and cells.
 * @returns 1 for chosen points, else 0, u8 [n]; the caller owns it.
 * @throws {RangeError} If a shape or an option is wrong.
 * @throws {TypeError} If the element type is wrong.
 * @determinism Same choices on every backend for points in Morton order.
 * @category Level of detail
 *
 * @example A row of points
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { lodThin } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const row = Int32Array.from({ length: 24 }, (_, at) => at % 3 === 2 ? (at - 2) / 3 : 0);
 * using points = tensor(row, { context, shape: [8, 3] });
 * using chosen = lodThin(points, { bits: 3, cellBits: 2 });
 * assertEquals([...chosen.readSync()], [0, 1, 0, 0, 0, 1, 0, 0]);
 * ```
 */
export function lodThin(points: Tensor<"i32">, options: LodThinOptions): Tensor<"u8"> {
  const { bits, cellBits } = checkOptions("lodThin", options, NAMES);
  const context = shareContext(OPERATOR, points);
  checkDType({ operator: OPERATOR, name: "points" }, points, ["i32"]);
  checkShape({ operator: OPERATOR, name: "points" }, points, ["n", 3]);
  wholeNumber({ operator: OPERATOR, name: "bits" }, bits, { least: 1, most: 32 });
  wholeNumber({ operator: OPERATOR, name: "cellBits" }, cellBits, { least: 0, most: bits - 1 });
  const [count = 0] = points.shape;
  const layout = { operator: OPERATOR, context, dtype: "u8", shape: [count] } as const;
  return computeTensor(layout, (native, { context, out: outChosen }) => {
    const given = { context, points: handleOf(points.buffer), nPoints: count };
    return native.lodThin({ ...given, bits, cellBits, outChosen });
  });
}
