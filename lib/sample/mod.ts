/**
 * Samples voxel features at points, and splats features of points to voxels. Each function has a backward pass, and some
 * also return derivatives with respect to positions.
 *
 * @example Between two voxels
 * ```ts
 * import { gridFromDense, openContext, tensor } from "@denovdb/denovdb";
 * import { sampleNearest, sampleTrilinear } from "@denovdb/denovdb/sample";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: [1, 1, 2] });
 * using features = tensor([8, 16], { context });
 * using points = tensor([0, 0, 0.25], { context, shape: [1, 3] });
 * using smooth = sampleTrilinear(grid, points, features);
 * using nearest = sampleNearest(grid, points, features);
 * assertEquals([...await smooth.read(), ...await nearest.read()], [10, 8]);
 * ```
 *
 * @module
 */

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
export {
  type SampleGradients,
  sampleTrilinearBackward,
  type SumOptions,
} from "./sample_trilinear_backward.ts";
export { splatBezier, splatBezierBackward } from "./splat_bezier.ts";
export { type SplatGradients, splatTrilinear, splatTrilinearBackward } from "./splat_trilinear.ts";
export { sampleBezierWithGradBackward } from "./sample_bezier_with_grad_backward.ts";
export {
  type SamplesWithGradGradients,
  sampleTrilinearWithGradBackward,
} from "./sample_trilinear_with_grad_backward.ts";
