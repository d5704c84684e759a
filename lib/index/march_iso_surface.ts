/**
 * Rendering of isosurfaces of volumes.
 *
 * @module
 */

import { vectorsOf } from "../core/camera.ts";
import { optionNames } from "../../ffi/base/options.ts";
import type { Tensor, Triple } from "../core/mod.ts";
import type { BrickVolume } from "./base/bricks.ts";
import { refuseIndex } from "./base/errors.ts";
import {
  checkMarch,
  drawPicture,
  MARCH_OPTIONS,
  type MarchOptions,
  type VolumePicture,
} from "./base/march.ts";
import type { VoxelType } from "./base/voxels.ts";
import { checkNumbers } from "../../ffi/base/checks.ts";
import { describeValue } from "../../ffi/base/words.ts";

/**
 * Options for {@linkcode marchIsoSurface}.
 *
 * @category Volume rendering
 */
export interface MarchIsoSurfaceOptions extends MarchOptions {
  /** The iso level; above the threshold of bricks if empty space is skipped. */
  readonly isoLevel: number;
  /**
   * Direction towards the light; it need not be normalized.
   *
   * @default {back along the camera's `forward`}
   */
  readonly light?: Triple;
  /**
   * Red, green and blue of the surface, 0 to 1.
   *
   * @default {[0.9, 0.88, 0.84]}
   */
  readonly color?: readonly [red: number, green: number, blue: number];
}

const PALE = [0.9, 0.88, 0.84] as const;

const NAMES = optionNames<MarchIsoSurfaceOptions>({
  ...MARCH_OPTIONS,
  isoLevel: true,
  light: true,
  color: true,
});

/**
 * Renders an isosurface of a volume: the first point on each camera ray where the volume rises to the iso level.
 *
 * Voxel i lies at (i + 1/2) times `spacing`, and values are interpolated linearly between voxels. Each ray takes
 * samples at (i + 1/2) steps after the point where it enters the volume, or from the eye if that is inside. The
 * surface is hit by the first sample at or above `isoLevel` that follows one below it; its position is bisected four
 * times between them and then interpolated. Where the boundary of the volume cuts the surface, it is hit at the
 * boundary when seen from outside. Shading is Phong's: 0.1 ambient, 0.7 diffuse and 0.2 specular with an exponent of
 * 32, with central differences over one voxel to either side; the visible side is lit.
 *
 * If rays skip space that is not above a threshold, values at or below it are rendered as the threshold; dense voxels
 * with that threshold as `floor` give the same image, bit for bit, as bricks that cover cells.
 *
 * @param volume Voxels, u8, u16, i16, f16 or f32 [z, y, x] or [x, y, z], or a bricked volume; borrowed.
 * @param options The camera, the iso level, and optional outputs.
 * @returns The image and the requested outputs; the caller owns it.
 * @throws {IndexError} If the camera is not finite or singular, if the image has no pixels, if the step is not above 0
 * or so small that rays have more than 2^31 samples (BAD_CAMERA), if `isoLevel` is not finite or not above the
 * threshold of skipping (BAD_THRESHOLD), or if the volume has more than 2^24 voxels along an axis (TOO_LARGE).
 * @throws {RangeError} If `volume` does not have three axes, or `skip` has other extents.
 * @throws {TypeError} If `volume` is of another type, if options for dense voxels are given with bricks, or if contexts
 * are mixed.
 * @determinism Same bits on every backend.
 * @see Levoy, "Display of surfaces from volume data", 1988; Phong, "Illumination for computer generated pictures", 1975.
 * @category Volume rendering
 *
 * @example A wall in the middle
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { marchIsoSurface } from "@denovdb/denovdb/index";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using volume = tensor(Uint8Array.of(0, 0, 100, 100), { context, shape: [4, 1, 1] }); // along z
 * const eye = [0.5, 0.5, -10] as const;
 * const camera = { eye, forward: [0, 0, 1], right: [0.01, 0, 0], up: [0, 0.01, 0] } as const;
 * const view = { camera, width: 1, height: 1, depths: true } as const;
 * using picture = marchIsoSurface(volume, { ...view, isoLevel: 50 });
 * const [depth = NaN] = await picture.depths?.read() ?? [];
 * assertAlmostEquals(depth, 12, 1e-4); // between the voxels at 1.5 and 2.5
 * ```
 */
export function marchIsoSurface(
  volume: Tensor<VoxelType> | BrickVolume,
  options: MarchIsoSurfaceOptions,
): VolumePicture {
  const operator = "marchIsoSurface";
  const march = checkMarch(operator, volume, options, NAMES);
  const { isoLevel, color = PALE, camera, width, height } = options;
  if (typeof isoLevel !== "number" || !Number.isFinite(Math.fround(isoLevel))) {
    const given = describeValue(isoLevel);
    refuseIndex("BAD_THRESHOLD", operator, `isoLevel is ${given}, a finite number expected`);
  }
  if (!(Math.fround(isoLevel) > Math.fround(march.floor))) {
    const what = march.skips ? "values that are skipped are up to" : "floor is";
    refuseIndex("BAD_THRESHOLD", operator, `isoLevel is ${isoLevel}, ${what} ${march.floor}`);
  }
  checkNumbers({ operator, name: "color" }, color);
  const [x, y, z] = vectorsOf(operator, camera, { width, height }).forward;
  const light = unit(operator, options.light ?? [-x, -y, -z]);
  return drawPicture(
    march,
    options,
    (native, request) =>
      native.marchIsoSurface({ ...request, isoLevel, light, color: Float64Array.from(color) }),
  );
}

function unit(operator: string, direction: Triple): Float64Array<ArrayBuffer> {
  checkNumbers({ operator, name: "light" }, direction);
  const [x, y, z] = direction;
  const length = Math.hypot(x, y, z);
  if (!(length > 0 && Number.isFinite(length))) {
    refuseIndex("BAD_CAMERA", operator, `light is ${x}, ${y}, ${z}, a direction expected`);
  }
  return Float64Array.of(x / length, y / length, z / length);
}
