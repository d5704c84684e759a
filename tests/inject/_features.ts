/**
 * Features of random bits, batches to put them on, and moving elements by index: the slow and obvious way.
 *
 * @module
 */

import { type Context, type DType, DTYPES, type GridBatch } from "../../mod.ts";
import { dtypeBytes, typedArray, type TypedArrayOf } from "../../lib/core/dtype.ts";
import { Random } from "../_arrays.ts";
import { assertBits } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import { canonical, type Ijk, keyOf, randomIjk, randomSource } from "../grid/_oracle.ts";

/** Shapes of a row: none, odd and even counts, several axes. */
export const CHANNELS: readonly (readonly number[])[] = [
  [],
  [1],
  [2],
  [3],
  [4],
  [5],
  [16],
  [2, 3],
  [1, 2, 2],
];

/** The voxels of three grids, the second of them empty. */
export const LISTS: readonly (readonly Ijk[])[] = [
  randomIjk(randomSource(71), 300, -5, 8),
  [],
  [...randomIjk(randomSource(72), 150, -2, 6), [11, -9, 3]],
];

/** Builds a batch from the voxels of its grids. */
export function buildBatch(context: Context, lists: readonly (readonly Ijk[])[]): GridBatch {
  return build(context, lists);
}

/** The row in the batch of each active coordinate, for each grid. */
export function rowTables(lists: readonly (readonly Ijk[])[]): ReadonlyMap<string, number>[] {
  let row = 0;
  return lists.map((list) => new Map(canonical(list).map((ijk) => [keyOf(ijk), row++])));
}

/** The voxels of all grids with the number of their grid, in row order. */
export function voxelsInOrder(lists: readonly (readonly Ijk[])[]): { b: number; ijk: Ijk }[] {
  return lists.flatMap((list, b) => canonical(list).map((ijk) => ({ b, ijk })));
}

/** Elements of random bits, among them many that are not numbers. */
export function drawElements<D extends DType>(
  dtype: D,
  length: number,
  seed = 1,
): TypedArrayOf<D> {
  const array = typedArray(dtype, length);
  const bytes = new Uint8Array(array.buffer);
  bytes.set(new Random(seed).bytes(bytes.length));
  if (dtype === "bool") bytes.forEach((byte, at) => bytes[at] = byte & 1);
  return array;
}

/** Number of elements of a shape. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** Spreads indices of rows over the elements of rows. */
export function elementsOf(rows: readonly number[], channels: number): number[] {
  return rows.flatMap((row) =>
    Array.from({ length: channels }, (_, c) => row < 0 ? -1 : row * channels + c)
  );
}

/**
 * Refuses elements that are not those of a source at the given indices; where an index is -1, the element of `rest` at
 * this place is expected, or 0.
 */
export function assertElements<D extends DType>(
  dtype: D,
  actual: TypedArrayOf<D>,
  source: TypedArrayOf<D>,
  indices: readonly number[],
  rest?: TypedArrayOf<D>,
): void {
  const width = dtypeBytes(dtype);
  const [from, others] = [bytesOf(source), rest === undefined ? undefined : bytesOf(rest)];
  const expected = new Uint8Array(indices.length * width);
  indices.forEach((index, at) => {
    for (let byte = at * width; byte < (at + 1) * width; byte++) {
      const kept = others?.[byte] ?? 0;
      expected[byte] = index < 0 ? kept : from[byte + (index - at) * width] ?? NaN;
    }
  });
  assertBits(bytesOf(actual), expected);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Element types of three channels, shapes of channels, and bytes of whole and of broken words. */
export const CASES: readonly { readonly dtype: DType; readonly shape: readonly number[] }[] = [
  ...DTYPES.map((dtype) => ({ dtype, shape: [3] })),
  ...CHANNELS.map((shape) => ({ dtype: "f32" as const, shape })),
  ...[1, 5, 16, 48].map((channels) => ({ dtype: "u8" as const, shape: [channels] })),
];
