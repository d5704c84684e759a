/**
 * Codes of all space-filling curves.
 *
 * @module
 */

import type { Curve } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type GridBatch, JaggedTensor, type Tensor } from "../core/mod.ts";
import { checkGrid, vectorRows } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkNumbers, checkResource, refuse } from "../../ffi/base/checks.ts";
import { totalBbox } from "../core/grid_info.ts";
import { computeTensor } from "../core/native_call.ts";
import { listVoxels } from "../core/voxel_rows.ts";
import type { CodeOptions } from "./morton.ts";

const NAMES = optionNames<CodeOptions>({ offset: true });

/** Largest offset that the native library takes. */
const MOST_OFFSET = 2 ** 32;

/** Encodes a list of coordinates, none of which may be negative. */
export function encodeIjk(operator: string, curve: Curve, ijk: Tensor<"i32">): Tensor<"i64"> {
  checkResource(operator, ijk);
  vectorRows({ operator, name: "ijk" }, ijk, ["i32"]);
  return encode(operator, curve, ijk, new BigInt64Array(3));
}

/** Encodes the voxels of a batch. */
export function encodeGrid(
  operator: string,
  curve: Curve,
  grid: GridBatch,
  options: CodeOptions,
): JaggedTensor<"i64"> {
  const { offset } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const shift = offset === undefined ? shiftToZero(grid) : checkOffset(operator, offset);
  using ijk = listVoxels(operator, grid);
  return new JaggedTensor(encode(operator, curve, ijk, shift), grid.offsets);
}

function encode(
  operator: string,
  curve: Curve,
  ijk: Tensor<"i32">,
  offset: BigInt64Array<ArrayBuffer>,
): Tensor<"i64"> {
  const { context, shape: [n = 0] } = ijk;
  return computeTensor(
    { operator, context, dtype: "i64", shape: [n] },
    (native, out) => native.curveCodes({ ...out, ijk: handleOf(ijk.buffer), n, curve, offset }),
  );
}

function checkOffset(operator: string, offset: readonly number[]): BigInt64Array<ArrayBuffer> {
  checkNumbers({ operator, name: "offset" }, offset);
  if (offset.length !== 3) refuse(operator, `offset has ${offset.length} components, 3 expected`);
  const odd = offset.find((value) => !Number.isInteger(value) || Math.abs(value) > MOST_OFFSET);
  if (odd !== undefined) refuse(operator, `offset ${odd} is not a whole number of at most 2^32`);
  return BigInt64Array.from(offset, BigInt);
}

/** The offset that brings the least coordinate of each axis to 0. */
function shiftToZero(grid: GridBatch): BigInt64Array<ArrayBuffer> {
  const [i = 0, j = 0, k = 0] = totalBbox(grid);
  return BigInt64Array.of(BigInt(-i), BigInt(-j), BigInt(-k));
}
