// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { closeTsdf, type CloseTsdfOptions } from "../close_tsdf.ts";
export {
  type DepthImages,
  integrateTsdf,
  integrateTsdfAsync,
  type IntegrateTsdfOptions,
  type TsdfState,
  type TsdfVolume,
} from "../integrate_tsdf.ts";
export {
  integrateTsdfBackward,
  type IntegrateTsdfBackwardOptions,
  type TsdfGradients,
  type TsdfInputName,
  type TsdfResultGradients,
} from "../integrate_tsdf_backward.ts";
export {
  reinitializeSdf,
  reinitializeSdfAsync,
  type ReinitializeSdfOptions,
} from "../reinitialize_sdf.ts";
export {
  retopologizeSdf,
  retopologizeSdfAsync,
  type RetopologizeSdfOptions,
  type SdfGrid,
} from "../retopologize_sdf.ts";
