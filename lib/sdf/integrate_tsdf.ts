/**
 * Fusion of depth images into truncated signed distances.
 *
 * @module
 */

import type {
  GridHandle,
  IntegrateTsdfGridRequest,
  IntegrateTsdfRequest,
  Status,
} from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Camera, Cancelable, DType, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { scope } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import {
  computeTensors,
  computeTensorsAsync,
  type Layout,
  type Outputs,
  type Tensors,
} from "../core/compute_tensors.ts";
import { adoptGrid } from "../core/grid_batch.ts";
import { takeFusion, type TakenFusion } from "./_fusion.ts";

/**
 * Depth images of one size, with their cameras.
 *
 * @category Distance fields
 */
export interface DepthImages {
  /**
   * Depth of each pixel along the camera's z axis in world units, f16, f32 or f64 [images, height, width]. A tensor
   * belongs to a batch of one, otherwise each list to its own grid. Values that are not above 0 are no measurement.
   */
  readonly depth: Lists<Real>;
  /** One camera per image. */
  readonly cameras: readonly Camera[];
  /**
   * Weight of each pixel, f16, f32 or f64 [images, height, width]; pixels whose weight is not finite and above 0 are
   * ignored. Voxels accumulate weights: in f16, sums of ones saturate at 2048, from where averages become running
   * averages.
   *
   * @default {undefined} All weights are 1.
   */
  readonly weights?: Tensor<Real>;
  /**
   * Features of each pixel, such as colors, of any type, [images, height, width, ...channels].
   *
   * @default {undefined} No features; the result then has none.
   */
  readonly features?: Tensor<DType>;
}

/**
 * Options for {@linkcode integrateTsdf}.
 *
 * @category Distance fields
 */
export interface IntegrateTsdfOptions {
  /**
   * Half-width of the narrow band, the truncation distance, in world units; typically a few voxels. The work per pixel
   * grows with it.
   */
  readonly halfWidth: number;
  /** Largest depth to use, in world units; it bounds the voxels that images can add to a grid. */
  readonly maxDepth: number;
}

/**
 * A fused volume: voxels and what has been measured for them.
 *
 * @category Distance fields
 */
export interface TsdfState<D extends Real = Real> {
  /** The voxels. */
  readonly grid: GridBatch;
  /** Signed distance divided by the half-width, -1 to 1, f16, f32 or f64 [voxels]. */
  readonly tsdf: Tensor<D>;
  /**
   * Accumulated weight of each voxel, up to the largest finite number of the type (2^500 in f64), [voxels]; 0 if
   * nothing was measured.
   */
  readonly weights: Tensor<D>;
  /** Features, [voxels, ...channels]. */
  readonly features?: Tensor<D>;
}

/**
 * The result of {@linkcode integrateTsdf}, ready for more images; it owns all of its parts.
 *
 * @category Distance fields
 */
export interface TsdfVolume<D extends Real = Real> extends TsdfState<D>, Bundle {}

const NAMES = optionNames<IntegrateTsdfOptions>({ halfWidth: true, maxDepth: true });

/**
 * Fuses depth images into a truncated signed distance field, negative behind surfaces.
 *
 * The result has the voxels of the grid, and those around every valid pixel: in a box around the voxel that contains
 * its point, which extends along each axis by the half-width in voxels, rounded up. Pixels are valid if their depth is
 * above 0 and at most `maxDepth` and their weight is above 0; others are ignored and need no memory.
 *
 * Each voxel samples, in every image of its grid, the pixel nearest to the projection of its center. Unless the voxel
 * is behind the surface by more than the half-width, its distance to the surface along the camera's axis, divided by
 * the half-width and clamped to 1, enters the weighted average, and features do the same. Voxels that no image updates
 * keep their values; new ones have 0. Sums run in the order of the images, in double precision, and are rounded once.
 *
 * Surfaces are where distances change sign between voxels with weight: set the others to NaN before `marchingCubes`,
 * and it leaves out what has not been observed, or let {@linkcode closeTsdf} determine their sides. The calling thread
 * waits for the size of the result; {@linkcode integrateTsdfAsync} does not. The work per pixel grows with the box,
 * which may extend 1024 voxels.
 *
 * @typeParam D Element type of distances, weights and features.
 * @param state The volume so far: a grid, possibly without voxels, and the values of its voxels; borrowed.
 * @param images Depth images; borrowed.
 * @param options Truncation and range.
 * @returns The updated volume; the caller owns it.
 * @throws {RangeError} If shapes, lists or lengths do not match, if a matrix is singular, not finite or not affine, or
 * if the half-width is longer than 1024 voxels.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Curless and Levoy, "A volumetric method for building complex models from range images", SIGGRAPH 1996.
 * @category Distance fields
 *
 * @example A wall in front of a camera
 * ```ts
 * import { emptyTensor, integrateTsdf, openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromZeroVoxels } from "@denovdb/denovdb/grid";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromZeroVoxels({ context, voxelSize: 1 });
 * using nothing = emptyTensor([0], { context, dtype: "f32" });
 * using depth = tensor([4], { context, shape: [1, 1, 1] });
 * const camera = {
 *   intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1],
 *   pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
 * };
 * using volume = integrateTsdf(
 *   { grid, tsdf: nothing, weights: nothing },
 *   { depth, cameras: [camera] },
 *   { halfWidth: 1, maxDepth: 10 },
 * );
 * assertEquals([...volume.grid.bbox()], [-1, -1, 3, 1, 1, 5]);
 * const at = 4 * 3; // the first voxel of the column through the pixel
 * assertEquals([...await volume.tsdf.read()].slice(at, at + 3), [1, 0, 0]);
 * assertEquals([...await volume.weights.read()].slice(at, at + 3), [1, 1, 0]);
 * ```
 */
export function integrateTsdf<D extends Real>(
  state: TsdfState<D>,
  images: DepthImages,
  options: IntegrateTsdfOptions,
): TsdfVolume<D> {
  checkOptions("integrateTsdf", options, NAMES);
  const fusion = plan("integrateTsdf", state, images, options);
  const { context, native } = fusion;
  const status = nativeOf(context).integrateTsdfGrid(native);
  const parts = scope((own) => {
    const grid = own(takeGrid(fusion, status));
    const values = computeTensors(fusion, layoutsOf(fusion, grid), (native, out) => {
      return native.integrateTsdf(requestOf(fusion, grid, out));
    });
    return { grid, values };
  });
  return volumeOf(parts);
}

/**
 * Like {@linkcode integrateTsdf}, without blocking the calling thread; operands and errors are the same.
 *
 * Inputs must not be modified until the promise settles: images are read twice, for the voxels and for their values.
 *
 * The `signal` of the options ends the work early ({@linkcode Cancelable}).
 *
 * @returns The updated volume; the caller owns it.
 * @category Distance fields
 *
 * @example No images
 * ```ts
 * import { emptyTensor, openContext } from "@denovdb/denovdb";
 * import { gridFromZeroVoxels } from "@denovdb/denovdb/grid";
 * import { integrateTsdfAsync } from "@denovdb/denovdb/sdf";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromZeroVoxels({ context });
 * using nothing = emptyTensor([0], { context, dtype: "f32" });
 * using depth = emptyTensor([0, 480, 640], { context, dtype: "f32" });
 * using volume = await integrateTsdfAsync(
 *   { grid, tsdf: nothing, weights: nothing },
 *   { depth, cameras: [] },
 *   { halfWidth: 1, maxDepth: 10 },
 * );
 * assertEquals(volume.grid.numVoxels, 0);
 * ```
 */
export async function integrateTsdfAsync<D extends Real>(
  state: TsdfState<D>,
  images: DepthImages,
  options: IntegrateTsdfOptions & Cancelable,
): Promise<TsdfVolume<D>> {
  checkOptions("integrateTsdfAsync", options, NAMES);
  const { signal } = options;
  const fusion = plan("integrateTsdfAsync", state, images, options);
  const { context, native } = fusion;
  const status = await nativeOf(context).integrateTsdfGridAsync(native, signal);
  const parts = await scope(async (own) => {
    const grid = own(takeGrid(fusion, status));
    const values = await computeTensorsAsync(fusion, layoutsOf(fusion, grid), (native, out) => {
      return native.integrateTsdfAsync(requestOf(fusion, grid, out), signal);
    });
    return { grid, values };
  });
  return volumeOf(parts);
}

/** Checked arguments, and the call that makes the voxels. */
interface Fusion<D extends Real> extends TakenFusion {
  readonly state: TsdfState<D>;
  readonly native: IntegrateTsdfGridRequest;
}

function plan<D extends Real>(
  operator: string,
  state: TsdfState<D>,
  images: DepthImages,
  options: IntegrateTsdfOptions,
): Fusion<D> {
  const taken = takeFusion(operator, state, images, options);
  const { grid } = state;
  const { voxelSizes, origins } = grid;
  const native: IntegrateTsdfGridRequest = {
    context: handleOf(taken.context),
    grid: handleOf(grid),
    ...taken.images.native,
    voxelSizes,
    origins,
    outGrid: new Uint32Array(1),
  };
  return { ...taken, state, native };
}

/** The voxels that have been made. */
function takeGrid(fusion: Fusion<Real>, status: Status): GridBatch {
  const { operator, context, state, native: { outGrid } } = fusion;
  checkStatus(context, status, operator);
  const { voxelSizes, origins, dualOrigins } = state.grid;
  const placed = { operator, voxelSizes, origins, dualOrigins };
  return adoptGrid(context, outGrid[0] as GridHandle, placed);
}

/** Layouts of the values of voxels. */
type ValueLayouts<D extends Real> = {
  readonly tsdf: Layout<D>;
  readonly weights: Layout<D>;
  readonly features: Layout<D> | undefined;
};

function layoutsOf<D extends Real>(
  { state, channels }: Fusion<D>,
  { numVoxels }: GridBatch,
): ValueLayouts<D> {
  const { dtype } = state.tsdf;
  const features: Layout<D> | undefined = state.features && [dtype, [numVoxels, ...channels]];
  return { tsdf: [dtype, [numVoxels]], weights: [dtype, [numVoxels]], features };
}

function requestOf<D extends Real>(
  { context, state, images, held }: Fusion<D>,
  grid: GridBatch,
  out: Outputs<ValueLayouts<D>>,
): IntegrateTsdfRequest {
  return {
    context: handleOf(context),
    grid: handleOf(grid),
    source: handleOf(state.grid),
    ...images.native,
    ...held,
    outTsdf: out.tsdf,
    outWeights: out.weights,
    outFeatures: out.features,
  };
}

function volumeOf<D extends Real>({ grid, values: { features, ...others } }: {
  readonly grid: GridBatch;
  readonly values: Tensors<ValueLayouts<D>>;
}): TsdfVolume<D> {
  return bundle("TsdfVolume", { grid, ...others, ...features && { features } });
}
