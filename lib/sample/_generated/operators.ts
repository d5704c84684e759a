// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export {
  type BezierOptions,
  sampleBezier,
  sampleBezierBackward,
  sampleBezierWithGrad,
} from "../sample_bezier.ts";
export { sampleBezierWithGradBackward } from "../sample_bezier_with_grad_backward.ts";
export { sampleNearest, splatNearest } from "../sample_nearest.ts";
export {
  type SamplesWithGrad,
  sampleTrilinear,
  sampleTrilinearWithGrad,
} from "../sample_trilinear.ts";
export {
  type SampleGradients,
  sampleTrilinearBackward,
  type SumOptions,
} from "../sample_trilinear_backward.ts";
export {
  type SamplesWithGradGradients,
  sampleTrilinearWithGradBackward,
} from "../sample_trilinear_with_grad_backward.ts";
export { splatBezier, splatBezierBackward } from "../splat_bezier.ts";
export { type SplatGradients, splatTrilinear, splatTrilinearBackward } from "../splat_trilinear.ts";
