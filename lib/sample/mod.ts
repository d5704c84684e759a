/**
 * Sampling of voxel features at points, splatting of point features to voxels, and the gradients of both.
 *
 * @module
 */

export {
  type SampleGradients,
  type SampleOptions,
  type SplatGradients,
  type SumOptions,
} from "./_kernel.ts";
export type { SamplesWithGradGradients } from "./_with_grad.ts";
export {
  type BezierOptions,
  sampleBezier,
  sampleBezierBackward,
  sampleBezierWithGrad,
} from "./sample_bezier.ts";
export { sampleNearest, splatNearest } from "./sample_nearest.ts";
export {
  type SamplesWithGrad,
  sampleTrilinear,
  sampleTrilinearWithGrad,
} from "./sample_trilinear.ts";
export { sampleTrilinearBackward } from "./sample_trilinear_backward.ts";
export { splatBezier, splatBezierBackward } from "./splat_bezier.ts";
export { splatTrilinear, splatTrilinearBackward } from "./splat_trilinear.ts";
export { sampleBezierWithGradBackward } from "./sample_bezier_with_grad_backward.ts";
export { sampleTrilinearWithGradBackward } from "./sample_trilinear_with_grad_backward.ts";
