/**
 * The common part of operators on lists: structure, dimensions and the native calls that several of them make.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { type DType, JaggedTensor, type Lists, type Tensor } from "../core/mod.ts";
import { type Argument, checkUsable, refuse } from "../../ffi/base/checks.ts";
import { checkLists, checkTensor, rowsOf } from "../core/checks.ts";
import { dtypeBytes, fillWords } from "../core/dtype.ts";
import { callNative, computeTensor } from "../core/native_call.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";

/** Refuses what is not in lists, or has been disposed. */
export function checkJagged(operator: string, lists: JaggedTensor, name = "lists"): void {
  checkUsable({ operator, name }, lists, JaggedTensor);
}

/** Views rows as lists; the caller owns them, and keeps the rows. */
export function viewAs<D extends DType>(
  rows: Tensor<D>,
  offsets: BigInt64Array<ArrayBuffer>,
  outerOffsets?: BigInt64Array<ArrayBuffer>,
): JaggedTensor<D> {
  const view = rows.reshape(rows.shape);
  return disposeOnError(view, () => new JaggedTensor(view, offsets, outerOffsets));
}

/** Lengths of lists. */
export function listLengths({ offsets }: { readonly offsets: BigInt64Array }): bigint[] {
  return Array.from(offsets.subarray(1), (end, list) => end - (offsets[list] ?? 0n));
}

/** Offsets of lists of the given lengths. */
export function offsetsOf(lengths: readonly (bigint | number)[]): BigInt64Array<ArrayBuffer> {
  const offsets = new BigInt64Array(lengths.length + 1);
  lengths.forEach((length, list) => offsets[list + 1] = (offsets[list] ?? 0n) + BigInt(length));
  return offsets;
}

/** Whether offsets are the same. */
export function sameOffsets(a: BigInt64Array, b: BigInt64Array): boolean {
  return a === b || (a.length === b.length && a.every((offset, place) => offset === b[place]));
}

/** Refuses a tensor without axes, whose rows cannot be counted. */
export function checkHasRows({ operator, name }: Argument, lists: Lists<DType>): void {
  checkLists({ operator, name }, lists);
  const { data } = rowsOf(lists);
  if (data.shape.length === 0) refuse(operator, `${name} shape is [], it has no rows`);
}

/** A whole number that counts from the start, or backwards from the end. */
export function placeOf(argument: Argument, index: number, length: number): number {
  const place = index < 0 ? index + length : index;
  if (Number.isSafeInteger(place) && place >= 0 && place < length) return place;
  refuse(argument.operator, `${argument.name} ${index} is not among ${length}`);
}

/** Axis of the rows' elements or, as 0, of the rows themselves; negative ones count elements' axes from the last. */
export function axisOf(operator: string, dim: number, shape: readonly number[]): number {
  const rank = shape.length;
  const axis = dim < 0 ? dim + rank : dim;
  const fits = Number.isSafeInteger(dim) && axis < rank && (dim === 0 || axis > 0);
  if (!fits) {
    const most = rank - 1;
    refuse(operator, `dim ${dim} is not an axis of ${formatShape(shape)}, -${most} to ${most}`);
  }
  return axis;
}

/** Rows to copy, list after list: from where, to where and how many. */
export interface ListCopies {
  readonly sources: BigInt64Array<ArrayBuffer>;
  readonly targets: BigInt64Array<ArrayBuffer>;
  readonly counts: BigInt64Array<ArrayBuffer>;
}

/** Copies lists of rows to places in a tensor. */
export function copyLists(
  operator: string,
  source: Tensor,
  { sources, targets, counts }: ListCopies,
  out: Tensor,
): void {
  const [nSource = 0, ...row] = source.shape;
  const [nOut = 0] = out.shape;
  callNative(operator, source.context, (native, context) =>
    native.copyLists({
      context,
      source: handleOf(source.buffer),
      nSource,
      rowBytes: elementCount(row) * dtypeBytes(source.dtype),
      sources,
      targets,
      counts,
      nLists: counts.length,
      out: handleOf(out.buffer),
      nOut,
    }));
}

/** Treatment of missing rows by {@linkcode gatherRows}. */
export interface Gathering {
  /** Name of the operator. */
  readonly operator: string;
  /** Shape of what a row's number is in. */
  readonly shape: readonly number[];
  /** Content of rows of -1. */
  readonly fill: number | bigint | boolean;
  /** Whether other rows that the source does not have are refused. */
  readonly checked: boolean;
}

/** Gathers rows of a tensor by their numbers, i64 with the elements of a shape. */
export function gatherRows<D extends DType>(
  source: Tensor<D>,
  rows: Tensor<"i64">,
  { operator, shape, fill, checked }: Gathering,
): Tensor<D> {
  const context = shareContext(operator, source, rows);
  checkTensor({ operator, name: "source" }, source);
  const [nSource = 0, ...row] = source.shape;
  const { dtype } = source;
  const patternBytes = dtypeBytes(dtype);
  const [patternLow, patternHigh] = fillWords(dtype, fill);
  return computeTensor(
    { operator, context, dtype, shape: [...shape, ...row] },
    (native, out) =>
      native.takeRows({
        ...out,
        source: handleOf(source.buffer),
        nSource,
        rowBytes: elementCount(row) * patternBytes,
        rows: handleOf(rows.buffer),
        n: rows.length,
        checked: checked ? 1 : 0,
        patternLow,
        patternHigh,
        patternBytes,
      }),
  );
}
