/**
 * Codes of coordinates along the Hilbert curve.
 *
 * @module
 */

import { Curve } from "../../ffi/_generated/symbols.ts";
import type { GridBatch, JaggedTensor, Tensor } from "../core/mod.ts";
import { encodeGrid, encodeIjk } from "./_curve.ts";
import type { CodeOptions } from "./morton.ts";

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
 * @throws {NativeError} If coordinates do not fit 21 bits ("invalid-data", with their number).
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
 * Encodes coordinates like {@linkcode hilbert} with the first and last axes swapped. Operands and errors are the same.
 *
 * @returns Codes, i64 [n], of 63 bits; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 */
export function hilbertZyx(ijk: Tensor<"i32">): Tensor<"i64"> {
  return encodeIjk("hilbertZyx", Curve.HILBERT_ZYX, ijk);
}

/**
 * Encodes coordinates like {@linkcode hilbert} with the first two axes swapped: the transposed curve of point
 * transformers. Operands and errors are the same.
 *
 * @returns Codes, i64 [n], of 63 bits; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 */
export function hilbertYxz(ijk: Tensor<"i32">): Tensor<"i64"> {
  return encodeIjk("hilbertYxz", Curve.HILBERT_YXZ, ijk);
}

/**
 * Encodes the voxels of a batch like {@linkcode hilbert}. Operands, offset and errors are those of
 * {@linkcode gridMorton}.
 *
 * @returns Codes, i64 [voxels], one list per grid; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 */
export function gridHilbert(grid: GridBatch, options: CodeOptions = {}): JaggedTensor<"i64"> {
  return encodeGrid("gridHilbert", Curve.HILBERT, grid, options);
}

/**
 * Encodes the voxels of a batch like {@linkcode hilbertZyx}. Operands, offset and errors are those of
 * {@linkcode gridMorton}.
 *
 * @returns Codes, i64 [voxels], one list per grid; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 */
export function gridHilbertZyx(grid: GridBatch, options: CodeOptions = {}): JaggedTensor<"i64"> {
  return encodeGrid("gridHilbertZyx", Curve.HILBERT_ZYX, grid, options);
}

/**
 * Encodes the voxels of a batch like {@linkcode hilbertYxz}. Operands, offset and errors are those of
 * {@linkcode gridMorton}.
 *
 * @returns Codes, i64 [voxels], one list per grid; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 */
export function gridHilbertYxz(grid: GridBatch, options: CodeOptions = {}): JaggedTensor<"i64"> {
  return encodeGrid("gridHilbertYxz", Curve.HILBERT_YXZ, grid, options);
}
