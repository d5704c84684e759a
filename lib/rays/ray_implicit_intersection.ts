/**
 * Intersection of rays with isosurfaces.
 *
 * @module
 */

import { RayRoot } from "../../ffi/_generated/symbols.ts";
import { checkStatus } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  emptyTensor,
  type GridBatch,
  JaggedTensor,
  type Lists,
  type Real,
  scope,
  type Tensor,
} from "../core/mod.ts";
import {
  checkDType,
  checkListCount,
  checkOptions,
  optionNames,
  refuse,
  rowsOf,
} from "../core/checks.ts";
import { REALS } from "../core/dtype.ts";
import { formatShape } from "../core/shape.ts";
import { checkNotNegative, checkRange, takeRays } from "./_rays.ts";
import type { RayRange } from "./first_active_voxel.ts";

/**
 * Options for {@linkcode rayImplicitIntersection}.
 *
 * @category Rays
 */
export interface RayImplicitOptions extends RayRange {
  /**
   * The iso level, in units of the field.
   *
   * @default {0}
   */
  readonly isoLevel?: number;
  /**
   * How the field is interpolated: linearly between the midpoints of the ray's chords through two voxels, or
   * trilinearly between the centres of eight.
   *
   * @default {"chord"}
   */
  readonly accuracy?: "chord" | "trilinear";
  /**
   * With chords: voxels whose chord is shorter than this are ignored, in units of the ray's direction.
   *
   * @default {0}
   */
  readonly eps?: number;
  /**
   * With trilinear accuracy: whether to compute normals as well.
   *
   * @default {false}
   */
  readonly normals?: boolean;
}

/**
 * Where rays cross the isosurface, and the normals there.
 *
 * @category Rays
 */
export class RayCrossings<D extends Real = Real, L extends Lists<D> = Lists<D>>
  implements Disposable {
  /** Time at which each ray crosses the iso level, in units of its direction, -1 for a miss, [n]; owned. */
  readonly times: L;
  /**
   * The field's gradient in world space, normalised to length 1, which points to larger values, [n, 3]; zero for a miss
   * and where the gradient vanishes; owned.
   */
  readonly normals: L;

  /** Takes ownership of both parts. */
  constructor({ times, normals }: { readonly times: L; readonly normals: L }) {
    this.times = times;
    this.normals = normals;
  }

  /** Whether both parts have been disposed. */
  get disposed(): boolean {
    return this.times.disposed && this.normals.disposed;
  }

  /** Disposes both parts; idempotent. */
  dispose(): void {
    this.times.dispose();
    this.normals.dispose();
  }

  /** Disposes both parts; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

const NAMES = optionNames<RayImplicitOptions>({
  tMin: true,
  tMax: true,
  isoLevel: true,
  accuracy: true,
  eps: true,
  normals: "boolean",
});

/**
 * Finds where each ray `origin + t * direction` first crosses the iso level of a field, for t from `tMin` to `tMax`.
 *
 * The field has a value for each active voxel. A point is above or below the iso level; where the value is NaN or
 * equals the level it is neither, and is skipped. The first side that the ray encounters, whichever it is, is its
 * starting side, and the hit is where it first encounters the other one. So a ray that starts inside a surface finds
 * its exit, a ray that only touches the surface continues, and the side is remembered across gaps.
 *
 * With `accuracy` "chord" the ray visits the voxels that `voxelsAlongRays` lists, and is on one side of the level in
 * each. If the voxel on the other side directly follows the last one on the starting side, the time is interpolated
 * between the midpoints of the chords through both; after a gap, that is, a voxel that is inactive, ignored or skipped,
 * and between infinite values, it is the time at which the ray enters the voxel. This is exact for linear fields along
 * axis-parallel rays through voxel centres, and otherwise off by up to half the diagonal of a voxel.
 *
 * With `accuracy` "trilinear" the field is that of `sampleTrilinear`, and is defined where all eight voxels around a
 * point are active and finite; those with zero weight, as for a ray in a plane through voxel centres, need not be. The
 * time is that of the field's root, or, if the side has changed across a gap, that at which the ray enters the field
 * again. Voxels must be active on both sides of a surface: one layer more than for chords.
 *
 * Times are computed in double precision and rounded once; with a negative `tMin`, a hit may lie at -1, too. A ray
 * whose direction is zero, that is not finite, or that starts 2^46 voxels or more from voxel (0, 0, 0), misses.
 *
 * @typeParam D Element type of the rays, the field and the times.
 * @param grid The batch whose voxels have the field; borrowed.
 * @param origins Ray origins in world space, f16, f32 or f64 [n, 3]; a tensor is traced through a batch of one,
 * otherwise each list is traced through its own grid. Borrowed.
 * @param directions Ray directions, like `origins`; they need not be normalised.
 * @param field The value of each voxel, [voxels] or [voxels, 1], in row order, one list per grid or a tensor for the
 * whole batch; of the element type of the rays. Borrowed.
 * @param options The iso level, the accuracy, and the range of times.
 * @returns Time of each ray's hit in units of its direction, -1 for a miss, [n], in lists where `origins` is; the
 * caller owns them.
 * @throws {RangeError} If shapes or lists do not match, if `field` does not have a value per voxel, if `isoLevel` is
 * not finite, if the range of times is invalid, if `eps` is below 0 or given with trilinear accuracy, or if normals are
 * requested without it.
 * @throws {TypeError} If rays and field are not all f16, all f32 or all f64, or belong to another context.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Williams et al., "fVDB", ACM Transactions on Graphics 43 (4), 2024, for chords; Marmitt et al., "Fast and
 * accurate ray-voxel intersection techniques for iso-surface ray tracing", 2004, and Hansson-Söderlund, Evans and
 * Akenine-Möller, "Ray tracing of signed distance function grids", 2022, for the cubic of a trilinear field along a
 * ray.
 * @category Rays
 *
 * @example Halfway between two voxels
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { rayImplicitIntersection } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([3, 0, 0, 4, 0, 0]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(ijk);
 * using field = tensor([2, -2], { context });
 * using origins = tensor([0, 0, 0, 0, 1, 0], { context, shape: [2, 3] });
 * using directions = tensor([1, 0, 0, 1, 0, 0], { context, shape: [2, 3] });
 * using times = rayImplicitIntersection(grid, origins, directions, field);
 * assertEquals([...await times.read()], [3.5, -1]);
 * using nearer = rayImplicitIntersection(grid, origins, directions, field, { isoLevel: 1 });
 * assertEquals([...await nearer.read()], [3.25, -1]);
 * ```
 */
export function rayImplicitIntersection<D extends Real>(
  grid: GridBatch,
  origins: Tensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options?: RayImplicitOptions & { readonly normals?: false },
): Tensor<D>;
/**
 * Finds where rays first cross the iso level of the field of their list's grid.
 *
 * @returns Time of each ray's hit, -1 for a miss, [n], one list per grid; the caller owns them.
 * @category Rays
 */
export function rayImplicitIntersection<D extends Real>(
  grid: GridBatch,
  origins: JaggedTensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options?: RayImplicitOptions & { readonly normals?: false },
): JaggedTensor<D>;
/**
 * Finds where rays first cross the iso level of a field, and the normals there.
 *
 * @returns Times [n] and normals [n, 3]; the caller owns them.
 * @category Rays
 *
 * @example A ray down a slope
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { rayImplicitIntersection } from "@denovdb/denovdb/rays";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2 });
 * using field = tensor([4, 4, 4, 4, -4, -4, -4, -4], { context });
 * using origins = tensor([-1, 0.5, 0.25], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * const options = { isoLevel: 2, accuracy: "trilinear", normals: true } as const;
 * using met = rayImplicitIntersection(grid, origins, directions, field, options);
 * assertEquals([...await met.times.read()], [1.25]);
 * assertEquals([...await met.normals.read()], [-1, 0, 0]);
 * ```
 */
export function rayImplicitIntersection<D extends Real>(
  grid: GridBatch,
  origins: Tensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options: RayImplicitOptions & { readonly normals: true },
): RayCrossings<D, Tensor<D>>;
/**
 * Finds where rays first cross the iso level of the field of their list's grid, and the normals there.
 *
 * @returns Times [n] and normals [n, 3], one list per grid; the caller owns them.
 * @category Rays
 */
export function rayImplicitIntersection<D extends Real>(
  grid: GridBatch,
  origins: JaggedTensor<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options: RayImplicitOptions & { readonly normals: true },
): RayCrossings<D, JaggedTensor<D>>;
export function rayImplicitIntersection<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  field: Lists<D>,
  options: RayImplicitOptions = {},
): Lists<D> | RayCrossings<D> {
  const operator = "rayImplicitIntersection";
  const { isoLevel = 0, accuracy = "chord", normals = false } = checkOptions(
    operator,
    options,
    NAMES,
  );
  const { eps = 0, tMin = 0, tMax = Infinity } = options;
  const accepted = REALS as readonly D[];
  const taken = takeRays(operator, { grid, origins, directions }, accepted, field);
  const { context, native, dtype, rays, count, offsets } = taken;
  const rows = takeField(operator, { grid, field, dtype });
  checkRange(operator, tMin, tMax);
  checkNotNegative(operator, "eps", eps);
  if (!Number.isFinite(isoLevel)) {
    refuse(operator, `isoLevel is ${isoLevel}, a finite number expected`);
  }
  const root = rootOf(operator, accuracy);
  if (root === RayRoot.TRILINEAR) {
    if (options.eps !== undefined) {
      refuse(
        operator,
        `eps is ${eps}, none expected with trilinear accuracy, which has no use for it`,
      );
    }
  } else if (normals) {
    refuse(operator, `normals need trilinear accuracy, ${accuracy} given`);
  }
  const found = scope((own) => {
    const times = own(emptyTensor([count], { context, dtype }));
    const slopes = normals ? own(emptyTensor([count, 3], { context, dtype })) : undefined;
    const request = {
      ...rays,
      field: handleOf(rows.buffer),
      tMin,
      tMax,
      iso: isoLevel,
      outTimes: handleOf(times.buffer),
    };
    const status = slopes === undefined
      ? native.rayImplicitIntersection({ ...request, eps, root })
      : native.rayImplicitIntersectionWithNormals({
        ...request,
        outNormals: handleOf(slopes.buffer),
      });
    checkStatus(context, status, operator);
    return { times, slopes };
  });
  const inLists = (rows: Tensor<D>): Lists<D> =>
    origins instanceof JaggedTensor ? new JaggedTensor(rows, offsets) : rows;
  const times = inLists(found.times);
  return found.slopes === undefined
    ? times
    : new RayCrossings<D>({ times, normals: inLists(found.slopes) });
}

/** The native name of an accuracy. */
function rootOf(operator: string, accuracy: "chord" | "trilinear"): RayRoot {
  if (accuracy === "chord") return RayRoot.CHORD;
  if (accuracy === "trilinear") return RayRoot.TRILINEAR;
  return refuse(operator, `accuracy is ${accuracy satisfies never}, chord or trilinear expected`);
}

/** Takes a value for each voxel, in the order of rows. */
function takeField<D extends Real>(
  operator: string,
  { grid, field, dtype }: {
    readonly grid: GridBatch;
    readonly field: Lists<D>;
    readonly dtype: D;
  },
): Tensor {
  const rows = rowsOf(field);
  const { data: { shape }, offsets } = rows;
  checkDType({ operator, name: "field" }, rows.data, [dtype]);
  const contract = "one for each active voxel of the batch, in row order";
  if (shape.length > 2 || (shape[1] ?? 1) !== 1 || shape.length === 0) {
    refuse(operator, `field shape is ${formatShape(shape)}, [n] or [n, 1] expected`);
  }
  if (rows.count !== grid.numVoxels) {
    refuse(operator, `field has ${rows.count} rows, ${grid.numVoxels} expected: ${contract}`);
  }
  if (!(field instanceof JaggedTensor)) return rows.data;
  checkListCount({ operator, name: "field" }, rows, grid);
  const wrong = grid.voxelCounts.findIndex((voxels, list) =>
    offsets[list + 1] !== (offsets[list] ?? 0n) + BigInt(voxels)
  );
  if (wrong >= 0) {
    const held = (offsets[wrong + 1] ?? 0n) - (offsets[wrong] ?? 0n);
    refuse(
      operator,
      `list ${wrong} of field has ${held} rows, ${grid.voxelCounts[wrong]} expected: ${contract}`,
    );
  }
  return rows.data;
}
