/**
 * Codes of coordinates along the Morton curve.
 *
 * @module
 */

import { Curve } from "../../ffi/_generated/symbols.ts";
import type { GridBatch, JaggedTensor, Tensor } from "../core/mod.ts";
import { encodeGrid, encodeIjk } from "./_curve.ts";

/**
 * Options for codes of the voxels of a batch, such as {@linkcode gridMorton}.
 *
 * @category Queries
 */
export interface CodeOptions {
  /**
   * Offset added to all coordinates.
   *
   * @default {minus the minimum coordinates over all grids}
   */
  readonly offset?: readonly [i: number, j: number, k: number];
}

/**
 * Encodes coordinates by their position along the Morton curve (Z-order).
 *
 * Bit b of i becomes bit 3 b of the code, bit b of j bit 3 b + 1, and bit b of k bit 3 b + 2.
 *
 * The calling thread waits until all coordinates have been checked.
 *
 * @param ijk Coordinates, i32 [n, 3], from 0 to 2097151 (21 bits) on every axis; borrowed.
 * @returns Codes, i64 [n], of 63 bits; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3].
 * @throws {TypeError} If `ijk` is not i32.
 * @throws {NativeError} If coordinates do not fit 21 bits ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example Interleaved bits of three numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { morton } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([1, 0, 0, 0, 1, 0, 2, 3, 5]), { context, shape: [3, 3] });
 * using codes = morton(ijk);
 * assertEquals([...await codes.read()], [1n, 2n, 286n]);
 * ```
 */
export function morton(ijk: Tensor<"i32">): Tensor<"i64"> {
  return encodeIjk("morton", Curve.MORTON, ijk);
}

/**
 * Encodes coordinates like {@linkcode morton} with the first and last axes swapped. Operands and errors are the same.
 *
 * @returns Codes, i64 [n], of 63 bits; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The last axis leads
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { morton, mortonZyx } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([2, 3, 5]), { context, shape: [1, 3] });
 * using kji = tensor(new Int32Array([5, 3, 2]), { context, shape: [1, 3] });
 * using codes = mortonZyx(ijk);
 * using swapped = morton(kji);
 * assertEquals(await codes.read(), await swapped.read());
 * ```
 */
export function mortonZyx(ijk: Tensor<"i32">): Tensor<"i64"> {
  return encodeIjk("mortonZyx", Curve.MORTON_ZYX, ijk);
}

/**
 * Encodes coordinates like {@linkcode mortonZyx} with the first two axes swapped: the transposed Z-order of point
 * transformers. Bit b of k becomes bit 3 b of the code, bit b of i bit 3 b + 1, and bit b of j bit 3 b + 2. Operands and
 * errors are those of {@linkcode morton}.
 *
 * @returns Codes, i64 [n], of 63 bits; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 */
export function mortonZxy(ijk: Tensor<"i32">): Tensor<"i64"> {
  return encodeIjk("mortonZxy", Curve.MORTON_ZXY, ijk);
}

/**
 * Encodes the voxels of a batch like {@linkcode morton}, shifted so that no coordinate is negative.
 *
 * The calling thread waits until all voxels have been checked.
 *
 * @param grid The batch; borrowed.
 * @param options The offset to add to the coordinates.
 * @returns Codes, i64 [voxels], one list per grid; the caller owns them.
 * @throws {RangeError} If the offset does not consist of three whole numbers of at most 2^32.
 * @throws {NativeError} If shifted coordinates do not lie in 0 to 2097151 ("invalid-data", with their number).
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The lowest voxel gets code 0
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { gridMorton } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([-5, 0, 9]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * using codes = gridMorton(grid);
 * assertEquals([...await codes.data.read()], [0n]);
 * ```
 */
export function gridMorton(grid: GridBatch, options: CodeOptions = {}): JaggedTensor<"i64"> {
  return encodeGrid("gridMorton", Curve.MORTON, grid, options);
}

/**
 * Encodes the voxels of a batch like {@linkcode mortonZyx}. Operands, offset and errors are those of
 * {@linkcode gridMorton}.
 *
 * @returns Codes, i64 [voxels], one list per grid; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example A custom offset
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { gridMortonZyx } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([-5, 0, 9]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * using codes = gridMortonZyx(grid, { offset: [5, 0, -8] });
 * assertEquals([...await codes.data.read()], [1n]);
 * ```
 */
export function gridMortonZyx(grid: GridBatch, options: CodeOptions = {}): JaggedTensor<"i64"> {
  return encodeGrid("gridMortonZyx", Curve.MORTON_ZYX, grid, options);
}

/**
 * Encodes the voxels of a batch like {@linkcode mortonZxy}. Operands, offset and errors are those of
 * {@linkcode gridMorton}.
 *
 * @returns Codes, i64 [voxels], one list per grid; the caller owns them.
 * @determinism Same bits on every backend.
 * @category Queries
 */
export function gridMortonZxy(grid: GridBatch, options: CodeOptions = {}): JaggedTensor<"i64"> {
  return encodeGrid("gridMortonZxy", Curve.MORTON_ZXY, grid, options);
}
