/**
 * What the codes of all space-filling curves have in common.
 *
 * @module
 */

import type { Curve } from "../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type GridBatch, JaggedTensor, type Tensor } from "../core/mod.ts";
import { checkGrid, checkResource, refuse, vectorRows } from "../core/checks.ts";
import { totalBbox } from "../core/grid_info.ts";
import { disposeOnError } from "../core/ownership.ts";
import { checkNumbers } from "../core/operands.ts";

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
  { offset }: CodeOptions,
): JaggedTensor<"i64"> {
  checkGrid(operator, grid);
  const shift = offset === undefined ? shiftToZero(grid) : checkOffset(operator, offset);
  const { context } = grid;
  using ijk = emptyTensor([grid.numVoxels, 3], { context, dtype: "i32" });
  checkStatus(
    context,
    nativeOf(context).gridIjk({
      context: handleOf(context),
      grid: handleOf(grid),
      out: handleOf(ijk.buffer),
    }),
    operator,
  );
  const codes = encode(operator, curve, ijk, shift);
  return disposeOnError(codes, () => new JaggedTensor(codes, grid.offsets));
}

function encode(
  operator: string,
  curve: Curve,
  ijk: Tensor<"i32">,
  offset: BigInt64Array<ArrayBuffer>,
): Tensor<"i64"> {
  const { context } = ijk;
  const [count = 0] = ijk.shape;
  const codes = emptyTensor([count], { context, dtype: "i64" });
  return disposeOnError(codes, () => {
    const status = nativeOf(context).curveCodes({
      context: handleOf(context),
      ijk: handleOf(ijk.buffer),
      n: count,
      curve,
      offset,
      out: handleOf(codes.buffer),
    });
    checkStatus(context, status, operator);
    return codes;
  });
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
