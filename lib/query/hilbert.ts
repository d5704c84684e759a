/**
 * Codes of coordinates along the Hilbert curve.
 *
 * @module
 */

import { Curve } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames } from "../core/checks.ts";
import type { GridBatch, JaggedTensor, Tensor } from "../core/mod.ts";
import { type CodeOptions, encodeGrid, encodeIjk } from "./_curve.ts";

/**
 * Encodes coordinates by their position along the Hilbert curve.
 *
 * Coordinates with consecutive codes differ by one step along one axis. The coordinates below 2^m on every axis have
 * the codes below 8^m.
 *
 * The calling thread waits until all coordinates have been checked.
 *
 * @param ijk Coordinates, i32 [n, 3], from 0 to 2097151 (21 bits) on every axis; borrowed.
 * @returns Codes, i64 [n], of 63 bits; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3].
 * @throws {TypeError} If `ijk` is not i32.
 * @throws {DisposedError} If `ijk` has been disposed.
 * @throws {NativeError} If coordinates do not fit 21 bits ("invalid-data", with their number), or if device memory
 * runs out.
 * @determinism Same bits on every backend.
 * @see Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004.
 * @category Queries
 *
 * @example The first steps of the curve
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { hilbert } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 0, 1, 0, 0, 1, 0, 1]), { context, shape: [3, 3] });
 * using codes = hilbert(ijk);
 * assertEquals([...await codes.read()], [0n, 1n, 2n]);
 * ```
 */
export function hilbert(ijk: Tensor<"i32">): Tensor<"i64"> {
  return encodeIjk("hilbert", Curve.HILBERT, ijk);
}

/**
 * Encodes coordinates like {@linkcode hilbert} with the first and last axes swapped.
 *
 * @param ijk Coordinates, i32 [n, 3], from 0 to 2097151 (21 bits) on every axis; borrowed.
 * @returns Codes, i64 [n], of 63 bits; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3].
 * @throws {TypeError} If `ijk` is not i32.
 * @throws {DisposedError} If `ijk` has been disposed.
 * @throws {NativeError} If coordinates do not fit 21 bits ("invalid-data", with their number), or if device memory
 * runs out.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The last axis leads
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { hilbert, hilbertZyx } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([2, 3, 5]), { context, shape: [1, 3] });
 * using kji = tensor(new Int32Array([5, 3, 2]), { context, shape: [1, 3] });
 * using codes = hilbertZyx(ijk);
 * using swapped = hilbert(kji);
 * assertEquals(await codes.read(), await swapped.read());
 * ```
 */
export function hilbertZyx(ijk: Tensor<"i32">): Tensor<"i64"> {
  return encodeIjk("hilbertZyx", Curve.HILBERT_ZYX, ijk);
}

const NAMES = optionNames<CodeOptions>({ offset: true });

/**
 * Encodes the voxels of a batch like {@linkcode hilbert}, shifted so that no coordinate is negative.
 *
 * The calling thread waits until all voxels have been checked.
 *
 * @param grid The batch; borrowed.
 * @param options The offset to add to the coordinates.
 * @returns Codes, i64 [voxels], one list per grid; the caller owns them.
 * @throws {RangeError} If the offset does not consist of three whole numbers of at most 2^32.
 * @throws {DisposedError} If `grid` has been disposed.
 * @throws {NativeError} If shifted coordinates do not lie in 0 to 2097151 ("invalid-data", with their number), or if
 * device memory runs out.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The lowest voxel gets code 0
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { gridHilbert } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([-5, 0, 9]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * using codes = gridHilbert(grid);
 * assertEquals([...await codes.data.read()], [0n]);
 * ```
 */
export function gridHilbert(grid: GridBatch, options: CodeOptions = {}): JaggedTensor<"i64"> {
  checkOptions("gridHilbert", options, NAMES);
  return encodeGrid("gridHilbert", Curve.HILBERT, grid, options);
}

/**
 * Encodes the voxels of a batch like {@linkcode hilbertZyx}, shifted so that no coordinate is negative.
 *
 * @param grid The batch; borrowed.
 * @param options The offset to add to the coordinates.
 * @returns Codes, i64 [voxels], one list per grid; the caller owns them.
 * @throws {RangeError} If the offset does not consist of three whole numbers of at most 2^32.
 * @throws {DisposedError} If `grid` has been disposed.
 * @throws {NativeError} If shifted coordinates do not lie in 0 to 2097151 ("invalid-data", with their number), or if
 * device memory runs out.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example A custom offset
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { gridHilbertZyx } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([-5, 0, 9]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * using codes = gridHilbertZyx(grid, { offset: [5, 0, -8] });
 * assertEquals([...await codes.data.read()], [1n]);
 * ```
 */
export function gridHilbertZyx(grid: GridBatch, options: CodeOptions = {}): JaggedTensor<"i64"> {
  checkOptions("gridHilbertZyx", options, NAMES);
  return encodeGrid("gridHilbertZyx", Curve.HILBERT_ZYX, grid, options);
}
