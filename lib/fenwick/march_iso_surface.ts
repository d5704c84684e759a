/**
 * Pictures of the surface where a volume rises to a value.
 *
 * @module
 */

import { checkOptions, optionNames } from "../core/checks.ts";
import type { Tensor, Triple } from "../core/mod.ts";
import type { BrickVolume } from "./_bricks.ts";
import { refuseIndex } from "./_errors.ts";
import {
  checkMarch,
  drawPicture,
  MARCH_OPTIONS,
  type MarchOptions,
  type VolumePicture,
} from "./_march.ts";
import type { VoxelType } from "./_voxels.ts";

/** Options for {@linkcode marchIsoSurface}. */
export interface MarchIsoSurfaceOptions extends MarchOptions {
  /** The value at which the surface is; above the threshold of bricks where something is skipped. */
  readonly isoLevel: number;
  /**
   * Direction towards the light; its length does not matter.
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
 * Renders an isosurface of a volume: the first place on each camera ray where the volume rises to a value.
 *
 * Voxel i lies at (i + 1/2) times `spacing`, and between voxels values are linear. Each ray takes samples at
 * (i + 1/2) steps behind the place where it enters the volume, or from the eye on if that is inside. The surface is met by
 * the first sample at or above `isoLevel` that comes after one below it; its place is bisected four times between them and then
 * interpolated. What the border of the volume cuts, seen from outside, is met at the border. Light is Phong's: 0.1 ambient,
 * 0.7 diffuse and 0.2 specular with an exponent of 32, by slopes from a voxel to either side; the side that is seen is lit.
 *
 * Where rays skip what is not above a threshold, values at or below it are seen as the threshold; dense voxels with that
 * threshold as `floor` give the same picture, bit for bit, as bricks that cover cells do.
 *
 * @param volume Voxels, u8, u16, i16, f16 or f32 [z, y, x] or [x, y, z], or a volume in bricks; borrowed.
 * @param options Where it is seen from, the value, and what to find out.
 * @returns The picture, and what was asked for besides; the caller owns it.
 * @throws {IndexError} If the camera is not finite or singular, if the picture has no pixels, if the step is not above 0 or
 * so small that rays have more than 2^31 samples (BAD_CAMERA), if `isoLevel` is not finite or not above what is skipped
 * (BAD_THRESHOLD), or if the volume has more than 2^24 voxels along an axis (TOO_LARGE).
 * @throws {RangeError} If `volume` does not have three axes, or `skip` has other extents.
 * @throws {TypeError} If `volume` is of another type, if options are for dense voxels and it is not, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Levoy, "Display of surfaces from volume data", 1988; Phong, "Illumination for computer generated pictures", 1975.
 *
 * @example A wall in the middle
 * ```ts
 * import { marchIsoSurface, openContext, tensor } from "@denovdb/denovdb";
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
  checkOptions(operator, options, NAMES);
  const march = checkMarch(operator, volume, options);
  const { isoLevel, color = PALE, camera } = options;
  if (!Number.isFinite(Math.fround(isoLevel))) {
    refuseIndex("BAD_THRESHOLD", operator, `isoLevel is ${isoLevel}, a finite number expected`);
  }
  if (!(Math.fround(isoLevel) > Math.fround(march.floor))) {
    const what = march.skips ? "values that are skipped are up to" : "floor is";
    refuseIndex("BAD_THRESHOLD", operator, `isoLevel is ${isoLevel}, ${what} ${march.floor}`);
  }
  const [x, y, z] = camera.forward;
  const light = unit(operator, options.light ?? [-x, -y, -z]);
  const { context } = march;
  return drawPicture(march, options, (buffers) => {
    const status = context.native.marchIsoSurface(
      context.handle,
      ...march.volume,
      ...march.picture,
      isoLevel,
      light,
      Float64Array.from(color),
      ...buffers,
    );
    context.check(status, operator);
  });
}

function unit(operator: string, [x, y, z]: Triple): Float64Array<ArrayBuffer> {
  const length = Math.hypot(x, y, z);
  if (!(length > 0 && Number.isFinite(length))) {
    refuseIndex("BAD_CAMERA", operator, `light is ${x}, ${y}, ${z}, a direction expected`);
  }
  return Float64Array.of(x / length, y / length, z / length);
}
