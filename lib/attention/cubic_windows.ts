/**
 * Windows of voxels in boxes.
 *
 * @module
 */

import { checkResource } from "../../ffi/base/checks.ts";
import { type Triple, wholeTriple } from "../../ffi/base/numbers.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { handleOf } from "../../ffi/owned.ts";
import { inListsOf, type ListRows, vectorRows, type WithDType } from "../core/checks.ts";
import type { Lists, Tensor } from "../core/mod.ts";
import { computeTensor } from "../core/native_call.ts";
import type { CodeGroups } from "./base/code_groups.ts";
import { groupRows } from "./_groups.ts";

/**
 * Options for {@linkcode cubicWindows} and {@linkcode windowCodes}.
 *
 * @category Attention
 */
export interface CubicWindowsOptions {
  /** Voxels along each edge of a window. */
  readonly size: number | Triple;
  /**
   * Voxels by which windows are moved towards lower coordinates, such as half of the size in every second layer.
   *
   * @default {0}
   */
  readonly shift?: number | Triple;
}

const NAMES = optionNames<CubicWindowsOptions>({ size: true, shift: true });

/**
 * Tells which box of voxels each voxel is in, by a code that ascends with the coordinates of the box, x before y before z.
 *
 * Boxes have `size` voxels along each edge and begin at multiples of it, less `shift`. Voxels have the same code where
 * they are in the same box. The calling thread waits until all voxels have been checked.
 *
 * @typeParam L Lists of voxels, or a tensor.
 * @param ijk Coordinates, i32 [n, 3]; borrowed.
 * @param options Size and shift of the boxes.
 * @returns Codes, i64 [n], in lists where the voxels are; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3], or an option is out of range.
 * @throws {TypeError} If `ijk` is not i32.
 * @throws {NativeError} If a box is not one of -1048576 to 1048575 along an axis ("invalid-data", with the number of
 * voxels).
 * @determinism Same bits on every backend.
 * @category Attention
 */
export function windowCodes<L extends Lists<"i32">>(
  ijk: L,
  options: CubicWindowsOptions,
): WithDType<L, "i64"> {
  const operator = "windowCodes";
  const boxes = takeBoxes(operator, options);
  return inListsOf(ijk, encode(operator, takeVoxels(operator, ijk), boxes));
}

/**
 * Groups the voxels of each list by the box that they are in: the shifted windows of transformers, which have unequal
 * numbers of rows. There are no empty windows; they are in the order of {@linkcode windowCodes}, the voxels of each in
 * theirs. The calling thread waits for the number of windows.
 *
 * @param ijk Coordinates, i32 [n, 3], in lists or as one; borrowed.
 * @param options Size and shift of the boxes.
 * @returns The rows of the windows, a list for each, with the window of each voxel; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3], or an option is out of range.
 * @throws {TypeError} If `ijk` is not i32.
 * @throws {NativeError} If a box is not one of -1048576 to 1048575 along an axis ("invalid-data", with the number of
 * voxels), if device memory runs out, or if there are more than 2^32 voxels.
 * @determinism Same bits on every backend.
 * @see Yang et al., "Swin3D: A Pretrained Transformer Backbone for 3D Indoor Scene Understanding", 2023.
 * @category Attention
 *
 * @example Windows of two voxels, and shifted ones
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { cubicWindows } from "@denovdb/denovdb/attention";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(Int32Array.of(3, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0), { context, shape: [4, 3] });
 * using windows = cubicWindows(ijk, { size: 2 });
 * assertEquals([...await windows.rows.data.read()], [1n, 3n, 0n, 2n]);
 * assertEquals([...windows.rows.offsets], [0n, 2n, 4n]);
 * using shifted = cubicWindows(ijk, { size: 2, shift: 1 });
 * assertEquals([...shifted.rows.offsets], [0n, 1n, 3n, 4n]);
 * ```
 */
export function cubicWindows(ijk: Lists<"i32">, options: CubicWindowsOptions): CodeGroups {
  const operator = "cubicWindows";
  const boxes = takeBoxes(operator, options);
  const voxels = takeVoxels(operator, ijk);
  using codes = encode(operator, voxels, boxes);
  const { offsets } = voxels;
  return groupRows({ operator, context: ijk.context, codes, offsets, shift: 0 });
}

function takeVoxels(operator: string, ijk: Lists<"i32">): ListRows {
  checkResource(operator, ijk);
  return vectorRows({ operator, name: "ijk" }, ijk, ["i32"]);
}

type Boxes = Readonly<Record<"divisor" | "shift", Int32Array<ArrayBuffer>>>;

function takeBoxes(operator: string, options: CubicWindowsOptions): Boxes {
  const { size, shift = 0 } = checkOptions(operator, options, NAMES);
  return {
    divisor: wholeTriple({ operator, name: "size" }, size, { least: 1 }),
    shift: wholeTriple({ operator, name: "shift" }, shift),
  };
}

function encode(operator: string, { data, count }: ListRows, boxes: Boxes): Tensor<"i64"> {
  return computeTensor(
    { operator, context: data.context, dtype: "i64", shape: [count] },
    (native, out) => native.windowCodes({ ...out, ...boxes, ijk: handleOf(data.buffer), n: count }),
  );
}
