/**
 * Checks of fused volumes and depth images, and their native arguments.
 *
 * @module
 */

import type { IntegrateTsdfRequest } from "../../ffi/_generated/native.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { DType, GridBatch, Lists, Real } from "../core/mod.ts";
import { checkDType, checkGrid } from "../core/checks.ts";
import { checkParts, refuse } from "../../ffi/base/checks.ts";
import type { Caller } from "../core/compute_tensors.ts";
import { dtypeCode } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";
import { elementCount, formatShape } from "../core/shape.ts";
import {
  checkDistances,
  checkImageFeatures,
  imageTensors,
  takeImages,
  type TakenImages,
} from "./_images.ts";
import type { DepthImages, IntegrateTsdfOptions, TsdfState } from "./integrate_tsdf.ts";

/** The native arguments about a state, and about features of images. */
export type HeldRequest = Pick<
  IntegrateTsdfRequest,
  "tsdf" | "weights" | "features" | "dtype" | "imageFeatures" | "imageFeatureDtype" | "channels"
>;

/** A state and images that fit together. */
export interface TakenFusion extends Caller {
  readonly images: TakenImages;
  /** The axes of features; none where there are no features. */
  readonly channels: readonly number[];
  readonly held: HeldRequest;
}

/**
 * Checks a state, images and options against each other.
 *
 * @param operator The operation, for messages.
 * @param state The volume so far.
 * @param images Depth images.
 * @param options Truncation and range.
 * @param others Further inputs, which must be in the same context.
 * @throws {RangeError} If shapes, lists or numbers are wrong.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 */
export function takeFusion<D extends Real>(
  operator: string,
  state: TsdfState<D>,
  images: DepthImages,
  options: IntegrateTsdfOptions,
  others: readonly (Lists<DType> | GridBatch)[] = [],
): TakenFusion {
  checkParts({ operator, name: "state" }, state, "an object with a grid, tsdf and weights");
  checkParts({ operator, name: "images" }, images, "an object with depth and cameras");
  const { grid, tsdf, weights, features } = state;
  const { features: imageFeatures } = images;
  checkGrid(operator, grid);
  const known = [tsdf, weights, ...features ? [features] : []];
  const context = shareContext(operator, grid, ...known, ...imageTensors(images), ...others);
  const channels = takeState(operator, state, images);
  const taken = takeImages(operator, grid, images, options);
  if (imageFeatures !== undefined) checkImageFeatures(operator, imageFeatures, taken, channels);
  const held: HeldRequest = {
    tsdf: handleOf(tsdf.buffer),
    weights: handleOf(weights.buffer),
    features: handleOrNone(features?.buffer),
    dtype: dtypeCode(tsdf.dtype),
    imageFeatures: handleOrNone(imageFeatures?.buffer),
    imageFeatureDtype: dtypeCode(imageFeatures?.dtype ?? "f32"),
    channels: imageFeatures === undefined ? 0 : elementCount(channels),
  };
  return { operator, context, images: taken, channels, held };
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
