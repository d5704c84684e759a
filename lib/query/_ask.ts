/**
 * What every question to a batch of grids has in common: checks, the result and its lists.
 *
 * @module
 */

import type {
  BufferHandle,
  CoordsInGridRequest,
  LeafGridsRequest,
  Native,
  PointsInGridRequest,
  Status,
} from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  type DType,
  emptyTensor,
  type GridBatch,
  JaggedTensor,
  type Lists,
  type Real,
  type Tensor,
} from "../core/mod.ts";
import { checkGrid, checkListCount, type ListRows, vectorRows } from "../core/checks.ts";
import { dtypeCode, REALS } from "../core/dtype.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";

/** A question: who asks, and what the answer looks like. */
export interface Question<Answer extends DType> {
  /** Name of the operator. */
  readonly operator: string;
  /** Element type of the answer. */
  readonly answer: Answer;
  /** Shape of the answer to one element. */
  readonly shape: readonly number[];
  /**
   * Name of the argument that is asked about.
   *
   * @default {"ijk" or "points"}
   */
  readonly name?: string;
}

/** Calls a native function that writes the answer to a buffer. */
export type Call<Request> = (native: Native, request: Request) => Status;

/**
 * Asks about coordinates: checks them, allocates the answer and calls.
 *
 * @returns The answer, in lists where the coordinates are; the caller owns it.
 * @throws {RangeError} If the coordinates are not [n, 3] or not one list per grid.
 * @throws {TypeError} If they are not i32, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 */
export function askCoords<Answer extends DType>(
  grid: GridBatch,
  ijk: Lists<"i32">,
  question: Question<Answer>,
  call: Call<CoordsInGridRequest>,
): Lists<Answer> {
  return ask(
    grid,
    { name: question.name ?? "ijk", lists: ijk, dtypes: ["i32"] },
    question,
    ({ data, count, offsets }, out) => {
      const { context, gridCount } = grid;
      return call(nativeOf(context), {
        context: handleOf(context),
        grid: handleOf(grid),
        ijk: handleOf(data.buffer),
        n: count,
        offsets,
        nGrids: gridCount,
        out,
      });
    },
  );
}

/**
 * Asks about points: checks them, allocates the answer and calls.
 *
 * @returns The answer, in lists where the points are; the caller owns it.
 * @throws {RangeError} If the points are not [n, 3] or not one list per grid.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 */
export function askPoints<Answer extends DType>(
  grid: GridBatch,
  points: Lists<Real>,
  question: Question<Answer>,
  call: Call<PointsInGridRequest>,
): Lists<Answer> {
  const subject = { name: question.name ?? "points", lists: points, dtypes: REALS };
  return ask(grid, subject, question, ({ data, count, offsets }, out) => {
    const { context, gridCount } = grid;
    return call(nativeOf(context), {
      context: handleOf(context),
      grid: handleOf(grid),
      points: handleOf(data.buffer),
      dtype: dtypeCode(data.dtype),
      n: count,
      offsets,
      nGrids: gridCount,
      out,
    });
  });
}

/** What a question is about. */
interface Subject {
  /** Name of the argument. */
  readonly name: string;
  readonly lists: Lists<DType>;
  /** Element types that it may have. */
  readonly dtypes: readonly DType[];
}

function ask<Answer extends DType>(
  grid: GridBatch,
  { name, lists, dtypes }: Subject,
  { operator, answer, shape }: Question<Answer>,
  call: (rows: ListRows, out: BufferHandle) => Status,
): Lists<Answer> {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, lists);
  const rows = vectorRows({ operator, name }, lists, dtypes);
  checkListCount({ operator, name }, rows, grid);
  const result = emptyTensor([rows.count, ...shape], { context, dtype: answer });
  return disposeOnError(result, () => {
    checkStatus(context, call(rows, handleOf(result.buffer)), operator);
    return lists instanceof JaggedTensor ? new JaggedTensor(result, rows.offsets) : result;
  });
}

/** A question to a batch about itself. */
export interface GridQuestion<Answer extends DType> {
  /** Name of the operator. */
  readonly operator: string;
  /** Element type of the answer. */
  readonly answer: Answer;
  /** Shape of the whole answer. */
  readonly shape: readonly number[];
}

/**
 * Asks a batch about itself: allocates the answer and calls.
 *
 * @returns The answer; the caller owns it.
 * @throws {DisposedError} If the batch has been disposed.
 */
export function askGrid<Answer extends DType>(
  grid: GridBatch,
  { operator, answer, shape }: GridQuestion<Answer>,
  call: Call<LeafGridsRequest>,
): Tensor<Answer> {
  checkGrid(operator, grid);
  const { context } = grid;
  const request = { context: handleOf(context), grid: handleOf(grid) };
  const result = emptyTensor(shape, { context, dtype: answer });
  return disposeOnError(result, () => {
    checkStatus(
      context,
      call(nativeOf(context), { ...request, out: handleOf(result.buffer) }),
      operator,
    );
    return result;
  });
}
