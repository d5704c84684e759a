/**
 * Truncated signed distances, fused from depth images.
 *
 * @module
 */

import type { Native, Status } from "../../ffi/_generated/native.ts";
import {
  type Context,
  type DType,
  emptyTensor,
  type GridBatch,
  type GridHandle,
  type Lists,
  type Real,
  scope,
  type Tensor,
} from "../core/mod.ts";
import { checkDType, checkGrid, checkOptions, optionNames, refuse } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { adoptGrid } from "../core/grid_batch.ts";
import { NO_BUFFER, shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";
import {
  checkDistances,
  checkImageFeatures,
  imageTensors,
  takeImages,
  type TakenImages,
} from "./_images.ts";

/** A pinhole camera. */
export interface DepthCamera {
  /**
   * From the camera's space to pixels, 3 by 3, row after row, in pixels: `[fx, skew, cx, 0, fy, cy, 0, 0, 1]`. Whole
   * numbers are the centres of pixels; (0, 0) is that of the first.
   */
  readonly intrinsics: ArrayLike<number>;
  /** From the camera's space to the world, 4 by 4, row after row; the camera looks along its z axis. */
  readonly pose: ArrayLike<number>;
}

/** Depth images of one size, and what belongs to them. */
export interface DepthImages {
  /**
   * Depth of each pixel along the camera's z axis in world units, f16, f32 or f64 [images, height, width]. A tensor
   * belongs to a batch of one, otherwise each list to its own grid. What is not above 0 is no measurement.
   */
  readonly depth: Lists<Real>;
  /** A camera for each image. */
  readonly cameras: readonly DepthCamera[];
  /**
   * How much each pixel counts, f16, f32 or f64 [images, height, width]; what is not finite and above 0 does not. Voxels
   * sum that up: in f16 sums of ones end at 2048, from where averages are running ones.
   *
   * @default {undefined} All count 1.
   */
  readonly weights?: Tensor<Real>;
  /**
   * Features of each pixel, such as colours, of any type, [images, height, width, ...channels].
   *
   * @default {undefined} None, and voxels have none then.
   */
  readonly features?: Tensor<DType>;
}

/** Options for {@linkcode integrateTsdf}. */
export interface IntegrateTsdfOptions {
  /** How far from surfaces distances count, in world units; a few voxels. The work for a pixel grows with it. */
  readonly truncation: number;
  /** The largest depth that counts, in world units: what images can make a grid hold is bounded by it. */
  readonly maxDepth: number;
}

/** What is known of voxels. */
export interface TsdfState<D extends Real = Real> {
  /** The voxels. */
  readonly grid: GridBatch;
  /** Signed distance over truncation, -1 to 1, f16, f32 or f64 [voxels]. */
  readonly tsdf: Tensor<D>;
  /** How much has been said about each voxel, up to the largest number of the type, in f64 2^500, [voxels]; 0 for nothing. */
  readonly weights: Tensor<D>;
  /** Features, [voxels, ...channels]. */
  readonly features?: Tensor<D>;
}

/** What {@linkcode integrateTsdf} knows of voxels, ready for more images. */
export class TsdfVolume<D extends Real = Real> implements TsdfState<D>, Disposable {
  /** The voxels; owned. */
  readonly grid: GridBatch;
  /** Signed distance over truncation, -1 to 1, [voxels]; owned. */
  readonly tsdf: Tensor<D>;
  /** How much has been said about each voxel, [voxels]; owned. */
  readonly weights: Tensor<D>;
  /** Features, [voxels, ...channels]; owned. */
  declare readonly features?: Tensor<D>;

  /** Takes the parts over. */
  constructor({ grid, tsdf, weights, features }: TsdfState<D>) {
    this.grid = grid;
    this.tsdf = tsdf;
    this.weights = weights;
    if (features !== undefined) this.features = features;
  }

  /** Whether all parts are gone. */
  get disposed(): boolean {
    return [this.grid, this.tsdf, this.weights, this.features ?? this.grid].every((part) =>
      part.disposed
    );
  }

  /** Gives all parts up; doing so again has no effect. */
  dispose(): void {
    this.features?.dispose();
    this.weights.dispose();
    this.tsdf.dispose();
    this.grid.dispose();
  }

  /** Gives all parts up; doing so again has no effect. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

const NAMES = optionNames<IntegrateTsdfOptions>({ truncation: true, maxDepth: true });

/**
 * Fuses depth images into a truncated signed distance field, negative behind surfaces.
 *
 * The result has the voxels of the grid, and those around every pixel that counts: in a box around the voxel in which
 * it lies, which along each axis reaches as many voxels as the truncation is long, rounded up. Pixels count whose depth
 * is above 0 and no more than `maxDepth` and whose weight is above 0; others take no part, and no memory.
 *
 * Each voxel asks the pixel that its centre is nearest to in every image of its grid. Where the surface is no further
 * in front than the truncation, its distance along the camera's axis over the truncation, cut to 1, joins the average
 * of all that was said, by weights; features do the same. Voxels of which nothing is said keep what they have; new ones
 * have 0. Sums run in the order of the images, in double precision, and are rounded once.
 *
 * Surfaces are where distances change sign between voxels with weight: give `marchingCubes` NaN where there is none, and it
 * leaves out what nobody has seen, or let {@linkcode closeTsdf} say on which side that is. The calling thread waits for the
 * size of the result; {@linkcode integrateTsdfAsync} does not. The work for a pixel grows with the box, which may reach
 * 1024 voxels.
 *
 * @typeParam D Element type of distances, weights and features.
 * @param state What was known: a grid, perhaps without voxels, and what its voxels have; borrowed.
 * @param images What cameras have seen; borrowed.
 * @param options Truncation and range.
 * @returns What is known now; the caller owns it.
 * @throws {RangeError} If shapes, lists or lengths do not fit, if a matrix has no inverse, is not finite or not affine, or
 * if the truncation is longer than 1024 voxels.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Curless and Levoy, "A volumetric method for building complex models from range images", SIGGRAPH 1996.
 *
 * @example A wall in front of a camera
 * ```ts
 * import { emptyTensor, gridFromZeroVoxels, integrateTsdf, openContext, tensor } from "@denovdb/denovdb";
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
 *   { truncation: 1, maxDepth: 10 },
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
  return finish(fusion, fusion.context.native.tsdfGrid(...fusion.native));
}

/**
 * Makes what {@linkcode integrateTsdf} makes without blocking the calling thread.
 *
 * Inputs have to stay as they are until the promise settles: images are read twice, for voxels and for what they have.
 *
 * @typeParam D Element type of distances, weights and features.
 * @param state What was known: a grid, perhaps without voxels, and what its voxels have; borrowed.
 * @param images What cameras have seen; borrowed.
 * @param options Truncation and range.
 * @returns What is known now; the caller owns it.
 * @throws {RangeError} If shapes, lists or lengths do not fit, if a matrix has no inverse, is not finite or not affine, or
 * if the truncation is longer than 1024 voxels.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 *
 * @example No images
 * ```ts
 * import { emptyTensor, gridFromZeroVoxels, integrateTsdfAsync, openContext } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromZeroVoxels({ context });
 * using nothing = emptyTensor([0], { context, dtype: "f32" });
 * using depth = emptyTensor([0, 480, 640], { context, dtype: "f32" });
 * using volume = await integrateTsdfAsync(
 *   { grid, tsdf: nothing, weights: nothing },
 *   { depth, cameras: [] },
 *   { truncation: 1, maxDepth: 10 },
 * );
 * assertEquals(volume.grid.numVoxels, 0);
 * ```
 */
export async function integrateTsdfAsync<D extends Real>(
  state: TsdfState<D>,
  images: DepthImages,
  options: IntegrateTsdfOptions,
): Promise<TsdfVolume<D>> {
  checkOptions("integrateTsdfAsync", options, NAMES);
  const fusion = plan("integrateTsdfAsync", state, images, options);
  return finish(fusion, await fusion.context.native.tsdfGridAsync(...fusion.native));
}

/** What has been checked, and the call that makes the voxels. */
interface Fusion<D extends Real> {
  readonly operator: string;
  readonly context: Context;
  readonly state: TsdfState<D>;
  readonly imageFeatures: Tensor<DType> | undefined;
  readonly channels: readonly number[];
  readonly taken: TakenImages;
  readonly native: Parameters<Native["tsdfGrid"]>;
  readonly out: Uint32Array<ArrayBuffer>;
}

function plan<D extends Real>(
  operator: string,
  state: TsdfState<D>,
  images: DepthImages,
  options: IntegrateTsdfOptions,
): Fusion<D> {
  const { grid } = state;
  const others = [state.tsdf, state.weights, ...state.features ? [state.features] : []];
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, ...others, ...imageTensors(images));
  const channels = takeState(operator, state, images);
  const { features: imageFeatures } = images;
  const taken = takeImages(operator, grid, images, options);
  if (imageFeatures !== undefined) checkImageFeatures(operator, imageFeatures, taken, channels);
  const { voxelSizes, origins, gridCount } = grid;
  const out = new Uint32Array(1);
  const first = [context.handle, grid.handle, ...taken.native] as const;
  const native: Fusion<D>["native"] = [...first, voxelSizes, origins, gridCount, out];
  return { operator, context, state, imageFeatures, channels, taken, native, out };
}

/** Gives the voxels that have been made what they have. */
function finish<D extends Real>(
  { operator, context, state, imageFeatures, channels, taken, out }: Fusion<D>,
  status: Status,
): TsdfVolume<D> {
  context.check(status, operator);
  const { grid } = state;
  const { dtype } = state.tsdf;
  const { voxelSizes, origins, dualOrigins, gridCount } = grid;
  const parts = scope((own) => {
    const made = own(
      adoptGrid(context, out[0] as GridHandle, { operator, voxelSizes, origins, dualOrigins }),
    );
    const tsdf = own(emptyTensor([made.numVoxels], { context, dtype }));
    const weights = own(emptyTensor([made.numVoxels], { context, dtype }));
    const features = imageFeatures === undefined
      ? undefined
      : own(emptyTensor([made.numVoxels, ...channels], { context, dtype }));
    const status = context.native.integrateTsdf(
      context.handle,
      made.handle,
      grid.handle,
      ...taken.native,
      gridCount,
      state.tsdf.buffer.handle,
      state.weights.buffer.handle,
      state.features?.buffer.handle ?? NO_BUFFER,
      dtypeCode(dtype),
      imageFeatures?.buffer.handle ?? NO_BUFFER,
      dtypeCode(imageFeatures?.dtype ?? "f32"),
      imageFeatures === undefined ? 0 : elementCount(channels),
      tsdf.buffer.handle,
      weights.buffer.handle,
      features?.buffer.handle ?? NO_BUFFER,
    );
    context.check(status, operator);
    return { grid: made, tsdf, weights, ...features === undefined ? {} : { features } };
  });
  return new TsdfVolume<D>(parts);
}

/** Checks that a state fits its grid, and that both or none have features; returns the axes of those. */
function takeState<D extends Real>(
  operator: string,
  state: TsdfState<D>,
  images: DepthImages,
): readonly number[] {
  const { grid, tsdf, features } = state;
  checkDistances(operator, state);
  if ((features === undefined) !== (images.features === undefined)) {
    const [have, lack] = features === undefined ? ["images", "voxels"] : ["voxels", "images"];
    refuse(operator, `${have} have features, ${lack} have none`);
  }
  if (features === undefined) return [];
  checkDType({ operator, name: "features" }, features, [tsdf.dtype]);
  const [rows, ...channels] = features.shape;
  if (rows !== grid.numVoxels) {
    refuse(
      operator,
      `features shape is ${formatShape(features.shape)}, [${grid.numVoxels}, ...channels] expected`,
    );
  }
  return channels;
}
