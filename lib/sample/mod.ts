/**
 * Values of voxels at points between them, data of points given to voxels, and the gradients of both.
 *
 * @module
 */

export { SampleGradients, SplatGradients, type SumOptions } from "./_kernel.ts";
export {
  type BezierOptions,
  sampleBezier,
  sampleBezierBackward,
  type SampleBezierInput,
  sampleBezierWithGrad,
} from "./sample_bezier.ts";
export { sampleNearest, splatNearest } from "./sample_nearest.ts";
export { SamplesWithGrad, sampleTrilinear, sampleTrilinearWithGrad } from "./sample_trilinear.ts";
export { sampleTrilinearBackward, type SampleTrilinearInput } from "./sample_trilinear_backward.ts";
export { splatBezier, splatBezierBackward, type SplatBezierInput } from "./splat_bezier.ts";
export {
  splatTrilinear,
  splatTrilinearBackward,
  type SplatTrilinearInput,
} from "./splat_trilinear.ts";
