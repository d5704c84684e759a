/**
 * Boxes, as options give them.
 *
 * @module
 */

import type { Triple } from "../../ffi/base/numbers.ts";

/**
 * A box in world units.
 *
 * @typeParam Corner What a corner is: three numbers, or also one number for all axes.
 * @category Boxes
 */
export interface Box<Corner = number | Triple> {
  /** Minimum corner, in world units. */
  readonly min: Corner;
  /** Maximum corner, in world units. */
  readonly max: Corner;
}

/**
 * A box of voxels.
 *
 * @typeParam Corner What a corner is: three whole numbers, one for all axes, or a corner for each grid.
 * @category Boxes
 */
export interface IjkBox<Corner = number | Triple> {
  /** Minimum corner, in voxels. */
  readonly ijkMin: Corner;
  /** Maximum corner, in voxels; inclusive. */
  readonly ijkMax: Corner;
}
