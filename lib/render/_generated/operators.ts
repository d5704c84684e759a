// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { type ImageErrors, imageErrors, type ImageErrorsOptions } from "../image_errors.ts";
export {
  sampleRaysByWeight,
  sampleRaysByWeightAsync,
  type SampleRaysOptions,
} from "../sample_rays_by_weight.ts";
export { volumeRender, type VolumeRendering, type VolumeRenderOptions } from "../volume_render.ts";
export {
  type VolumeGradients,
  type VolumeInputName,
  volumeRenderBackward,
  type VolumeRenderBackwardOptions,
  type VolumeResultGradients,
} from "../volume_render_backward.ts";
