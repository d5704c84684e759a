/**
 * The common part of all operators that make a batch of grids, in both of their forms: `derive` makes the batch while
 * the calling thread waits, `deriveAsync` does not block it. Both take the same plan, a checked {@linkcode Derivation}.
 *
 * @module
 */

import type {
  DilatedGridRequest,
  GridHandle,
  Native,
  Status,
} from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { refuse } from "../../ffi/base/checks.ts";
import type { Cancelable } from "./cancel.ts";
import { adoptGrid, type AdoptGridOptions, type GridBatch } from "./grid_batch.ts";

/** Transforms of a batch and of its dual. */
export type Transforms = Pick<GridBatch, "voxelSizes" | "origins" | "dualOrigins">;

/** The arguments that say what the batch is to be, which all native functions that make one have in common. */
export type ResultRequest = Pick<
  DilatedGridRequest,
  "voxelSizes" | "origins" | "nGrids" | "outGrid"
>;

/** Device and name of a batch that is to be made. */
export interface Target {
  /** Name of the function that was called. */
  readonly operator: string;
  /** The batch whose context and number of grids the result gets; such as the one that it is made from. */
  readonly grid: Pick<GridBatch, "context" | "gridCount">;
  /** Transforms of the result, whose dual lies half a voxel below unless it says otherwise. */
  readonly transforms: Omit<AdoptGridOptions, "operator">;
}

/** Operator and source of a batch. */
export interface Source {
  readonly operator: string;
  readonly grid: GridBatch;
}

/** A checked call that makes a batch, either way. */
export interface Derivation extends Target {
  /** Makes the call. */
  readonly call: (native: Native, result: ResultRequest) => Status;
  /** Makes the call without blocking. */
  readonly callAsync: (
    native: Native,
    result: ResultRequest,
    signal: AbortSignal | undefined,
  ) => Promise<Status>;
}

/** Names of the native functions that make a batch. */
type Maker = {
  [Name in keyof Native]: `${Name}Async` extends keyof Native
    ? Native[Name] extends (request: infer Request) => Status
      ? Request extends ResultRequest ? Name : never
    : never
    : never;
}[keyof Native];

/** Further arguments of native functions that make a batch; of several functions, those that all of them take. */
type RequestOf<Name extends Maker, Known extends string> = Omit<
  Parameters<Native[Name]>[0],
  keyof ResultRequest | "context" | Known
>;

/** Plans the call of a native function that makes a batch. */
export function derivation<Name extends Maker>(
  name: Name,
  { operator, grid, transforms }: Target,
  request: RequestOf<Name, never>,
): Derivation {
  const own = { context: handleOf(grid.context), ...request };
  return {
    operator,
    grid,
    transforms,
    call: (native, result) => native[name as Maker]({ ...own, ...result } as never),
    callAsync: (native, result, signal) =>
      native[`${name as Maker}Async` as const]({ ...own, ...result } as never, signal),
  };
}

/** Plans the call of a native function that makes a batch from another one, by default with its transforms. */
export function relation<Name extends Maker>(
  name: Name,
  { operator, grid, transforms = grid }: Partial<Target> & Source,
  request: RequestOf<Name, "grid">,
): Derivation {
  const whole = { grid: handleOf(grid), ...request } as RequestOf<Name, never>;
  return derivation(name, { operator, grid, transforms }, whole);
}

/** Makes the batch; the caller owns it. */
export function derive(derivation: Derivation): GridBatch {
  const native = nativeOf(derivation.grid.context);
  const result = resultRequest(derivation);
  return finish(derivation, result, derivation.call(native, result));
}

/**
 * Makes the batch without blocking; the caller owns it. The work is enqueued before this function returns, and ends early
 * when the signal aborts.
 */
export async function deriveAsync(
  derivation: Derivation,
  { signal }: Cancelable = {},
): Promise<GridBatch> {
  const native = nativeOf(derivation.grid.context);
  const result = resultRequest(derivation);
  return finish(derivation, result, await derivation.callAsync(native, result, signal));
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
  const options = { operator, voxelSizes, origins, dualOrigins };
  return adoptGrid(context, outGrid[0] as GridHandle, options);
}

/** Change of transforms along one axis: from the old size and origin and a factor to the new ones. */
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

/** The extents of a kernel, its stride, and which way it leads. */
export interface KernelSteps {
  readonly kernel: Int32Array<ArrayBuffer>;
  readonly stride: Int32Array<ArrayBuffer>;
  readonly transposed: boolean;
}

/** Plans the call that makes all voxels that a convolution reaches. */
export function reach(
  operator: string,
  grid: GridBatch,
  { kernel, stride, transposed }: KernelSteps,
): Derivation {
  const transforms = rescale(
    operator,
    grid,
    stride,
    (size, origin, by) => [transposed ? size / by : size * by, origin],
  );
  const name = transposed ? "convTransposeGrid" : "convGrid";
  return relation(name, { operator, grid, transforms }, { kernel, stride });
}
