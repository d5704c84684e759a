/**
 * Signed distance fields on voxels: fusion of depth images, closing and redistancing. Narrow bands follow the surface that
 * a field represents.
 *
 * @example A step function becomes a ramp
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { reinitializeSdf } from "@denovdb/denovdb/sdf";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using row = gridFromDense({ context, dims: [6, 1, 1], voxelSize: 1 });
 * using field = tensor([-1, -1, -1, 1, 1, 1], { context });
 * using distances = reinitializeSdf(row, field, { steps: 40 });
 * const values = await distances.read();
 * assertAlmostEquals((values[3] ?? NaN) - (values[2] ?? NaN), 1, 0.01);
 * ```
 *
 * @module
 */

export type { Cancelable, DType, Float, GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
export * from "./_generated/operators.ts";
