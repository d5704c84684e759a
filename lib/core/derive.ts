/**
 * What all operators that make a batch of grids from another have in common.
 *
 * @module
 */

import type { GridDilateRequest, GridHandle, Native, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { refuse } from "./checks.ts";
import { adoptGrid, type GridBatch } from "./grid_batch.ts";

/** Transforms of a batch and of its dual. */
export type Transforms = Pick<GridBatch, "voxelSizes" | "origins" | "dualOrigins">;

/** The arguments that say what the batch is to be, which all native functions that make one have in common. */
export type ResultRequest = Pick<
  GridDilateRequest,
  "voxelSizes" | "origins" | "nGrids" | "outGrid"
>;

/** A checked call that makes a batch, either way. */
export interface Derivation {
  /** Name of the function that was called. */
  readonly operator: string;
  /** The batch that it was called for. */
  readonly grid: GridBatch;
  /** Transforms of the result. */
  readonly transforms: Transforms;
  /** Makes the call. */
  readonly call: (native: Native, result: ResultRequest) => Status;
  /** Makes the call without blocking. */
  readonly callAsync: (native: Native, result: ResultRequest) => Promise<Status>;
}

/** Makes the batch; the caller owns it. */
export function derive(derivation: Derivation): GridBatch {
  const native = nativeOf(derivation.grid.context);
  const result = resultRequest(derivation);
  return finish(derivation, result, derivation.call(native, result));
}

/** Makes the batch without blocking; the caller owns it. The work is enqueued before this function returns. */
export async function deriveAsync(derivation: Derivation): Promise<GridBatch> {
  const native = nativeOf(derivation.grid.context);
  const result = resultRequest(derivation);
  return finish(derivation, result, await derivation.callAsync(native, result));
}

function resultRequest({ grid, transforms: { voxelSizes, origins } }: Derivation): ResultRequest {
  return { voxelSizes, origins, nGrids: grid.gridCount, outGrid: new Uint32Array(1) };
}

function finish(
  { operator, grid: { context }, transforms }: Derivation,
  { outGrid }: ResultRequest,
  status: Status,
): GridBatch {
  checkStatus(context, status, operator);
  const { voxelSizes, origins, dualOrigins } = transforms;
  return adoptGrid(context, outGrid[0] as GridHandle, {
    operator,
    voxelSizes,
    origins,
    dualOrigins,
  });
}

/** How transforms change along one axis: from the old size and origin and a factor to the new ones. */
export type Rescale = (size: number, origin: number, factor: number) => readonly [number, number];

/**
 * Computes the transforms of grids with another voxel size. A dual remains a dual: its voxels stay half a voxel below
 * those of its grid.
 *
 * @throws {RangeError} If a size does not fit double precision.
 */
export function rescale(
  operator: string,
  { voxelSizes, origins, dualOrigins }: Transforms,
  factor: ArrayLike<number>,
  change: Rescale,
): Transforms {
  const result: Transforms = {
    voxelSizes: voxelSizes.slice(),
    origins: origins.slice(),
    dualOrigins: dualOrigins.slice(),
  };
  for (const [at, oldOrigin] of origins.entries()) {
    const by = factor[at % 3] ?? 1;
    if (by === 1) continue;
    const [size, origin] = change(voxelSizes[at] ?? NaN, oldOrigin, by);
    if (!(size > 0 && Number.isFinite(size) && Number.isFinite(origin))) {
      refuse(operator, `voxels of size ${size} at origin ${origin} are beyond double precision`);
    }
    const side = (dualOrigins[at] ?? NaN) > oldOrigin ? 0.5 : -0.5;
    result.voxelSizes[at] = size;
    result.origins[at] = origin;
    result.dualOrigins[at] = origin + side * size;
  }
  return result;
}
