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
export { closeTsdf, type CloseTsdfOptions } from "./close_tsdf.ts";
export {
  type DepthImages,
  integrateTsdf,
  integrateTsdfAsync,
  type IntegrateTsdfOptions,
  type TsdfState,
  type TsdfVolume,
} from "./integrate_tsdf.ts";
export {
  integrateTsdfBackward,
  type IntegrateTsdfBackwardOptions,
  type TsdfGradients,
  type TsdfInputName,
  type TsdfResultGradients,
} from "./integrate_tsdf_backward.ts";
export {
  reinitializeSdf,
  reinitializeSdfAsync,
  type ReinitializeSdfOptions,
} from "./reinitialize_sdf.ts";
export {
  retopologizeSdf,
  retopologizeSdfAsync,
  type RetopologizeSdfOptions,
  type SdfGrid,
} from "./retopologize_sdf.ts";
