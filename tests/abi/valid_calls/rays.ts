/**
 * Valid calls of operators on rays, and of rendering along them.
 *
 * @module
 */

import { Dtype, RayRoot, VoxelForm } from "../../../ffi/_generated/symbols.ts";
import { type ValidCall, zeros } from "./_call.ts";

const RAYS = {
  dtype: Dtype.F32,
  n: 3,
  offsets: BigInt64Array.of(0n, 3n),
  nGrids: 1,
  tMin: 0,
  tMax: 9,
  eps: 0,
  most: 9,
};

const RAY_STEPS = {
  dtype: Dtype.F32,
  n: 3,
  offsets: BigInt64Array.of(0n, 3n),
  nGrids: 1,
  stepSize: 0.5,
  coneAngle: 0,
  eps: 0,
  ends: 1,
};

const VOLUME = {
  dtype: Dtype.F32,
  n: 3,
  channels: 2,
  offsets: BigInt64Array.of(0n, 1n, 3n),
  nRays: 2,
  transmittanceThreshold: 0,
};

/** The calls, by the name of the method. */
export const RAYS_CALLS: Readonly<Record<string, ValidCall>> = {
  firstActiveVoxel: { values: RAYS },
  voxelsAlongRaysCount: { values: RAYS },
  voxelsAlongRays: {
    values: { ...RAYS, form: VoxelForm.IJK, nVoxels: 4 },
    make: (context) => ({ outVoxels: zeros(context, 4 * 3 * 4) }),
  },
  raysIntersectVoxels: { values: RAYS },
  segmentsAlongRaysCount: { values: RAYS },
  segmentsAlongRaysFill: { values: { ...RAYS, nSegments: 4 } },
  segmentsAlongRays: { values: RAYS },
  uniformRaySamplesCount: { values: RAY_STEPS },
  uniformRaySamples: { values: { ...RAY_STEPS, midpoints: 0, nSamples: 4 } },
  rayImplicitIntersection: { values: { ...RAYS, isoLevel: 0, root: RayRoot.CHORD } },
  rayTrilinearIntersectionWithNormals: { values: { ...RAYS, isoLevel: 0 } },
  volumeRender: { values: VOLUME },
  volumeRenderBackward: { values: VOLUME },
  sampleRaysByWeight: {
    values: {
      ...VOLUME,
      count: 2,
      stratified: 0,
      seedLow: 1,
      seedHigh: 0,
      checked: 1,
      nOut: 4,
    },
  },
};
