/**
 * Concatenation of lists, and rows with the list structure of others.
 *
 * @module
 */

import { type DType, emptyTensor, JaggedTensor, Tensor } from "../core/mod.ts";
import { checkDType } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkArray, checkClass, checkUsable, refuse } from "../../ffi/base/checks.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { formatShape, sameShape } from "../core/shape.ts";
import { copyColumns } from "./_axes.ts";
import {
  axisOf,
  checkJagged,
  copyLists,
  listLengths,
  offsetsOf,
  sameOffsets,
  viewAs,
} from "./_lists.ts";

/**
 * Options for {@linkcode jaggedConcat}.
 *
 * @category Lists
 */
export interface JaggedConcatOptions {
  /**
   * Axis of the concatenation: without a dim, the lists of all batches follow each other; with 0, the first lists of
   * all batches are joined, then the second ones, and so on; otherwise elements are concatenated along that axis.
   *
   * @default {undefined}
   */
  readonly dim?: number;
}

const NAMES = optionNames<JaggedConcatOptions>({ dim: true });

/**
 * Concatenates batches of lists.
 *
 * @typeParam D Element type.
 * @param parts Batches of one element type, in order; borrowed. Without a dim, either all or none may have outer lists;
 * with one, the outer lists of the first are kept.
 * @param options The axis.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If there is no batch, if rows differ in shape, if batches differ in their number of lists (dim
 * 0), or if lists differ in length or there is no such axis (other dims).
 * @throws {TypeError} If element types differ, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Lists after lists, and rows after rows
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedConcat } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = jaggedFromList([[1, 2], [3]], { context });
 * using b = jaggedFromList([[4], [5, 6]], { context });
 * using lists = jaggedConcat([a, b]);
 * assertEquals([...lists.offsets], [0n, 2n, 3n, 4n, 6n]);
 * using rows = jaggedConcat([a, b], { dim: 0 });
 * assertEquals([...await rows.data.read()], [1, 2, 4, 3, 5, 6]);
 * ```
 */
export function jaggedConcat<D extends DType>(
  parts: readonly JaggedTensor<D>[],
  options: JaggedConcatOptions = {},
): JaggedTensor<D> {
  const operator = "jaggedConcat";
  const { dim } = checkOptions(operator, options, NAMES);
  checkArray({ operator, name: "parts" }, parts);
  const [first, ...others] = parts;
  if (first === undefined) refuse(operator, "there is nothing to join");
  shareContext(operator, first, ...others);
  for (const [place, part] of parts.entries()) {
    checkClass({ operator, name: `batch ${place}` }, part, JaggedTensor);
  }
  for (const [place, part] of others.entries()) {
    checkDType({ operator, name: `batch ${place + 1}` }, part.data, [first.dtype]);
  }
  if (dim === undefined) return joinLists(operator, first, parts);
  const axis = axisOf(operator, dim, first.data.shape);
  return axis === 0 ? joinRows(operator, first, parts) : joinElements(operator, first, parts, axis);
}

function joinLists<D extends DType>(
  operator: string,
  first: JaggedTensor<D>,
  parts: readonly JaggedTensor<D>[],
): JaggedTensor<D> {
  checkRows(operator, first, parts);
  const nested = parts.filter(({ outerOffsets }) => outerOffsets !== undefined).length;
  if (nested > 0 && nested < parts.length) {
    refuse(operator, `${nested} of ${parts.length} batches have outer lists, all or none expected`);
  }
  const outerLengths = parts.flatMap(({ outerOffsets }) =>
    outerOffsets === undefined ? [] : listLengths({ offsets: outerOffsets })
  );
  const outer = nested > 0 ? offsetsOf(outerLengths) : undefined;
  return writeLists(first, offsetsOf(parts.flatMap(listLengths)), outer, (data) => {
    let place = 0;
    for (const part of parts) {
      data.buffer.copyFrom(part.data.buffer, place);
      place += part.data.byteLength;
    }
  });
}

/** Makes lists of rows as those of others, which a function writes. */
function writeLists<D extends DType>(
  { context, dtype, data: { shape: [, ...row] } }: JaggedTensor<D>,
  offsets: BigInt64Array<ArrayBuffer>,
  outerOffsets: BigInt64Array<ArrayBuffer> | undefined,
  write: (data: Tensor<D>) => void,
): JaggedTensor<D> {
  const data = emptyTensor([Number(offsets.at(-1)), ...row], { context, dtype });
  return disposeOnError(data, () => {
    write(data);
    return new JaggedTensor(data, offsets, outerOffsets);
  });
}

function joinRows<D extends DType>(
  operator: string,
  first: JaggedTensor<D>,
  parts: readonly JaggedTensor<D>[],
): JaggedTensor<D> {
  checkRows(operator, first, parts);
  const wrong = parts.find(({ length }) => length !== first.length);
  if (wrong !== undefined) {
    refuse(operator, `one batch has ${wrong.length} lists, the first has ${first.length}`);
  }
  const lengths = parts.map(listLengths);
  const totals = Array.from(
    { length: first.length },
    (_, list) => lengths.reduce((sum, of) => sum + (of[list] ?? 0n), 0n),
  );
  const offsets = offsetsOf(totals);
  return writeLists(first, offsets, first.outerOffsets, (data) => {
    let targets = offsets.slice(0, -1);
    for (const [nth, part] of parts.entries()) {
      const counts = BigInt64Array.from(lengths[nth] ?? []);
      copyLists(operator, part.data, { sources: part.offsets, targets, counts }, data);
      targets = targets.map((target, list) => target + (counts[list] ?? 0n));
    }
  });
}

function joinElements<D extends DType>(
  operator: string,
  first: JaggedTensor<D>,
  parts: readonly JaggedTensor<D>[],
  axis: number,
): JaggedTensor<D> {
  const without = (shape: readonly number[]): number[] => shape.toSpliced(axis, 1);
  for (const part of parts) {
    if (!sameOffsets(part.offsets, first.offsets)) {
      refuse(operator, "the lists of one batch have other lengths than those of the first");
    }
    const { shape } = part.data;
    if (
      shape.length === first.data.shape.length &&
      sameShape(without(shape), without(first.data.shape))
    ) continue;
    const wanted = first.data.shape.map((extent, at) => at === axis ? "n" : extent);
    refuse(operator, `one batch has ${formatShape(shape)}, ${formatShape(wanted)} expected`);
  }
  const { context, dtype } = first;
  const extent = parts.reduce((sum, { data }) => sum + (data.shape[axis] ?? 0), 0);
  const data = emptyTensor(first.data.shape.with(axis, extent), { context, dtype });
  return disposeOnError(data, () => {
    copyColumns(operator, parts.map((part) => part.data), data, axis);
    return new JaggedTensor(data, first.offsets, first.outerOffsets);
  });
}

function checkRows(operator: string, first: JaggedTensor, parts: readonly JaggedTensor[]): void {
  const [, ...row] = first.data.shape;
  for (const { data } of parts) {
    const [, ...other] = data.shape;
    if (sameShape(other, row)) continue;
    refuse(
      operator,
      `one batch has rows of ${formatShape(other)}, the first of ${formatShape(row)}`,
    );
  }
}

/**
 * Views the rows of a tensor as lists, and outer lists, of the same lengths as those of another batch.
 *
 * @typeParam D Element type.
 * @param lists The structure; borrowed.
 * @param data As many rows, [n, ...], of any element type and context; the caller keeps ownership, and the result
 * shares their storage.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If `data` does not have as many rows.
 * @determinism Same bits on every backend.
 * @category Lists
 *
 * @example Features of the points of two lists
 * ```ts
 * import { jaggedFromList, openContext, tensor } from "@denovdb/denovdb";
 * import { jaggedLike } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = jaggedFromList([[0, 0, 0], [1, 1, 1, 2, 2, 2]], { context, shape: [3] });
 * using weights = tensor([0.5, 0.25, 0.25], { context });
 * using lists = jaggedLike(points, weights);
 * assertEquals([...lists.offsets], [0n, 1n, 3n]);
 * ```
 */
export function jaggedLike<D extends DType>(lists: JaggedTensor, data: Tensor<D>): JaggedTensor<D> {
  const operator = "jaggedLike";
  checkJagged(operator, lists);
  checkUsable({ operator, name: "data" }, data, Tensor);
  const [rows] = lists.data.shape;
  if (data.shape[0] !== rows) {
    refuse(operator, `data shape is ${formatShape(data.shape)}, [${rows}, ...] expected`);
  }
  return viewAs(data, lists.offsets, lists.outerOffsets);
}
