/**
 * Fusion of depth images on a tape.
 *
 * @module
 */

import { cannot } from "../../ffi/base/errors.ts";
import { type Float, type GridBatch, type Real, Tensor } from "../core/mod.ts";
import { applyMany, type Operand, type Tape, Value } from "../grad/mod.ts";
import * as ops from "../sdf/mod.ts";
import { dataOf, type ListsOptions, type RowsOperand, takeLists } from "./base/lists.ts";

/**
 * A volume whose distances, weights and features may be values.
 *
 * @typeParam D Element type.
 * @category Operators of networks
 */
export interface TsdfOperands<D extends Real> {
  /** The voxels; borrowed until the backward pass has run. */
  readonly grid: GridBatch;
  /** Signed distance divided by the half-width, [voxels]. */
  readonly tsdf: Operand<D>;
  /** Accumulated weight of each voxel, [voxels]. */
  readonly weights: Operand<D>;
  /** Features, [voxels, ...channels]. */
  readonly features?: Operand<D>;
}

/**
 * Depth images that may be values.
 *
 * @category Operators of networks
 */
export interface ImageOperands extends Omit<ops.DepthImages, "depth" | "weights" | "features"> {
  /** Depth of each pixel, [images, height, width]. */
  readonly depth: RowsOperand<Real>;
  /** Weight of each pixel, [images, height, width]. */
  readonly weights?: Operand<Real>;
  /** Features of each pixel, [images, height, width, ...channels]; constants may be of any type. */
  readonly features?: Value<Float> | Tensor;
}

/**
 * A fused volume on a tape.
 *
 * @typeParam D Element type.
 * @category Operators of networks
 */
export interface TsdfValues<D extends Real> {
  /** The voxels; the tape keeps them until it ends. */
  readonly grid: GridBatch;
  /** Signed distance divided by the half-width, [voxels]. */
  readonly tsdf: Value<D>;
  /** Accumulated weight of each voxel, [voxels]. */
  readonly weights: Value<D>;
  /** Features, if the images have some, [voxels, ...channels]. */
  readonly features?: Value<D>;
}

const NAMES: readonly ops.TsdfInputName[] = [
  ...["tsdf", "weights", "features", "depth", "imageWeights", "imageFeatures"] as const,
];

/**
 * Fuses depth images into a volume, as `integrateTsdf` of `@denovdb/denovdb/sdf` does. Gradients take the voxels and the
 * pixels that they see as fixed.
 *
 * @typeParam D Element type of the volume.
 * @param state The volume so far.
 * @param images Depth images; at least one operand of the volume or the images is a value.
 * @param options Truncation and range, and the offsets of images that are values.
 * @returns The updated volume; its tape owns it.
 * @throws As `integrateTsdf`, and {TypeError} if no operand is a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 */
export function integrateTsdf<D extends Real>(
  state: TsdfOperands<D>,
  images: ImageOperands,
  options: ListsOptions & ops.IntegrateTsdfOptions,
): TsdfValues<D> {
  const operator = "integrateTsdf";
  const { offsets, ...rest } = options;
  const { operand: depth, inLists } = takeLists(images.depth, { ...offsets && { offsets } });
  const parts: Readonly<Record<string, Value<Float> | Tensor | undefined>> = {
    ...{ tsdf: state.tsdf, weights: state.weights, features: state.features },
    ...{ depth, imageWeights: images.weights, imageFeatures: images.features },
  };
  // Colors of pixels may be bytes, which are no operands.
  const names = NAMES.filter((name) => isOperand(parts[name]));
  const inputs = names.map((name) => parts[name] as Operand<Float>);
  const tape = tapeOf(operator, inputs);
  let grid: GridBatch | undefined;
  const refill = (tensors: readonly Tensor<Float>[]): [ops.TsdfState<D>, ops.DepthImages] => {
    const found = Object.fromEntries(names.map((name, place) => [name, tensors[place]]));
    const { tsdf, weights, features, depth, imageWeights } = found as Record<string, Tensor<D>>;
    const colors = found["imageFeatures"] ?? images.features as Tensor | undefined;
    return [
      { ...state, tsdf, weights, features } as ops.TsdfState<D>,
      {
        cameras: images.cameras,
        depth: inLists(depth as Tensor<D>),
        ...imageWeights && { weights: imageWeights },
        ...colors && { features: colors },
      },
    ];
  };
  const made = applyMany(operator, inputs, (tensors) => {
    const fused = ops.integrateTsdf<D>(...refill(tensors), rest);
    grid = tape.own(fused.grid);
    const { tsdf, weights, features } = fused;
    return { results: { tsdf, weights, ...features && { features } } };
  }, (gradients, { tensors, wanted }) => {
    const chosen = names.filter((_, place) => wanted[place]);
    const volume = { grid: grid as GridBatch };
    const back = ops.integrateTsdfBackward<D>(...refill(tensors), volume, gradients, {
      ...rest,
      wanted: chosen,
    });
    return names.map((name) => {
      const gradient = back[name];
      return gradient && dataOf(gradient as Tensor<Float>);
    });
  });
  return { ...made, grid: grid as object as GridBatch } as TsdfValues<D>;
}

function isOperand(part: unknown): part is Operand<Float> {
  if (part instanceof Value) return true;
  return part instanceof Tensor && /^b?f\d+$/.test(part.dtype);
}

function tapeOf(operator: string, inputs: readonly unknown[]): Tape {
  const value = inputs.find((input) => input instanceof Value);
  if (value !== undefined) return value.tape;
  throw new TypeError(`${cannot(operator)}: no operand is a value`);
}
