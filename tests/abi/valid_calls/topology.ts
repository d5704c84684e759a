/**
 * Valid calls that derive grids from grids.
 *
 * @module
 */

import { Neighborhood } from "../../../ffi/_generated/symbols.ts";
import type { Context } from "../../../ffi/context.ts";
import { handleOf } from "../../../ffi/owned.ts";
import { gridFromDense } from "../../../mod.ts";
import { type Made, RESULT, type ValidCall } from "./_call.ts";

const ONES = Int32Array.of(1, 1, 1);

const BOX = { ...RESULT, low: new Int32Array(3), high: ONES };

const CONV = { ...RESULT, kernel: ONES, stride: ONES };

const NEIGHBORS = { ...RESULT, neighborhood: Neighborhood.FACES, radius: 1 };

/** A list of one batch of one grid. */
function makeGrids(context: Context): Readonly<Record<"grids", Made>> {
  const grid = gridFromDense({ context, dims: 2 });
  return {
    grids: {
      handle: Uint32Array.of(handleOf(grid)),
      [Symbol.dispose]: (): void => grid.dispose(),
    },
  };
}

/** The calls, by the name of the method. */
export const TOPOLOGY_CALLS: Readonly<Record<string, ValidCall>> = {
  gridCoarsen: { values: { ...RESULT, factor: ONES } },
  gridRefine: { values: { ...RESULT, factor: ONES } },
  gridDilateBox: { values: BOX },
  gridErodeBox: { values: BOX },
  gridDilate: { values: NEIGHBORS },
  gridErode: { values: NEIGHBORS },
  gridConv: { values: CONV },
  gridConvTranspose: { values: CONV },
  gridMerge: { values: { ...RESULT, nSources: 1 }, make: makeGrids },
  gridPrune: { values: RESULT },
  gridClip: { values: { ...RESULT, boxes: new Int32Array(6) } },
  gridSelect: {
    values: { ...RESULT, nSources: 1, sources: new Uint32Array(1), indices: new Uint32Array(1) },
    make: makeGrids,
  },
};
