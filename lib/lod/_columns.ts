/**
 * Coordinates with colours.
 *
 * @module
 */

import type { Tensor } from "../core/mod.ts";

/**
 * Coordinates of points or voxels, and their colours.
 *
 * @category Level of detail
 */
export class LodColumns implements Disposable {
  /** Coordinates, i32 [n, 3]; owned. */
  readonly coordinates: Tensor<"i32">;
  /** Red, green, blue and alpha, u8 [n, 4]; owned. */
  readonly colors: Tensor<"u8">;

  /** Takes ownership of both parts. */
  constructor(coordinates: Tensor<"i32">, colors: Tensor<"u8">) {
    this.coordinates = coordinates;
    this.colors = colors;
  }

  /** Whether both parts have been disposed. */
  get disposed(): boolean {
    return this.coordinates.disposed && this.colors.disposed;
  }

  /** Disposes both parts; idempotent. */
  dispose(): void {
    this.coordinates.dispose();
    this.colors.dispose();
  }

  /** Disposes both parts; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}
