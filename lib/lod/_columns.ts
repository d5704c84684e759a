/**
 * Coordinates with colors.
 *
 * @module
 */

import type { Bundle, Tensor } from "../core/mod.ts";

/**
 * Coordinates of points or voxels, and their colors.
 *
 * @category Level of detail
 */
export interface LodColumns extends Bundle {
  /** Coordinates, i32 [n, 3]; owned. */
  readonly coordinates: Tensor<"i32">;
  /** Red, green, blue and alpha, u8 [n, 4]; owned. */
  readonly colors: Tensor<"u8">;
}
