/**
 * Signed distance fields on voxels: fused from depth images, and made distances again.
 *
 * @module
 */

export {
  type DepthCamera,
  type DepthImages,
  integrateTsdf,
  type IntegrateTsdfOptions,
  type TsdfState,
  TsdfVolume,
} from "./integrate_tsdf.ts";
export { reinitializeSdf, type ReinitializeSdfOptions } from "./reinitialize_sdf.ts";
export { retopologizeSdf, type RetopologizeSdfOptions, SdfGrid } from "./retopologize_sdf.ts";
