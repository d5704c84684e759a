/**
 * Copying grids into a new batch.
 *
 * @module
 */

import { GridLimit } from "../../ffi/_generated/symbols.ts";
import type { GridHandle, GridSelectRequest, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch } from "../core/mod.ts";
import { refuse } from "../core/checks.ts";
import { adoptGrid, type AdoptGridOptions } from "../core/grid_batch.ts";

/** Which grids are copied: grid `index` of batch `source`. */
export interface Place {
  readonly source: number;
  readonly index: number;
}

/** A checked copy. */
export interface Copy {
  /** Name of the function that was called. */
  readonly operator: string;
  /** Batches of one context. */
  readonly sources: readonly [GridBatch, ...GridBatch[]];
  /** The grids of the result. */
  readonly places: readonly Place[];
}

/** Copies grids; the caller owns the new batch. */
export function copyGrids(copy: Copy): GridBatch {
  const call = prepare(copy);
  return call.finish(nativeOf(copy.sources[0].context).gridSelect(call.request));
}

/** Copies grids without blocking; the caller owns the new batch. */
export async function copyGridsAsync(copy: Copy): Promise<GridBatch> {
  const call = prepare(copy);
  return call.finish(await nativeOf(copy.sources[0].context).gridSelectAsync(call.request));
}

interface Call {
  readonly request: GridSelectRequest;
  readonly finish: (status: Status) => GridBatch;
}

function prepare({ operator, sources, places }: Copy): Call {
  const gridCount = places.length;
  if (gridCount > GridLimit.MAX_GRIDS) {
    refuse(operator, `the result has ${gridCount} grids, ${GridLimit.MAX_GRIDS} at most`);
  }
  const { context } = sources[0];
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
  const options: AdoptGridOptions & { readonly dualOrigins: Float64Array<ArrayBuffer> } = {
    operator,
    voxelSizes: gather("voxelSizes"),
    origins: gather("origins"),
    dualOrigins: gather("dualOrigins"),
  };
  const out = new Uint32Array(1);
  return {
    request: {
      context: handleOf(context),
      grids: Uint32Array.from(sources, (grid) => handleOf(grid)),
      nSources: sources.length,
      sources: Uint32Array.from(places, ({ source }) => source),
      indices: Uint32Array.from(places, ({ index }) => index),
      voxelSizes: options.voxelSizes,
      origins: options.origins,
      nGrids: gridCount,
      outGrid: out,
    },
    finish: (status): GridBatch => {
      checkStatus(context, status, operator);
      return adoptGrid(context, out[0] as GridHandle, options);
    },
  };
}
