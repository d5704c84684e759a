/**
 * Copying grids into a new batch.
 *
 * @module
 */

import { GridLimit } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { type Derivation, derivation } from "../core/derive.ts";

/** Which grids are copied: grid `index` of batch `source`. */
export interface Place {
  readonly source: number;
  readonly index: number;
}

/** Plans a copy of grids, in the order of their places, from batches of one context. */
export function planCopy(
  operator: string,
  sources: readonly [GridBatch, ...GridBatch[]],
  places: readonly Place[],
): Derivation {
  const gridCount = places.length;
  if (gridCount > GridLimit.MAX_GRIDS) {
    refuse(operator, `the result has ${gridCount} grids, ${GridLimit.MAX_GRIDS} at most`);
  }
  const gather = (
    name: "voxelSizes" | "origins" | "dualOrigins",
  ): Float64Array<ArrayBuffer> => {
    const all = new Float64Array(gridCount * 3);
    for (const [at, { source, index }] of places.entries()) {
      const values = sources[source]?.[name].subarray(index * 3, index * 3 + 3);
      if (values !== undefined) all.set(values, at * 3);
    }
    return all;
  };
  const transforms = {
    voxelSizes: gather("voxelSizes"),
    origins: gather("origins"),
    dualOrigins: gather("dualOrigins"),
  };
  const grid = { context: sources[0].context, gridCount };
  return derivation("selectGrids", { operator, grid, transforms }, {
    grids: Uint32Array.from(sources, (grid) => handleOf(grid)),
    nSources: sources.length,
    sources: Uint32Array.from(places, ({ source }) => source),
    indices: Uint32Array.from(places, ({ index }) => index),
  });
}
