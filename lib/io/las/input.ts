/**
 * Points that can be written as LAS.
 *
 * @module
 */
import type { LasFacts, LasFields, LasIntegers, PointColumn, PointCrs } from "../cloud.ts";

/**
 * Points to write, as {@linkcode readPointCloud} returns them.
 *
 * @category Point clouds
 */
export interface LasInput {
  /** x, y, z interleaved, [points, 3]; finite. */
  readonly positions: Float64Array;
  /**
   * The integer coordinates of `positions`, which are then written as they are.
   *
   * @default {undefined} Positions are rounded to multiples of `scale`.
   */
  readonly lasIntegers?: LasIntegers;
  /**
   * Resolution to which positions are rounded.
   *
   * @default {undefined} 0.001, or the nearest power of ten for which the extent is at least a hundred thousand steps
   * and fits 32 bits.
   */
  readonly scale?: number;
  /**
   * Red, green, blue interleaved, [points, 3]; they are widened to 16 bits.
   *
   * @default {undefined} None.
   */
  readonly colors?: Uint8Array;
  /**
   * Strength of each return, [points]; rounded, and clamped to 16 bits.
   *
   * @default {undefined} 0.
   */
  readonly intensities?: Uint16Array | Float32Array;
  /**
   * ASPRS class of each point, [points].
   *
   * @default {undefined} 0, never classified.
   */
  readonly classifications?: Uint8Array;
  /**
   * Return numbers, sources, flags, angles and times.
   *
   * @default {undefined} One return each.
   */
  readonly lasFields?: LasFields;
  /**
   * The coordinate system as records of another file, the source of the points and the kind of GPS times.
   *
   * @default {undefined} Unknown, and GPS week times.
   */
  readonly lasFacts?: Pick<LasFacts, "projection" | "sourceId" | "standardTimes">;
  /**
   * The coordinate system, which counts more than the records of `lasFacts`: its `wkt`, or else its `epsg` if
   * {@linkcode crsOfEpsg} knows it.
   *
   * @default {undefined} That of the records.
   */
  readonly crs?: PointCrs;
  /**
   * Further attributes of the points: a column "near infrared" of 16 bits, colors of 16 bits called "rgb" in place of
   * `colors`, and any other as extra bytes.
   *
   * @default {undefined} None.
   */
  readonly columns?: readonly PointColumn[];
}
