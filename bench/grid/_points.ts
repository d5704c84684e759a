/**
 * Points in world space for benchmarks of queries and reductions.
 *
 * @module
 */

import { type Context, type GridBatch, gridFromIjk, type Tensor, tensor } from "../../mod.ts";
import { drawPoints } from "./_inputs.ts";

/** Coordinates on a surface, the same as points in the middle of their voxels, and a grid of them. */
export interface SurfaceInput {
  readonly count: number;
  readonly ijk: Tensor<"i32">;
  readonly points: Tensor<"f32">;
  readonly grid: GridBatch;
}

/** Draws a surface on a device; it lives as long as the benchmark's process. */
export function surfaceInput(context: Context, count = 1_000_000): SurfaceInput {
  const coordinates = drawPoints("surface", count, "random");
  const shape = [count, 3];
  const ijk = tensor(coordinates, { context, shape });
  const points = tensor(Float32Array.from(coordinates), { context, shape });
  return { count, ijk, points, grid: gridFromIjk(ijk) };
}
