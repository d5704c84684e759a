/**
 * Questions to a batch of grids: checks, the answer and its lists. Operators have the names of
 * their native functions.
 *
 * @module
 */

import type {
  CoordsInGridRequest,
  LeafGridsRequest,
  Native,
  PointsInGridRequest,
  Status,
} from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  type DType,
  type GridBatch,
  JaggedTensor,
  type Lists,
  type Real,
  type Tensor,
} from "../core/mod.ts";
import { checkGrid, vectorsPerGrid } from "../core/checks.ts";
import { dtypeCode, REALS } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";

/** Names of the native functions whose request has at least some arguments. */
type Taking<Request> = {
  [Name in keyof Native]: Native[Name] extends (request: infer Whole) => Status
    ? Whole extends Request ? Name : never
    : never;
}[keyof Native];

/** Further arguments of a native function. */
type Besides<Name extends Taking<unknown>, Request> = Omit<
  Parameters<Native[Name]>[0],
  keyof Request
>;

/** The arguments of questions about lists, without the lists. */
type ListRequest = Omit<CoordsInGridRequest, "ijk">;

/** Layout of the answer to one element. */
export interface Answer<D extends DType> {
  /** Its element type; that of what is asked about if omitted. */
  readonly dtype?: D;
  readonly shape: readonly number[];
}

/**
 * Asks about coordinates: checks them, allocates the answer and calls.
 *
 * @returns The answer, in lists where the coordinates are; the caller owns it.
 * @throws {RangeError} If the coordinates are not [n, 3] or not one list per grid.
 * @throws {TypeError} If they are not i32, or if contexts are mixed.
 */
export function askCoords<Name extends Taking<CoordsInGridRequest>, D extends DType>(
  operator: Name,
  grid: GridBatch,
  ijk: Lists<"i32">,
  answer: Answer<D>,
  besides: Besides<Name, CoordsInGridRequest>,
): Lists<D> {
  return ask(operator, grid, { name: "ijk", lists: ijk, dtypes: ["i32"] }, answer, besides);
}

/** The arguments of a question about points, whatever they are called. */
type PointRequest = PointsInGridRequest & { readonly centers?: unknown };

/**
 * Asks about points: checks them, allocates the answer and calls.
 *
 * @returns The answer, in lists where the points are; the caller owns it.
 * @throws {RangeError} If the points are not [n, 3] or not one list per grid.
 * @throws {TypeError} If the element type is wrong, or if contexts are mixed.
 */
export function askPoints<
  Name extends Taking<Omit<PointsInGridRequest, "points">>,
  D extends DType,
>(
  operator: Name,
  grid: GridBatch,
  points: Lists<Real>,
  answer: Answer<D>,
  besides: Besides<Name, PointRequest>,
  name: "points" | "centers" = "points",
): Lists<D> {
  return ask(operator, grid, { name, lists: points, dtypes: REALS }, answer, besides);
}

/** Subject of a question. */
interface Subject {
  /** Name of the argument. */
  readonly name: "ijk" | "points" | "centers";
  readonly lists: Lists<DType>;
  /** Element types that it may have. */
  readonly dtypes: readonly DType[];
}

function ask<D extends DType>(
  operator: Taking<ListRequest>,
  grid: GridBatch,
  { name, lists, dtypes }: Subject,
  { dtype, shape }: Answer<D>,
  besides: object,
): Lists<D> {
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, lists);
  const { data, count, offsets } = vectorsPerGrid({ operator, name }, lists, dtypes, grid);
  const answer = { operator, context, dtype: dtype ?? data.dtype as D, shape: [count, ...shape] };
  const request = {
    grid: handleOf(grid),
    [name]: handleOf(data.buffer),
    dtype: dtypeCode(data.dtype),
    n: count,
    offsets,
    nGrids: grid.gridCount,
    ...besides,
  };
  const result = computeTensor(
    answer,
    (native, out) => native[operator]({ ...request, ...out } as never),
  );
  return lists instanceof JaggedTensor ? new JaggedTensor(result, offsets) : result;
}

/**
 * Asks a batch about itself: allocates the answer and calls.
 *
 * @param shape Shape of the whole answer.
 * @returns The answer; the caller owns it.
 */
export function askGrid<Name extends Taking<LeafGridsRequest>, D extends DType>(
  operator: Name,
  grid: GridBatch,
  dtype: D,
  shape: (grid: GridBatch) => readonly number[],
  besides: Besides<Name, LeafGridsRequest>,
): Tensor<D> {
  checkGrid(operator, grid);
  const answer = { operator, context: grid.context, dtype, shape: shape(grid) };
  const request = { grid: handleOf(grid), ...besides };
  return computeTensor(
    answer,
    (native, out) => native[operator as Taking<LeafGridsRequest>]({ ...request, ...out } as never),
  );
}
