/**
 * Concatenation of batches.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { type Cancelable, GridBatch } from "../core/mod.ts";
import { checkArray, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { shareContext } from "../core/ownership.ts";
import { type Derivation, derive, deriveAsync } from "../core/derive.ts";
import { planCopy } from "./_copy.ts";

/**
 * Concatenates batches: the grids of the first one come before those of the second.
 *
 * Every grid keeps its transform. All grids are copied: the result shares no memory with the inputs.
 *
 * The calling thread waits for the size of the result; {@linkcode concatenateGridsAsync} does not.
 *
 * @param batches At least one batch; borrowed.
 * @returns A new batch; the caller owns it.
 * @throws {RangeError} If there are no batches, or more than 65536 grids.
 * @throws {TypeError} If an input is not a batch of grids, or the batches belong to several contexts.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024.
 * @category Grids
 *
 * @example Three grids from two batches
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { concatenateGrids } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cube = gridFromDense({ context, dims: 2 });
 * using bars = gridFromDense({ context, gridCount: 2, dims: [1, 1, 3] });
 * using grids = concatenateGrids([cube, bars]);
 * assertEquals(grids.voxelCounts, [8, 3, 3]);
 * ```
 */
export function concatenateGrids(batches: readonly GridBatch[]): GridBatch {
  return derive(plan("concatenateGrids", batches));
}

/**
 * Like {@linkcode concatenateGrids}, without blocking the calling thread: the work is enqueued when the call is made,
 * so the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns A new batch; the caller owns it.
 * @category Grids
 */
export async function concatenateGridsAsync(
  batches: readonly GridBatch[],
  options: Cancelable = {},
): Promise<GridBatch> {
  const operator = "concatenateGridsAsync";
  checkOptions(operator, options, NAMES);
  return await deriveAsync(plan(operator, batches), options);
}

/** There are none but a signal. */
const NAMES = optionNames<Record<never, never>>({});

function plan(operator: string, batches: readonly GridBatch[]): Derivation {
  checkArray({ operator, name: "batches" }, batches);
  for (const [n, batch] of batches.entries()) {
    if (batch instanceof GridBatch) continue;
    throw new TypeError(
      `${cannot(operator)}: item ${n} is ${describeValue(batch)}, a GridBatch expected`,
    );
  }
  const [first, ...others] = batches;
  if (first === undefined) refuse(operator, "there are no batches");
  shareContext(operator, first, ...others);
  const places = batches.flatMap(({ gridCount }, source) =>
    Array.from({ length: gridCount }, (_, index) => ({ source, index }))
  );
  return planCopy(operator, [first, ...others], places);
}
