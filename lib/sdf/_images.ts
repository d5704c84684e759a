/**
 * Depth images with their cameras, as native functions take them.
 *
 * @module
 */

import type { CloseTsdfRequest } from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { DType, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { intrinsicsOf, type PinholeCamera } from "../core/camera.ts";
import { checkDType, checkListCount, checkShape, rowsOf } from "../core/checks.ts";
import { checkArray, checkNumbers, checkParts, refuse } from "../../ffi/base/checks.ts";
import { dtypeCode, REALS } from "../core/dtype.ts";
import type { DepthImages, IntegrateTsdfOptions, TsdfState } from "./integrate_tsdf.ts";

/** The arguments about images that native calls have in common. */
export type ImageRequest = Omit<
  CloseTsdfRequest,
  "context" | "grid" | "background" | "tsdf" | "weights" | "dtype" | "out"
>;

/** Images that have been checked. */
export interface TakenImages {
  /** Images, height, width. */
  readonly shape: readonly [count: number, height: number, width: number];
  readonly native: ImageRequest;
}

/**
 * Checks images, cameras and options against a batch.
 *
 * @throws {RangeError} If shapes, lists or numbers are wrong.
 * @throws {TypeError} If an element type is wrong.
 */
export function takeImages(
  operator: string,
  grid: GridBatch,
  { depth, cameras, weights }: Omit<DepthImages, "features">,
  { halfWidth, maxDepth }: IntegrateTsdfOptions,
): TakenImages {
  const rows = rowsOf(depth);
  checkDType({ operator, name: "depth" }, rows.data, REALS);
  checkShape({ operator, name: "depth" }, rows.data, ["images", "height", "width"]);
  checkListCount({ operator, name: "depth" }, rows, grid);
  const [count = 0, height = 0, width = 0] = rows.data.shape;
  const shape = [count, height, width] as const;
  checkArray({ operator, name: "cameras" }, cameras);
  if (cameras.length !== count) {
    refuse(
      operator,
      `the number of cameras is ${cameras.length}, the number of images is ${count}`,
    );
  }
  if (weights !== undefined) {
    checkDType({ operator, name: "weights of images" }, weights, REALS);
    checkShape({ operator, name: "weights of images" }, weights, shape);
  }
  checkLength(operator, "halfWidth", halfWidth);
  checkLength(operator, "maxDepth", maxDepth);
  const pinholes = cameras.map((camera) => intrinsicsOf(operator, camera, { width, height }));
  const native: ImageRequest = {
    depth: handleOf(rows.data.buffer),
    depthDtype: dtypeCode(rows.data.dtype),
    imageWeights: handleOrNone(weights?.buffer),
    imageWeightDtype: dtypeCode(weights?.dtype ?? "f32"),
    nImages: count,
    height,
    width,
    intrinsics: matrices(operator, pinholes, "intrinsics", 9),
    poses: matrices(operator, pinholes, "pose", 16),
    offsets: rows.offsets,
    halfWidth,
    maxDepth,
    nGrids: grid.gridCount,
  };
  return { shape, native };
}

/** Refuses features of images that do not have as many channels as those of voxels. */
export function checkImageFeatures(
  operator: string,
  images: Tensor,
  { shape: [count, height, width] }: TakenImages,
  channels: readonly number[],
): void {
  checkShape({ operator, name: "features of images" }, images, [count, height, width, ...channels]);
}

/**
 * Checks that distances and weights fit their grid.
 *
 * @throws {RangeError} If a shape is wrong.
 * @throws {TypeError} If an element type is wrong.
 */
export function checkDistances(
  operator: string,
  { grid, tsdf, weights }: Pick<TsdfState<Real>, "grid" | "tsdf" | "weights">,
): void {
  checkDType({ operator, name: "tsdf" }, tsdf, REALS);
  checkShape({ operator, name: "tsdf" }, tsdf, [grid.numVoxels]);
  checkDType({ operator, name: "weights" }, weights, [tsdf.dtype]);
  checkShape({ operator, name: "weights" }, weights, [grid.numVoxels]);
}

/** All lists of the tensors that come with images. */
export function imageTensors({ depth, weights, features }: DepthImages): readonly Lists<DType>[] {
  return [depth, weights, features].filter((one) => one !== undefined);
}

function checkLength(operator: string, name: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return;
  refuse(operator, `${name} is ${describeValue(value)}, a finite number above 0 expected`);
}

/** Puts the matrices of all cameras one behind the other. */
function matrices(
  operator: string,
  cameras: readonly PinholeCamera[],
  name: "intrinsics" | "pose",
  size: number,
): Float64Array<ArrayBuffer> {
  const all = new Float64Array(cameras.length * size);
  for (const [image, camera] of cameras.entries()) {
    checkParts({ operator, name: `camera ${image}` }, camera);
    const matrix = camera[name];
    checkNumbers({ operator, name: `${name} of camera ${image}` }, matrix);
    if (matrix.length !== size) {
      refuse(operator, `${name} of camera ${image} has ${matrix.length} numbers, ${size} expected`);
    }
    all.set(matrix, image * size);
  }
  return all;
}
