/**
 * Values of voxels at points between them.
 *
 * @module
 */

export { SamplesWithGrad, sampleTrilinear, sampleTrilinearWithGrad } from "./sample_trilinear.ts";
