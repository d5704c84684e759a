/**
 * Samples along rays: compositing, its gradients, and importance sampling.
 *
 * @module
 */

export { sampleRaysByWeight, type SampleRaysOptions } from "./sample_rays_by_weight.ts";
export { volumeRender, VolumeRendering, type VolumeRenderOptions } from "./volume_render.ts";
export {
  VolumeGradients,
  type VolumeInputName,
  volumeRenderBackward,
  type VolumeRenderBackwardOptions,
  type VolumeResultGradients,
} from "./volume_render_backward.ts";
