/**
 * Selection of grids from batches.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import type { Cancelable, GridBatch } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { type Derivation, derive, deriveAsync } from "../core/derive.ts";
import { planCopy } from "./_copy.ts";

/**
 * Every `step`-th grid from `start` up to but excluding `stop`, as in Python.
 *
 * @category Grids
 */
export interface GridSlice {
  /**
   * First grid; negative numbers count from the end, and out-of-range numbers are clamped.
   *
   * @default {0} The last grid when the step is negative.
   */
  readonly start?: number;
  /**
   * The grid to stop before; negative numbers count from the end, and out-of-range numbers are clamped.
   *
   * @default {gridCount} Before the first grid when the step is negative.
   */
  readonly stop?: number;
  /**
   * Increment; negative steps go backwards.
   *
   * @default {1}
   */
  readonly step?: number;
}

/**
 * Which grids of a batch: one, several in any order and with repetitions, those selected by booleans, or a slice.
 * Negative numbers count from the end.
 *
 * @category Grids
 */
export type GridIndex = number | readonly number[] | readonly boolean[] | GridSlice;

/**
 * Copies one grid of a batch to a new batch.
 *
 * @param batch The batch; borrowed.
 * @param index Which grid; negative numbers count from the end.
 * @returns A new batch of one grid, which shares no memory with its source; the caller owns it.
 * @throws {RangeError} If there is no such grid.
 * @throws {TypeError} If the index is not a number.
 * @determinism Same bits on every backend.
 * @category Grids
 *
 * @example The last grid
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { concatenateGrids, gridAt } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using small = gridFromDense({ context, dims: 1 });
 * using large = gridFromDense({ context, dims: 2 });
 * using batch = concatenateGrids([small, large]);
 * using last = gridAt(batch, -1);
 * assertEquals(last.voxelCounts, [8]);
 * ```
 */
export function gridAt(batch: GridBatch, index: number): GridBatch {
  const operator = "gridAt";
  checkGrid(operator, batch);
  const number = gridNumber(operator, batch.gridCount, index);
  return derive(planCopy(operator, [batch], [{ source: 0, index: number }]));
}

/**
 * Copies grids of a batch to a new batch, in the order in which they are listed.
 *
 * The calling thread waits for the size of the result; {@linkcode selectGridsAsync} does not.
 *
 * @param batch The batch; borrowed.
 * @param index Which grids.
 * @returns A new batch, which shares no memory with its source; the caller owns it. It may have no grids.
 * @throws {RangeError} If there is no such grid, the number of booleans is not that of the grids, a step is 0, or the
 * result has more than 65536 grids.
 * @throws {TypeError} If an index mixes elements of different kinds, or is of another kind.
 * @determinism Same bits on every backend.
 * @category Grids
 *
 * @example Numbers, booleans, slices
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { concatenateGrids, selectGrids } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using one = gridFromDense({ context, dims: [1, 1, 1] });
 * using two = gridFromDense({ context, dims: [1, 1, 2] });
 * using three = gridFromDense({ context, dims: [1, 1, 3] });
 * using batch = concatenateGrids([one, two, three]);
 * using named = selectGrids(batch, [2, -3, 2]);
 * assertEquals(named.voxelCounts, [3, 1, 3]);
 * using kept = selectGrids(batch, [true, false, true]);
 * assertEquals(kept.voxelCounts, [1, 3]);
 * using reversed = selectGrids(batch, { step: -1 });
 * assertEquals(reversed.voxelCounts, [3, 2, 1]);
 * ```
 */
export function selectGrids(batch: GridBatch, index: GridIndex): GridBatch {
  return derive(plan("selectGrids", batch, index));
}

/**
 * Like {@linkcode selectGrids}, without blocking the calling thread: the work is enqueued when the call is made, so the
 * inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Grids
 */
export async function selectGridsAsync(
  batch: GridBatch,
  index: GridIndex,
  options: Cancelable = {},
): Promise<GridBatch> {
  const operator = "selectGridsAsync";
  checkOptions(operator, options, NAMES);
  return await deriveAsync(plan(operator, batch, index), options);
}

/** There are none but a signal. */
const NAMES = optionNames<Record<never, never>>({});

function plan(operator: string, batch: GridBatch, index: GridIndex): Derivation {
  checkGrid(operator, batch);
  const chosen = chooseGrids(operator, batch.gridCount, index);
  return planCopy(operator, [batch], chosen.map((number) => ({ source: 0, index: number })));
}

const SLICE_NAMES = optionNames<GridSlice>({ start: true, stop: true, step: true });

/** The numbers of the grids that an index means, each in [0, gridCount). */
function chooseGrids(operator: string, gridCount: number, index: GridIndex): readonly number[] {
  if (typeof index === "number") return [gridNumber(operator, gridCount, index)];
  if (!isList(index)) {
    return sliceNumbers(operator, gridCount, checkOptions(operator, index, SLICE_NAMES, "name"));
  }
  const parts: readonly (number | boolean)[] = index;
  const flags = parts.filter((one) => typeof one === "boolean");
  if (flags.length === 0) return parts.map((one) => gridNumber(operator, gridCount, one));
  if (flags.length < index.length) {
    throw new TypeError(`Cannot run ${operator}: the index mixes numbers and truth values`);
  }
  if (flags.length !== gridCount) {
    refuse(operator, `the number of truth values is ${flags.length}, that of grids ${gridCount}`);
  }
  return flags.flatMap((kept, number) => kept ? [number] : []);
}

function isList(
  index: readonly number[] | readonly boolean[] | GridSlice,
): index is readonly number[] | readonly boolean[] {
  return Array.isArray(index);
}

function gridNumber(operator: string, gridCount: number, index: unknown): number {
  if (typeof index !== "number") {
    throw new TypeError(
      `Cannot run ${operator}: the index of a grid is ${describeValue(index)}, a number expected`,
    );
  }
  if (Number.isInteger(index) && index >= -gridCount && index < gridCount) {
    return index < 0 ? index + gridCount : index + 0;
  }
  refuse(operator, `grid ${index} is not among the ${gridCount} of the batch`);
}

function sliceNumbers(operator: string, gridCount: number, slice: GridSlice): number[] {
  const { start, stop, step = 1 } = slice;
  for (const [name, value] of Object.entries({ start, stop, step })) {
    if (value === undefined || Number.isSafeInteger(value)) continue;
    refuse(operator, `${name} is ${value}, a whole number expected`);
  }
  if (step === 0) refuse(operator, "step is 0");
  // Going backwards, the places that count lie one lower: before the first grid is a place, after the last is none.
  const [least, most] = step > 0 ? [0, gridCount] : [-1, gridCount - 1];
  const place = (value: number | undefined, otherwise: number): number =>
    value === undefined
      ? otherwise
      : Math.min(Math.max(value < 0 ? value + gridCount : value, least), most);
  const first = place(start, step > 0 ? least : most);
  const end = place(stop, step > 0 ? most : least);
  const numbers: number[] = [];
  for (let at = first; step > 0 ? at < end : at > end; at += step) numbers.push(at);
  return numbers;
}
