/**
 * Closing of fused surfaces where no image shows them.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import { DepthBackground } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Real, Tensor } from "../core/mod.ts";
import { checkGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkParts, refuse } from "../../ffi/base/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { checkDistances, imageTensors, takeImages } from "./_images.ts";
import type { DepthImages, IntegrateTsdfOptions, TsdfState } from "./integrate_tsdf.ts";

/**
 * Options for {@linkcode closeTsdf}.
 *
 * @category Distance fields
 */
export interface CloseTsdfOptions extends IntegrateTsdfOptions {
  /**
   * Meaning of pixels without a measurement, but with a weight above 0: nothing ("unknown"), or that no surface is
   * there ("empty"), as in rendered images or where an object has been cut out. What is seen against an empty background is
   * outside.
   *
   * @default {"unknown"}
   */
  readonly background?: "unknown" | "empty";
}

const NAMES = optionNames<CloseTsdfOptions>({ halfWidth: true, maxDepth: true, background: true });

/**
 * Closes the surface of a fused volume where no image shows it: what is hidden in every image that covers it is solid.
 *
 * On steep or occluded surfaces, the voxels next to the surface are out of sight, and surfaces extracted from the
 * visible ones have holes. This assigns a value to voxels without weight: the largest of the values from the images,
 * sampled as in {@linkcode integrateTsdf}, and of their value in `tsdf`, unless that is 0 or NaN; 1 if seen against an
 * empty background; -1 if behind surfaces by more than the half-width in all images that show anything there; NaN if
 * neither says anything, so that no surface appears where nothing was observed. A voxel with weight and a negative
 * distance that is seen against an empty background moves outwards, by the weights of those pixels relative to its own,
 * up to 1: artifacts of a single view at a silhouette do not float beside the surface. All other voxels are unchanged,
 * so existing surfaces stay in place.
 *
 * The surface is closed if the images show all sides of an object against a known background: what is hidden from all
 * views on the outside is solid, too. Images may be passed in several calls, with the result of one call as the `tsdf`
 * of the next: voxels end on the same sides, provided the images are those that were fused.
 *
 * @typeParam D Element type of distances and weights.
 * @param state The volume that images were fused into; borrowed. Features are ignored.
 * @param images The depth images that were fused; borrowed. Features are ignored.
 * @param options Truncation and range, as in the fusion, and the meaning of the background.
 * @returns Signed distance divided by the half-width, -1 to 1 or NaN, [voxels]; the caller owns it.
 * @throws {RangeError} If shapes, lists or lengths do not match, or if a matrix is singular, not finite or not affine.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Curless and Levoy, "A volumetric method for building complex models from range images", SIGGRAPH 1996, section 4.
 * @category Distance fields
 *
 * @example A voxel behind a wall
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { closeTsdf } from "@denovdb/denovdb/sdf";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([0, 0, 2, 0, 0, 4, 0, 0, 6]), { context, shape: [3, 3] });
 * using grid = gridFromIjk(ijk);
 * using nothing = tensor([0, 0, 0], { context });
 * using depth = tensor([4], { context, shape: [1, 1, 1] });
 * const camera = {
 *   intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1],
 *   pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
 * };
 * using closed = closeTsdf(
 *   { grid, tsdf: nothing, weights: nothing },
 *   { depth, cameras: [camera] },
 *   { halfWidth: 1, maxDepth: 10 },
 * );
 * assertEquals([...await closed.read()], [1, 0, -1]);
 * ```
 */
export function closeTsdf<D extends Real>(
  state: Pick<TsdfState<D>, "grid" | "tsdf" | "weights">,
  images: Omit<DepthImages, "features">,
  options: CloseTsdfOptions,
): Tensor<D> {
  const operator = "closeTsdf";
  checkOptions(operator, options, NAMES);
  checkParts({ operator, name: "state" }, state, "an object with a grid, tsdf and weights");
  checkParts({ operator, name: "images" }, images, "an object with depth and cameras");
  const { grid, tsdf, weights } = state;
  const { depth, cameras, weights: counts } = images;
  const seen = { depth, cameras, ...counts !== undefined && { weights: counts } };
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, tsdf, weights, ...imageTensors(seen));
  checkDistances(operator, state);
  const taken = takeImages(operator, grid, seen, options);
  const { background = "unknown" } = options;
  if (background !== "unknown" && background !== "empty") {
    refuse(operator, `background is ${describeValue(background)}, unknown or empty expected`);
  }
  const code = background === "empty" ? DepthBackground.EMPTY : DepthBackground.UNKNOWN;
  const { dtype } = tsdf;
  const layout = { operator, context, dtype, shape: [grid.numVoxels] };
  return computeTensor(layout, (native, request) =>
    native.closeTsdf({
      ...request,
      grid: handleOf(grid),
      ...taken.native,
      background: code,
      tsdf: handleOf(tsdf.buffer),
      weights: handleOf(weights.buffer),
      dtype: dtypeCode(dtype),
    }));
}
