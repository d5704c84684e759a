/**
 * Backward pass of the fusion of depth images.
 *
 * @module
 */

import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { DType, Float, GridBatch, Real, Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkDType, checkGrid, rowsOf } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkParts, checkWanted, refuse } from "../../ffi/base/checks.ts";
import { computeTensors, type Layout } from "../core/compute_tensors.ts";
import { FLOATS } from "../core/dtype.ts";
import { checkGradients, wantedOnly } from "../core/gradients.ts";
import { takeFusion } from "./_fusion.ts";
import type { DepthImages, IntegrateTsdfOptions, TsdfState } from "./integrate_tsdf.ts";

/**
 * Inputs of {@linkcode integrateTsdf}: the values of the state, then those of the images.
 *
 * @category Distance fields
 */
export type TsdfInputName =
  | "tsdf"
  | "weights"
  | "features"
  | "depth"
  | "imageWeights"
  | "imageFeatures";

/**
 * Gradients of a loss with respect to the results of {@linkcode integrateTsdf}; what is left out counts as 0.
 *
 * @category Distance fields
 */
export interface TsdfResultGradients<D extends Real> {
  /** With respect to the distances, [voxels of the result]. */
  readonly tsdf?: Tensor<D>;
  /** With respect to the weights, [voxels of the result]. */
  readonly weights?: Tensor<D>;
  /** With respect to the features, [voxels of the result, ...channels]. */
  readonly features?: Tensor<D>;
}

/**
 * Options for {@linkcode integrateTsdfBackward}.
 *
 * @category Distance fields
 */
export interface IntegrateTsdfBackwardOptions extends IntegrateTsdfOptions {
  /**
   * Inputs whose gradients are computed.
   *
   * @default {undefined} All that are there, but features of images only if they are f16, bf16, f32 or f64.
   */
  readonly wanted?: readonly TsdfInputName[];
}

/**
 * Gradients of a loss with respect to the inputs of {@linkcode integrateTsdf}.
 *
 * @category Distance fields
 */
export interface TsdfGradients<D extends Real = Real> extends Bundle {
  /** With respect to the previous distances, [voxels of the state], if wanted; owned. */
  readonly tsdf: Tensor<D> | undefined;
  /** With respect to the previous weights, [voxels of the state], if wanted; owned. */
  readonly weights: Tensor<D> | undefined;
  /** With respect to the previous features, [voxels of the state, ...channels], if wanted; owned. */
  readonly features: Tensor<D> | undefined;
  /** With respect to the depth, in its element type, [images, height, width], if wanted; owned. */
  readonly depth: Tensor<Real> | undefined;
  /** With respect to the weights of pixels, in their element type, [images, height, width], if wanted; owned. */
  readonly imageWeights: Tensor<Real> | undefined;
  /**
   * With respect to the features of pixels, in their element type, [images, height, width, ...channels], if wanted;
   * owned.
   */
  readonly imageFeatures: Tensor<Float> | undefined;
}

const GRADIENT_NAMES = optionNames<TsdfResultGradients<Real>>({
  tsdf: true,
  weights: true,
  features: true,
});

const NAMES = optionNames<IntegrateTsdfBackwardOptions>({
  halfWidth: true,
  maxDepth: true,
  wanted: true,
});

/**
 * Backward pass of {@linkcode integrateTsdf}: gradients of its inputs from gradients of its result.
 *
 * A voxel of weight S and value t that is updated by pixels of weights w with values d has the average `m = (S t + sum
 * of w d) / W` with `W = S + sum of w`, and then the weight W. Hence `dm/dt = S / W`, `dm/dS = (t - m) / W`, `dm/dw =
 * (d - m) / W` and `dm/dd = w / W`, for distances and for features. Depth changes a distance by 1 / half-width unless
 * it is clamped; if it is, the weight and features of its pixel still have gradients. Voxels that no image updates pass
 * their gradients on.
 *
 * Which pixel a voxel samples, and whether it updates the voxel, is taken as fixed, as are cameras and rounding. There
 * is no gradient for pixels that are invalid or that no voxel samples, nor, if a voxel is updated, for a weight that is
 * not above 0. Weights that have reached their limit, which is the largest number of the type, and 2^500 in f64 and for
 * pixels, have gradients of 0; resulting weights that have reached it pass no gradient. Voxels that the state did not
 * have pass no gradient to it. A gradient of 0 masks its factor, even if that is NaN.
 *
 * Each pixel sums over the voxels that sample it in row order, in double precision, and rounds once. The calling thread
 * waits for the number of those voxels if gradients of images are wanted. Those of depth alone are cheaper: they need
 * only voxels near surfaces.
 *
 * @typeParam D Element type of distances, weights and features.
 * @param state As passed to {@linkcode integrateTsdf}; borrowed, as are the others.
 * @param images As passed to {@linkcode integrateTsdf}.
 * @param volume The result of {@linkcode integrateTsdf}, of which only the grid is used.
 * @param gradients Gradients of a loss with respect to the values of the volume.
 * @param options The half-width and range of the forward pass, and the gradients to compute.
 * @returns Gradients with the shapes and element types of the inputs; the caller owns them.
 * @throws {RangeError} If shapes, lists or lengths do not match, if a matrix is singular, not finite or not affine, if
 * the volume's grids are not those of the state, or if `wanted` names an unknown or missing input.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If device memory runs out, or if gradients of images are wanted and a grid has 2^32 voxels or
 * more.
 * @determinism Same bits on every backend.
 * @category Distance fields
 *
 * @example The gradient of a pixel from nine voxels on a wall
 * ```ts
 * import { emptyTensor, fullTensor, integrateTsdf, openContext, tensor } from "@denovdb/denovdb";
 * import { gridFromZeroVoxels } from "@denovdb/denovdb/grid";
 * import { integrateTsdfBackward } from "@denovdb/denovdb/sdf";
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
 * const state = { grid, tsdf: nothing, weights: nothing };
 * const images = { depth, cameras: [camera] };
 * const options = { halfWidth: 1, maxDepth: 10 };
 * using volume = integrateTsdf(state, images, options);
 * using ones = fullTensor(volume.tsdf.shape, 1, { context, dtype: "f32" });
 * using back = integrateTsdfBackward(state, images, volume, { tsdf: ones }, options);
 * assertEquals([...await back.depth?.read() ?? []], [9]);
 * ```
 */
export function integrateTsdfBackward<D extends Real>(
  state: TsdfState<D>,
  images: DepthImages,
  volume: { readonly grid: GridBatch },
  gradients: TsdfResultGradients<D>,
  options: IntegrateTsdfBackwardOptions,
): TsdfGradients<D> {
  const operator = "integrateTsdfBackward";
  // Before the options, which cannot be left out; all gradients can.
  const given = checkOptions<TsdfResultGradients<D>>(
    operator,
    gradients === undefined ? {} : gradients,
    GRADIENT_NAMES,
    "gradient",
  );
  const { wanted } = checkOptions(operator, options, NAMES);
  const { tsdf, weights, features } = given;
  checkParts({ operator, name: "volume" }, volume, "what integrateTsdf gave");
  const { grid } = volume;
  checkGrid(operator, grid);
  const there = [tsdf, weights, features].filter((gradient) => gradient !== undefined);
  const taken = takeFusion(operator, state, images, options, [grid, ...there]);
  const { context, channels, held } = taken;
  checkPlaces(operator, grid, state.grid);
  const { dtype } = state.tsdf;
  if (features !== undefined && state.features === undefined) {
    refuse(operator, "there are gradients of features, voxels have none");
  }
  const rows = grid.numVoxels;
  checkGradients(operator, dtype, {
    tsdf: [tsdf, [rows]],
    weights: [weights, [rows]],
    features: [features, [rows, ...channels]],
  });
  const inputs = layoutsOf(state, images);
  const chosen = wantedOnly(inputs, choose(operator, inputs, images.features, wanted));
  const parts = computeTensors(taken, chosen, (native, out) =>
    native.integrateTsdfBackward({
      context: handleOf(context),
      grid: handleOf(grid),
      source: handleOf(state.grid),
      ...taken.images.native,
      ...held,
      tsdfGradients: handleOrNone(tsdf?.buffer),
      weightGradients: handleOrNone(weights?.buffer),
      featureGradients: handleOrNone(features?.buffer),
      outTsdf: out.tsdf,
      outWeights: out.weights,
      outFeatures: out.features,
      outDepth: out.depth,
      outImageWeights: out.imageWeights,
      outImageFeatures: out.imageFeatures,
    }));
  return bundle("TsdfGradients", parts);
}

/** Rejects grids whose number or transforms differ from those of the state. */
function checkPlaces(operator: string, made: GridBatch, from: GridBatch): void {
  if (made.gridCount !== from.gridCount) {
    refuse(
      operator,
      `the number of grids in the volume is ${made.gridCount}, in the state ${from.gridCount}`,
    );
  }
  const same = (a: Float64Array, b: Float64Array): boolean => a.every((one, at) => one === b[at]);
  if (same(made.voxelSizes, from.voxelSizes) && same(made.origins, from.origins)) return;
  refuse(operator, "the voxels of the volume are not placed as those of the state are");
}

/** Layouts of the inputs, which are those of their gradients. */
type Inputs<D extends Real> = {
  readonly tsdf: Layout<D>;
  readonly weights: Layout<D>;
  readonly features: Layout<D> | undefined;
  readonly depth: Layout<Real>;
  readonly imageWeights: Layout<Real> | undefined;
  /** Of any type if it is not chosen. */
  readonly imageFeatures: Layout<Float> | undefined;
};

function layoutsOf<D extends Real>(state: TsdfState<D>, images: DepthImages): Inputs<D> {
  const layoutOf = ({ dtype, shape }: Tensor) => [dtype, shape] as const;
  const inputs = {
    ...state,
    depth: rowsOf(images.depth).data,
    imageWeights: images.weights,
    imageFeatures: images.features,
  };
  const layouts = INPUTS.map((name) => [name, inputs[name] && layoutOf(inputs[name])]);
  return Object.fromEntries(layouts);
}

const INPUTS: readonly TsdfInputName[] = [
  "tsdf",
  "weights",
  "features",
  "depth",
  "imageWeights",
  "imageFeatures",
];

/** The inputs whose gradients are wanted; those must exist and be floats. */
function choose<D extends Real>(
  operator: string,
  inputs: Inputs<D>,
  colors: Tensor | undefined,
  wanted: readonly TsdfInputName[] | undefined,
): readonly TsdfInputName[] {
  if (wanted === undefined) {
    const isFloat = colors === undefined || (FLOATS as readonly DType[]).includes(colors.dtype);
    return INPUTS.filter((name) => isFloat || name !== "imageFeatures");
  }
  checkWanted(operator, wanted, INPUTS);
  const missing = INPUTS.find((name) => wanted.includes(name) && inputs[name] === undefined);
  if (missing !== undefined) refuse(operator, `wanted has ${missing}, of which there are none`);
  if (colors !== undefined && wanted.includes("imageFeatures")) {
    checkDType({ operator, name: "features of images" }, colors, FLOATS);
  }
  return wanted;
}
