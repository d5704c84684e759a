/**
 * Grids of coarser and coarser voxels.
 *
 * @module
 */

import type { GridHandle, Native, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import type { Cancelable, GridBatch, Triple } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { rescale, type Transforms } from "../core/derive.ts";
import { adoptGrid } from "../core/grid_batch.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { wholeNumber, wholeTriple } from "../../ffi/base/numbers.ts";
import { coarser } from "./_coarser.ts";

/**
 * Options for {@linkcode coarsenedGrids}.
 *
 * @category Topology
 */
export interface CoarsenLevelsOptions {
  /** Voxels of a level per voxel of the next one, along each axis; at least 1. */
  readonly factor: number | Triple;
  /** Number of levels to make, from 0 to 32. */
  readonly levels: number;
}

/**
 * Grids of coarser and coarser voxels.
 *
 * @category Topology
 */
export interface GridLevels extends Bundle {
  /** The batches; the first one has the smallest voxels. */
  readonly levels: readonly GridBatch[];
}

const NAMES = optionNames<CoarsenLevelsOptions>({ factor: true, levels: true });

/**
 * Makes levels of larger and larger voxels, each of the one before: what {@linkcode coarsenedGrid} makes of the grid, of
 * its result, and so on.
 *
 * On a GPU the levels of up to 65536 leaves are made together: the calling thread waits for the device once for the sizes
 * of all levels and once for the results, not for one level after the other. Plans of convolutions between them
 * (`convPlan` with a `target`) do not wait at all. {@linkcode coarsenedGridsAsync} does not block the thread.
 *
 * @param grid The batch; borrowed.
 * @param options The factor between levels, and their number.
 * @returns The levels, which share no memory with the grid; the caller owns them.
 * @throws {RangeError} If the factor or the number of levels is not whole or out of range, or voxels of a level would be
 * larger than 2^31 - 1 of the grid's.
 * @determinism Same bits on every backend, and as from {@linkcode coarsenedGrid}.
 * @category Topology
 *
 * @example A row of eight voxels
 * ```ts
 * import { gridFromDense, openContext } from "@denovdb/denovdb";
 * import { coarsenedGrids } from "@denovdb/denovdb/topology";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [8, 1, 1] });
 * using made = coarsenedGrids(row, { factor: 2, levels: 3 });
 * assertEquals(made.levels.map(({ numVoxels }) => numVoxels), [4, 2, 1]);
 * ```
 */
export function coarsenedGrids(grid: GridBatch, options: CoarsenLevelsOptions): GridLevels {
  const plan = take("coarsenedGrids", grid, options);
  return finish(plan, nativeOf(grid.context).coarsenedGrids(plan.request));
}

/**
 * Like {@linkcode coarsenedGrids}, without blocking the calling thread: the work is enqueued when the call is made, so
 * the inputs may be changed or disposed before the promise settles.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns The levels; the caller owns them.
 * @category Topology
 */
export async function coarsenedGridsAsync(
  grid: GridBatch,
  options: CoarsenLevelsOptions & Cancelable,
): Promise<GridLevels> {
  const plan = take("coarsenedGridsAsync", grid, options);
  const native = nativeOf(grid.context);
  return finish(plan, await native.coarsenedGridsAsync(plan.request, options.signal));
}

/** A checked call. */
interface LevelsCall {
  readonly operator: string;
  readonly grid: GridBatch;
  /** Of each level. */
  readonly transforms: readonly Transforms[];
  readonly request: Parameters<Native["coarsenedGrids"]>[0];
}

function take(operator: string, grid: GridBatch, options: CoarsenLevelsOptions): LevelsCall {
  checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  const factor = wholeTriple({ operator, name: "factor" }, options.factor, { least: 1 });
  const nLevels = wholeNumber({ operator, name: "levels" }, options.levels, { least: 0, most: 32 });
  const transforms: Transforms[] = [];
  let last: Transforms = grid;
  for (let level = 0; level < nLevels; level++) {
    last = rescale(operator, last, factor, coarser);
    transforms.push(last);
  }
  const joined = (name: "voxelSizes" | "origins"): Float64Array<ArrayBuffer> =>
    Float64Array.from(transforms.flatMap((one) => [...one[name]]));
  const request = {
    context: handleOf(grid.context),
    grid: handleOf(grid),
    factor,
    voxelSizes: joined("voxelSizes"),
    origins: joined("origins"),
    nLevels,
    nGrids: grid.gridCount,
    outGrids: new Uint32Array(nLevels),
  };
  return { operator, grid, transforms, request };
}

function finish(
  { operator, grid, transforms, request: { outGrids } }: LevelsCall,
  status: Status,
): GridLevels {
  const { context } = grid;
  checkStatus(context, status, operator);
  using made = new DisposableStack();
  const native = nativeOf(context);
  // All are freed where one cannot be adopted.
  const handles = Array.from(outGrids, (handle) => handle as GridHandle);
  const left = new Set(handles);
  made.defer(() => {
    for (const handle of left) native.gridDestroy({ context: handleOf(context), grid: handle });
  });
  const levels = handles.map((handle, level) => {
    const { voxelSizes, origins, dualOrigins } = transforms[level] ?? grid;
    left.delete(handle);
    return made.use(adoptGrid(context, handle, { operator, voxelSizes, origins, dualOrigins }));
  });
  made.move();
  return bundle("GridLevels", { levels });
}
