/**
 * Fused distances on both sides of what no image shows.
 *
 * @module
 */

import { describeValue } from "../../ffi/arguments.ts";
import { DepthBackground } from "../../ffi/_generated/symbols.ts";
import { emptyTensor, type Real, type Tensor } from "../core/mod.ts";
import { checkGrid, checkOptions, optionNames, refuse } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { checkDistances, imageTensors, takeImages } from "./_images.ts";
import type { DepthImages, IntegrateTsdfOptions, TsdfState } from "./integrate_tsdf.ts";

/** Options for {@linkcode closeTsdf}. */
export interface CloseTsdfOptions extends IntegrateTsdfOptions {
  /**
   * What pixels say that are no measurement, but whose weight is above 0: nothing, or that there is no surface, as where
   * images are drawn, or an object has been cut out. What the background is seen against is outside.
   *
   * @default {"unknown"}
   */
  readonly background?: "unknown" | "empty";
}

const NAMES = optionNames<CloseTsdfOptions>({ truncation: true, maxDepth: true, background: true });

/**
 * Closes the surface of a fused volume where no image shows it: what is hidden in all images that look at it is solid.
 *
 * Where surfaces are steep or behind others, voxels next to them are out of sight, and surfaces drawn between those that
 * were seen have holes. This gives a side to voxels without weight: the largest of what images say, as {@linkcode
 * integrateTsdf} asks them, and of what `tsdf` has for them, unless that is 0 or NaN; 1 where one is seen against an
 * empty background; -1 where it is behind surfaces, by more than the truncation, in all images that show anything there;
 * NaN where neither says anything, so that there is no surface where nobody looked. A voxel with weight whose distance is below 0 but that is seen against an empty background moves
 * outwards, by the weights of those pixels over its own, to 1 at most: what a single view says at a silhouette does not
 * float beside the surface. All other voxels stay as they are, so surfaces that were there stay in place.
 *
 * The surface is closed when the images show all sides of an object against a background that is known: what is hidden
 * from all views on the outside is solid too. Images may be given in parts, the result of the one call as the `tsdf` of
 * the next: voxels end on the same sides, where the images are those that were fused.
 *
 * @typeParam D Element type of distances and weights.
 * @param state What images were fused to; borrowed. Features have no part in it.
 * @param images What cameras have seen, those that were fused; borrowed. Features have no part in it.
 * @param options Truncation and range, those of the fusion, and what the background is.
 * @returns Signed distance over truncation, -1 to 1 or NaN, [voxels]; the caller owns it.
 * @throws {RangeError} If shapes, lists or lengths do not fit, or if a matrix has no inverse, is not finite or not affine.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Curless and Levoy, "A volumetric method for building complex models from range images", SIGGRAPH 1996, section 4.
 *
 * @example A voxel behind a wall
 * ```ts
 * import { closeTsdf, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
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
 *   { truncation: 1, maxDepth: 10 },
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
  const { grid, tsdf, weights } = state;
  const { depth, cameras, weights: counts } = images;
  const seen = { depth, cameras, ...counts && { weights: counts } };
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, tsdf, weights, ...imageTensors(seen));
  checkDistances(operator, state);
  const taken = takeImages(operator, grid, seen, options);
  const { background = "unknown" } = options;
  if (background !== "unknown" && background !== "empty") {
    refuse(operator, `background is ${describeValue(background)}, unknown or empty expected`);
  }
  const code = background === "empty" ? DepthBackground.EMPTY : DepthBackground.UNKNOWN;
  const out = emptyTensor([grid.numVoxels], { context, dtype: tsdf.dtype });
  return disposeOnError(out, () => {
    const status = context.native.closeTsdf(
      context.handle,
      grid.handle,
      ...taken.native,
      grid.gridCount,
      code,
      tsdf.buffer.handle,
      weights.buffer.handle,
      dtypeCode(tsdf.dtype),
      out.buffer.handle,
    );
    context.check(status, operator);
    return out;
  });
}
