/**
 * Signed distance fields on voxels: fused from depth images, closed, and made distances again.
 *
 * @module
 */

export { closeTsdf, type CloseTsdfOptions } from "./close_tsdf.ts";
export {
  type DepthCamera,
  type DepthImages,
  integrateTsdf,
  integrateTsdfAsync,
  type IntegrateTsdfOptions,
  type TsdfState,
  TsdfVolume,
} from "./integrate_tsdf.ts";
export { reinitializeSdf, type ReinitializeSdfOptions } from "./reinitialize_sdf.ts";
export {
  retopologizeSdf,
  retopologizeSdfAsync,
  type RetopologizeSdfOptions,
  SdfGrid,
} from "./retopologize_sdf.ts";
