/**
 * Voxels along rays.
 *
 * @module
 */

import { RowBase, VoxelForm } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch, JaggedTensor, Lists, Real } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { optionNames } from "../../ffi/base/options.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { rowBase, type RowsOf } from "../core/row_base.ts";
import { disposeOnError } from "../core/ownership.ts";
import { asRayLists, checkMost, listAlongRays, type RayWalk, takeWalk } from "./_rays.ts";
import type { RayMeetOptions } from "./rays_intersect_voxels.ts";

/**
 * Options for {@linkcode voxelsAlongRays}.
 *
 * @category Rays
 */
export interface RayVoxelOptions extends RayMeetOptions {
  /**
   * Maximum number of voxels per ray, 1 or more.
   *
   * @default {undefined} All.
   */
  readonly maxVoxels?: number;
}

/**
 * Options for {@linkcode voxelRowsAlongRays}.
 *
 * @category Rays
 */
export interface RayVoxelRowOptions extends RayVoxelOptions {
  /**
   * Whether rows are numbered over the whole batch or from each grid's first voxel.
   *
   * @default {"grid"}
   */
  readonly rows?: RowsOf;
}

/**
 * The voxels along rays, with times.
 *
 * @category Rays
 */
export interface RayVoxels<
  V extends "i32" | "i64" = "i32" | "i64",
  D extends Real = Real,
> extends Bundle {
  /** Coordinates, i32 [n, 3], or rows, i64 [n]: a list for each ray, in a list for each grid; owned. */
  readonly voxels: JaggedTensor<V>;
  /** Times at which the ray enters and leaves each voxel, [n, 2], in the same lists; owned. */
  readonly times: JaggedTensor<D>;
}

const NAMES = optionNames<RayVoxelOptions>({ tMin: true, tMax: true, maxVoxels: true, eps: true });
const ROW_NAMES = optionNames<RayVoxelRowOptions>({
  tMin: true,
  tMax: true,
  maxVoxels: true,
  eps: true,
  rows: true,
});

/**
 * Lists the active voxels along each ray `origin + t * direction`, for t from `tMin` to `tMax`, in the order of t.
 *
 * A voxel is listed if the ray crosses its half-open cell over an interval of positive length: touching an edge or a
 * corner does not count. Each voxel is listed once. Times are computed in double precision and rounded once, and if one
 * voxel follows another without a gap, the exit time of the first is bit for bit the entry time of the second.
 * Directions need not be normalized, and times are in units of their directions. A ray whose direction is zero, that is
 * not finite, or that starts 2^46 voxels or more from voxel (0, 0, 0), has no voxels.
 *
 * The calling thread waits for the lengths of the lists.
 *
 * @typeParam D Element type of the rays and of the times.
 * @param grid The batch to trace; borrowed.
 * @param origins Ray origins as for {@linkcode firstActiveVoxel}, f16, f32 or f64 [n, 3]; borrowed.
 * @param directions Ray directions, like `origins`.
 * @param options The range of times and the limits.
 * @returns Voxels and times, a list for each ray in a list for each grid; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, if the range of times is invalid, if `eps` is below 0, or if
 * `maxVoxels` is not a whole number of 1 or more.
 * @throws {TypeError} If rays are not all f16, all f32 or all f64, or belong to another context.
 * @determinism Same bits on every backend.
 * @see Amanatides and Woo, "A fast voxel traversal algorithm", 1987; Museth, "Hierarchical digital differential
 * analyzer", 2014.
 * @category Rays
 *
 * @example Two voxels along x
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { voxelsAlongRays } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([3, 0, 0, 4, 0, 0]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using origins = tensor([0, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * using met = voxelsAlongRays(grid, origins, directions);
 * assertEquals(met.voxels.lshape, [[2]]);
 * assertEquals([...await met.voxels.data.read()], [3, 0, 0, 4, 0, 0]);
 * assertEquals([...await met.times.data.read()], [2.5, 3.5, 3.5, 4.5]);
 * ```
 */
export function voxelsAlongRays<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  options: RayVoxelOptions = {},
): RayVoxels<"i32", D> {
  const taken = takeWalk("voxelsAlongRays", { grid, origins, directions }, options, NAMES);
  return listVoxels(taken, "i32", VoxelForm.IJK, options);
}

/**
 * Lists the rows of the active voxels along each ray: those of the voxels of {@linkcode voxelsAlongRays}.
 *
 * The calling thread waits for the lengths of the lists.
 *
 * @typeParam D Element type of the rays and of the times.
 * @param grid The batch to trace; borrowed.
 * @param origins Ray origins as for {@linkcode firstActiveVoxel}, f16, f32 or f64 [n, 3]; borrowed.
 * @param directions Ray directions, like `origins`.
 * @param options The range of times, the limits, and how rows are numbered.
 * @returns Rows and times, a list for each ray in a list for each grid; the caller owns them.
 * @throws {RangeError} If `rows` is unknown, and otherwise as {@linkcode voxelsAlongRays}.
 * @determinism Same bits on every backend.
 * @category Rays
 *
 * @example The rows of two voxels along x
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { voxelRowsAlongRays } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([3, 0, 0, 4, 0, 0]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using origins = tensor([9, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([-1, 0, 0], { context, shape: [1, 3] });
 * using met = voxelRowsAlongRays(grid, origins, directions);
 * assertEquals([...await met.voxels.data.read()], [1n, 0n]);
 * ```
 */
export function voxelRowsAlongRays<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  options: RayVoxelRowOptions = {},
): RayVoxels<"i64", D> {
  const operator = "voxelRowsAlongRays";
  const taken = takeWalk(operator, { grid, origins, directions }, options, ROW_NAMES);
  const inBatch = rowBase(operator, options.rows ?? "grid") === RowBase.IN_BATCH;
  const form = inBatch ? VoxelForm.ROW_IN_BATCH : VoxelForm.ROW_IN_GRID;
  return listVoxels(taken, "i64", form, options);
}

/** Lists voxels in one form, by their coordinates or their rows. */
function listVoxels<D extends Real, V extends "i32" | "i64">(
  taken: RayWalk<D>,
  kind: V,
  form: VoxelForm,
  { maxVoxels }: RayVoxelOptions,
): RayVoxels<V, D> {
  const most = checkMost(taken.operator, "maxVoxels", maxVoxels);
  const { walk, dtype } = taken;
  return listAlongRays(
    taken,
    (native, outEnds) => native.voxelsAlongRaysCount({ ...walk, most, outEnds }),
    (lengths) => {
      const { total, ends } = lengths;
      const layouts = {
        voxels: [kind, kind === "i32" ? [total, 3] : [total]],
        times: [dtype, [total, 2]],
      } as const;
      const { voxels, times } = computeTensors(
        taken,
        layouts,
        (native, out) =>
          native.voxelsAlongRays({
            ...walk,
            form,
            rayEnds: handleOf(ends.buffer),
            nVoxels: total,
            outVoxels: out.voxels,
            outTimes: out.times,
          }),
      );
      return disposeOnError(times, () =>
        disposeOnError(voxels, () => {
          const met = asRayLists(voxels, lengths, taken);
          const parts = () => ({ voxels: met, times: asRayLists(times, lengths, taken) });
          return disposeOnError(met, () => bundle("RayVoxels", parts()));
        }));
    },
  );
}
