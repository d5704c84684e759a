/**
 * Valid calls of operators on meshes and distance fields.
 *
 * @module
 */

import { DepthBackground, Dtype, Smoothing } from "../../../ffi/_generated/symbols.ts";
import type { ValidCall } from "./_call.ts";

const FIELD = { dtype: Dtype.F32, isoLevel: 0.5 };

const SURFACE = { ...FIELD, nVertices: 2 };

const SURFACE_FEATURES = { ...SURFACE, featureDtype: Dtype.F32, channels: 2 };

const MESH = {
  dtype: Dtype.F32,
  nVertices: 3,
  vertexOffsets: BigInt64Array.of(0n, 3n),
  faceDtype: Dtype.I32,
  nFaces: 2,
  faceOffsets: BigInt64Array.of(0n, 2n),
  nGrids: 1,
};

const LENS = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

const POSE = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

const IMAGES = {
  depthDtype: Dtype.F32,
  imageWeightDtype: Dtype.F32,
  nImages: 1,
  height: 2,
  width: 3,
  intrinsics: LENS,
  poses: POSE,
  offsets: BigInt64Array.of(0n, 1n),
  halfWidth: 1,
  maxDepth: 2,
  nGrids: 1,
};

const FUSION = { ...IMAGES, dtype: Dtype.F32, imageFeatureDtype: Dtype.F32, channels: 2 };

const BAND = { dtype: Dtype.F32, halfWidthInVoxels: 3 };

/** The calls, by the name of the method. */
export const MESH_CALLS: Readonly<Record<string, ValidCall>> = {
  marchingCubesCount: { values: FIELD },
  marchingCubes: { values: { ...FIELD, nVertices: 2, nFaces: 2, vertexDtype: Dtype.F64 } },
  marchingCubesBackward: { values: { ...SURFACE, vertexDtype: Dtype.F64 } },
  surfaceNormals: { values: SURFACE },
  surfaceNormalsBackward: { values: SURFACE },
  surfaceFeatures: { values: SURFACE_FEATURES },
  surfaceFeaturesBackward: { values: SURFACE_FEATURES },
  meshDistances: { values: { ...MESH, halfWidth: 1 } },
  signedMeshDistances: { values: { ...MESH, halfWidth: 1 } },
  meshDistancesBackward: { values: MESH },
  signedMeshDistancesBackward: { values: MESH },
  integrateTsdfGrid: {
    values: { ...IMAGES, voxelSizes: Float64Array.of(1, 1, 1), origins: new Float64Array(3) },
  },
  integrateTsdf: { values: FUSION },
  // Gradients of images need weights, and features of floating-point types.
  integrateTsdfBackward: { values: { ...FUSION, outImageWeights: 0, outImageFeatures: 0 } },
  closeTsdf: { values: { ...IMAGES, background: DepthBackground.EMPTY, dtype: Dtype.F32 } },
  reinitializeSdf: {
    values: { ...BAND, order: 2, steps: 1, smooth: 1, smoothing: Smoothing.TAUBIN },
  },
  retopologizeSdfWiden: { values: { ...BAND, rounds: 1 } },
  retopologizeSdfBand: { values: BAND },
};
