/**
 * Rendering of level-of-detail trees.
 *
 * @module
 */

import type { Native, RenderLodNearestRequest, Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type Camera, scope, type Tensor } from "../core/mod.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { checkOptions, type OptionKinds, optionNames } from "../../ffi/base/options.ts";
import {
  checkAnyNumber,
  checkClass,
  checkMade,
  checkNumbers,
  checkParts,
  refuse,
} from "../../ffi/base/checks.ts";
import { computeTensors, type Layout } from "../core/compute_tensors.ts";
import { showAs } from "../core/inspect.ts";
import { shareContext } from "../core/ownership.ts";
import { tensorPicture } from "../core/show_tensor.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";
import { cameraRequest, checkPointSize } from "./_camera.ts";
import { LodTree } from "./base/tree.ts";
import {
  type LodSelection,
  type LodSelectionCounts,
  selectFor,
  type SelectLodOptions,
} from "./select.ts";

/**
 * Options for {@linkcode renderLodNearest}.
 *
 * @category Level of detail
 */
export interface RenderLodOptions extends SelectLodOptions {
  /**
   * The parts of the tree to draw, from {@linkcode selectLodNodes}; borrowed. If omitted, they are selected for this
   * image.
   */
  readonly selection?: LodSelection;
  /**
   * Edge of the squares that represent points and voxels, in pixels, 1 to 64.
   *
   * @default {1}
   */
  readonly pointSize?: number;
  /**
   * Background: red, green, blue and opacity, 0 to 1.
   *
   * @default {[0, 0, 0, 0]}
   */
  readonly background?: readonly [red: number, green: number, blue: number, opacity: number];
  /**
   * Whether to return depths as well.
   *
   * @default {false}
   */
  readonly depths?: boolean;
}

/**
 * Options for {@linkcode renderLodBlended}.
 *
 * @category Level of detail
 */
export interface RenderLodBlendedOptions extends RenderLodOptions {
  /**
   * Relative depth tolerance: points that are farther than the nearest of a pixel by at most this fraction of its depth
   * count.
   *
   * @default {0.01}
   */
  readonly tolerance?: number;
}

/**
 * A rendered image of a tree on its device.
 *
 * @category Level of detail
 */
export class LodPicture implements Disposable {
  static {
    showAs(this, {
      text: ({ image }) => `LodPicture of ${image}`,
      picture: ({ image }) => tensorPicture(image),
    });
  }

  /** Red, green, blue and opacity, which is 255 where something is drawn, u8 [height, width, 4]; owned. */
  readonly image: Tensor<"u8">;
  /** Depth of the nearest point or voxel along the camera's axis, infinite where there is none, f32 [height, width]; owned. */
  readonly depths: Tensor<"f32"> | undefined;
  /** Counts of the selected nodes and points. */
  readonly counts: LodSelectionCounts;

  /** Takes ownership of all parts. */
  constructor(image: Tensor<"u8">, depths: Tensor<"f32"> | undefined, counts: LodSelectionCounts) {
    checkMade("LodPicture", image, "renderLodNearest");
    this.image = image;
    this.depths = depths;
    this.counts = counts;
  }

  /** Whether all parts have been disposed. */
  get disposed(): boolean {
    return this.image.disposed && this.depths?.disposed !== false;
  }

  /** Disposes all parts; idempotent. */
  dispose(): void {
    this.image.dispose();
    this.depths?.dispose();
  }

  /** Disposes all parts; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

const KINDS: OptionKinds<RenderLodOptions> = {
  minSize: true,
  pointSize: true,
  selection: true,
  background: true,
  depths: "boolean",
};
const NAMES = optionNames<RenderLodOptions>(KINDS);
const BLENDED_NAMES = optionNames<RenderLodBlendedOptions>({ ...KINDS, tolerance: true });

/**
 * Renders a tree: each pixel has the color of its nearest point or voxel.
 *
 * Points and voxels are drawn as squares of `pointSize` pixels around the pixel that contains them; the upper and left
 * borders of a pixel belong to it. Voxels lie at the centers of their cells; points of integers at their exact
 * positions, those of floats at the centers of their units. Positions and depths are computed in single precision,
 * relative to the corner of the node. Of several at the same depth, the one with the smallest color is drawn, compared
 * by blue, then green, then red. Everything is opaque, whatever its alpha. What lies behind the camera, or has no
 * finite depth, is not drawn; near and far planes do not clip.
 *
 * @param tree The tree; borrowed.
 * @param camera The camera.
 * @param options What to draw, the point size, and the background.
 * @returns The image; the caller owns it.
 * @throws {RangeError} If the camera is not finite or singular, or if an option is out of range.
 * @throws {TypeError} If `selection` is on another device.
 * @throws {NativeError} If `selection` has runs that the tree does not have ("invalid-data").
 * @determinism Same bits on every backend.
 * @see Schütz, Kerbl, Wimmer, "Rendering Point Clouds with Compute Shaders and Vertex Order Optimization", 2021
 * @category Level of detail
 *
 * @example The nearer of two points
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { renderLodNearest } from "@denovdb/denovdb/lod";
 * import { cameraLookAt } from "@denovdb/denovdb/core";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor(new Int32Array([2, 0, 0, 5, 0, 0]), { context, shape: [2, 3] });
 * using colors = tensor(new Uint8Array([255, 0, 0, 0, 255, 0]), { context, shape: [2, 3] });
 * using tree = buildLod(points, colors);
 * const camera = cameraLookAt({ eye: [0, 0, 0], target: [1, 0, 0], width: 1, height: 1 });
 * using picture = renderLodNearest(tree, camera, { depths: true });
 * assertEquals([...await picture.image.read()], [255, 0, 0, 255]);
 * assertEquals([...await picture.depths?.read() ?? []], [2]);
 * ```
 */
export function renderLodNearest(
  tree: LodTree,
  camera: Camera,
  options: RenderLodOptions = {},
): LodPicture {
  const operator = "renderLodNearest";
  checkOptions(operator, options, NAMES);
  return drawLod(
    operator,
    tree,
    camera,
    options,
    (native, request) => native.renderLodNearest(request),
  );
}

/**
 * Renders a tree: each pixel has the mean color of all points and voxels that are hardly farther than the nearest, so
 * that surfaces look smooth and do not flicker where many points share a pixel.
 *
 * Points and voxels are drawn as by {@linkcode renderLodNearest}. A first pass finds the smallest depth of each pixel,
 * a second one sums colors at depths of at most (1 + `tolerance`) times that, in integers; means are rounded half up.
 *
 * @param tree The tree; borrowed.
 * @param camera The camera.
 * @param options What to draw, the point size, and the background.
 * @returns The image, with the smallest depths; the caller owns it.
 * @throws As {@linkcode renderLodNearest}.
 * @determinism Same bits on every backend.
 * @see Schütz, Kerbl, Wimmer, "Software Rasterization of 2 Billion Points in Real Time", 2022, high-quality shading
 * @category Level of detail
 *
 * @example Two points blended into one
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { renderLodBlended } from "@denovdb/denovdb/lod";
 * import { cameraLookAt } from "@denovdb/denovdb/core";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor(new Int32Array([1000, 0, 0, 1001, 0, 0]), { context, shape: [2, 3] });
 * using colors = tensor(new Uint8Array([255, 0, 0, 0, 255, 0]), { context, shape: [2, 3] });
 * using tree = buildLod(points, colors);
 * const camera = cameraLookAt({ eye: [0, 0, 0], target: [1, 0, 0], width: 1, height: 1 });
 * using picture = renderLodBlended(tree, camera);
 * assertEquals([...await picture.image.read()], [128, 128, 0, 255]);
 * ```
 */
export function renderLodBlended(
  tree: LodTree,
  camera: Camera,
  options: RenderLodBlendedOptions = {},
): LodPicture {
  const operator = "renderLodBlended";
  const { tolerance = 0.01 } = checkOptions(operator, options, BLENDED_NAMES);
  checkAnyNumber({ operator, name: "tolerance" }, tolerance);
  return drawLod(
    operator,
    tree,
    camera,
    options,
    (native, request) => native.renderLodBlended({ ...request, tolerance }),
  );
}

function drawLod(
  operator: string,
  tree: LodTree,
  camera: Camera,
  options: RenderLodOptions,
  draw: (native: Native, request: RenderLodNearestRequest) => Status,
): LodPicture {
  const { selection } = options;
  checkClass({ operator, name: "tree" }, tree, LodTree);
  if (selection !== undefined) checkSelection(operator, selection);
  const given = selection === undefined ? [] : [selection.runs];
  const context = shareContext(operator, tree, ...given);
  const view = cameraRequest(operator, camera);
  const pointSize = checkPointSize(operator, options.pointSize ?? 1);
  const background = colorWord(operator, options.background ?? [0, 0, 0, 0]);
  const size = [view.height, view.width];
  const layouts: { readonly image: Layout<"u8">; readonly depths: Layout<"f32"> | undefined } = {
    image: ["u8", [...size, 4]],
    depths: options.depths === true ? ["f32", size] : undefined,
  };
  const parts = scope((own) => {
    const { runs, counts } = selection ?? own(selectFor(operator, tree, view, options));
    const made = computeTensors(
      { operator, context },
      layouts,
      (native, out, context) =>
        draw(native, {
          context,
          lod: handleOf(tree),
          ...view,
          pointSize,
          nRuns: counts.runs,
          runs: handleOf(runs.buffer),
          background,
          outImage: out.image,
          outDepths: out.depths,
        }),
    );
    return { ...made, counts };
  });
  return new LodPicture(parts.image, parts.depths, parts.counts);
}

/** Refuses what has not the parts of a selection; whether its runs fit the tree is checked where they are drawn. */
function checkSelection(operator: string, selection: LodSelection): void {
  checkParts({ operator, name: "selection" }, selection);
  const { runs, counts } = selection;
  checkDType({ operator, name: "runs of selection" }, runs, ["i64"]);
  checkParts({ operator, name: "counts of selection" }, counts);
  const limits = { least: 0, most: Number.MAX_SAFE_INTEGER };
  const name = "runs in counts of selection";
  checkShape({ operator, name: "runs of selection" }, runs, [
    wholeNumber({ operator, name }, counts.runs, limits),
    3,
  ]);
}

/** Four shares of 255 in a word, the first in the low byte. */
function colorWord(operator: string, color: readonly number[]): number {
  checkNumbers({ operator, name: "background" }, color);
  if (color.length !== 4 || !color.every((share) => share >= 0 && share <= 1)) {
    refuse(operator, `background is ${color.join(", ")}, four numbers from 0 to 1 expected`);
  }
  return color.reduceRight((word, share) => word * 256 + Math.round(share * 255), 0);
}
