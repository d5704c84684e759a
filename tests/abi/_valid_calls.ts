/**
 * A valid call of every function whose arguments are named: what follows from the header, and what does not.
 *
 * @module
 */

import type { FunctionType } from "../../ffi/_gen/model.ts";
import { camelCase } from "../../ffi/_gen/names.ts";
import { buffers, type Maker, type ValidCall } from "./valid_calls/_call.ts";
import { defaultsOf } from "./valid_calls/_defaults.ts";
import { gridToDestroy, HANDLES, planToDestroy } from "./valid_calls/_handles.ts";
import { INDEX_CALLS } from "./valid_calls/index.ts";
import { LOD_CALLS } from "./valid_calls/lod.ts";
import { OPTIM_CALLS } from "./valid_calls/optim.ts";

export type { Made, ValidCall } from "./valid_calls/_call.ts";

/** Two lists of three rows in all, of two channels, which are one group. */
const GROUPS = { groups: 1, channels: 2, offsets: BigInt64Array.of(0n, 2n, 3n) };

/** Two heads of two elements, of three in values. */
const HEADS = {
  ...{ heads: 2, depth: 2, valueDepth: 3, reach: 1 },
  strides: BigInt64Array.of(4n, 4n, 6n),
  firsts: new BigInt64Array(3),
};

const SEGMENTS = { nSegments: 2, length: -1, offsets: BigInt64Array.of(0n, 2n, 3n) };

/** What the header does not say, by the name of the method. */
export const UNUSUAL_CALLS: Readonly<Record<string, ValidCall>> = {
  ...INDEX_CALLS,
  ...LOD_CALLS,
  ...OPTIM_CALLS,
  convPlanCounts: { values: { taps: 8 } },
  convPlanDestroy: { make: planToDestroy },
  gridDestroy: { make: gridToDestroy },
  erodeByBox: { values: { low: new Int32Array(3) } },
  selectGrids: { values: { sources: new Uint32Array(1), indices: new Uint32Array(1) } },
  reduceSegments: { values: SEGMENTS },
  findExtremes: { values: SEGMENTS },
  attend: { values: HEADS },
  attendBackward: { values: HEADS },
  groupNorm: { values: GROUPS },
  groupNormBackward: { values: GROUPS },
  takeRows: { values: { rowBytes: 8, patternBytes: 4 } },
  copyLists: {
    values: {
      rowBytes: 4,
      sources: BigInt64Array.of(0n, 1n),
      targets: BigInt64Array.of(2n, 0n),
      counts: BigInt64Array.of(1n, 2n),
      nOut: 4,
    },
  },
  copyColumn: { values: { nBlocks: 2, blockBytes: 4, outBlockBytes: 12, begin: 4 } },
  copyStrided: {
    values: {
      nSource: 6,
      elementBytes: 4,
      offset: 0,
      // Room for one axis more than there may be.
      shape: BigInt64Array.of(3n, 2n, 1n, 1n, 1n, 1n, 1n, 1n, 1n),
      strides: BigInt64Array.of(1n, 3n, 1n, 1n, 1n, 1n, 1n, 1n, 1n),
      rank: 2,
    },
  },
  mapElements: {
    values: {
      // Room for one axis more than there may be.
      shape: BigInt64Array.of(2n, 3n, 1n, 1n, 1n, 1n, 1n),
      rank: 2,
      dtypes: new Uint32Array(3),
      sizes: BigInt64Array.of(6n, 3n, 1n),
      strides: new BigInt64Array([3n, 1n, 0n, 1n, 0n, 0n, ...new Array<bigint>(15).fill(0n)]),
    },
    make: buffers({ out: 6 * 4 }),
  },
  // Gradients of images need features of floating-point types.
  integrateTsdfBackward: { values: { outImageWeights: 0, outImageFeatures: 0 } },
  voxelsAlongRays: { values: { nVoxels: 4 }, make: buffers({ outVoxels: 4 * 3 * 4 }) },
  windowRows: { values: { nOut: 3, size: 4, dilation: 1 } },
  windowCodes: { values: { divisor: Int32Array.of(1, 2, 3) } },
  uniformRaySamples: { values: { midpoints: 0, nSamples: 4 } },
  sampleRaysByWeight: { values: { count: 2, nOut: 4 } },
};

/** A valid call of a function, with a value for each number and each array. */
export function validCallOf(type: FunctionType): ValidCall & Required<Pick<ValidCall, "values">> {
  const unusual = UNUSUAL_CALLS[camelCase(type.name)] ?? {};
  const make: Maker = (context) => {
    const made = unusual.make?.(context) ?? {};
    const usual = type.parameters.flatMap(({ name, type: kind, direction, comment }) => {
      const listed = /\bdvdb_\w+(?= handles\b)/.exec(comment)?.[0];
      const handle = HANDLES[direction === "value" ? kind : `${listed}[]`];
      return handle === undefined || camelCase(name) in made
        ? []
        : [[camelCase(name), handle(context)] as const];
    });
    return { ...Object.fromEntries(usual), ...made };
  };
  return { ...unusual, values: defaultsOf(type, unusual.values ?? {}), make };
}
