/**
 * First voxel hits along rays.
 *
 * @module
 */

import type { GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { optionNames } from "../../ffi/base/options.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { takeWalk } from "./_rays.ts";

/**
 * Options for {@linkcode firstActiveVoxel}.
 *
 * @category Rays
 */
export interface RayRange {
  /**
   * Start of the rays, in units of their directions.
   *
   * @default {0}
   */
  readonly tMin?: number;
  /**
   * End of the rays, in units of their directions.
   *
   * @default {Infinity}
   */
  readonly tMax?: number;
}

/**
 * The first hit of each ray.
 *
 * @category Rays
 */
export interface RayHits<D extends Real = Real> extends Bundle {
  /** Row in the batch of the voxel that was hit, -1 for a miss, i64 [n]; owned. */
  readonly rows: Tensor<"i64">;
  /** Time at which the ray enters the voxel, `tMin` if it starts inside, -1 for a miss, [n]; owned. */
  readonly times: Tensor<D>;
  /**
   * Face through which the ray enters: 0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z, 6 starts inside, 255 miss, u8 [n]; owned.
   */
  readonly faces: Tensor<"u8">;
}

const NAMES = optionNames<RayRange>({ tMin: true, tMax: true });

/**
 * Finds the first active voxel along each ray `origin + t * direction`, for t from `tMin` to `tMax`.
 *
 * A voxel is hit if the ray crosses its half-open cell over an interval of positive length: touching an edge or a
 * corner is no hit, and there is no gap between two voxels that share a face. Directions need not be normalized, and
 * times are in units of their directions. A ray that enters through an edge or a corner reports the face of the lowest
 * axis. A ray whose direction is zero, that is not finite, or that starts 2^46 voxels or more from voxel (0, 0, 0),
 * misses.
 *
 * @typeParam D Element type of the rays and of the times.
 * @param grid The batch to trace; borrowed.
 * @param origins Ray origins in world space, f16, f32 or f64 [n, 3]; a tensor is traced through a batch of one,
 * otherwise each list is traced through its own grid. Borrowed.
 * @param directions Ray directions, like `origins`.
 * @param options The range of times.
 * @returns Rows, times and faces of all rays, [n]; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, or if the range of times is invalid.
 * @throws {TypeError} If rays are not all f16, all f32 or all f64, or belong to another context.
 * @determinism Same bits on every backend.
 * @see Amanatides and Woo, "A fast voxel traversal algorithm", 1987; Museth, "Hierarchical digital differential
 * analyzer", 2014.
 * @category Rays
 *
 * @example A ray along x
 * ```ts
 * import { firstActiveVoxel, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([3, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * using origins = tensor([0, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * using hits = firstActiveVoxel(grid, origins, directions);
 * assertEquals([...await hits.rows.read()], [0n]);
 * assertEquals([...await hits.times.read()], [2.5]);
 * assertEquals([...await hits.faces.read()], [0]);
 * ```
 */
export function firstActiveVoxel<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  options: RayRange = {},
): RayHits<D> {
  const input = { grid, origins, directions };
  const taken = takeWalk("firstActiveVoxel", input, options, NAMES);
  const shape = [taken.count];
  const layouts = {
    rows: ["i64", shape],
    times: [taken.dtype, shape],
    faces: ["u8", shape],
  } as const;
  const hits = computeTensors(taken, layouts, (native, out) =>
    native.firstActiveVoxel({
      ...taken.walk,
      outRows: out.rows,
      outTimes: out.times,
      outFaces: out.faces,
    }));
  return bundle("RayHits", hits);
}
