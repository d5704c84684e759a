/**
 * A valid call of every function whose arguments are named.
 *
 * @module
 */

import type { ValidCall } from "./valid_calls/_call.ts";
import { CONV_CALLS } from "./valid_calls/conv.ts";
import { DENSE_CALLS } from "./valid_calls/dense.ts";
import { GRID_CALLS } from "./valid_calls/grid.ts";
import { INDEX_CALLS } from "./valid_calls/index.ts";
import { INJECT_CALLS } from "./valid_calls/inject.ts";
import { JAGGED_CALLS } from "./valid_calls/jagged.ts";
import { LOD_CALLS } from "./valid_calls/lod.ts";
import { MESH_CALLS } from "./valid_calls/mesh.ts";
import { OPTIM_CALLS } from "./valid_calls/optim.ts";
import { RAYS_CALLS } from "./valid_calls/rays.ts";
import { RECORDS_CALLS } from "./valid_calls/records.ts";
import { SAMPLE_CALLS } from "./valid_calls/sample.ts";

export type { Made, ValidCall } from "./valid_calls/_call.ts";

/** The calls, by the name of the method. */
export const VALID_CALLS: Readonly<Record<string, ValidCall>> = {
  ...CONV_CALLS,
  ...DENSE_CALLS,
  ...GRID_CALLS,
  ...INDEX_CALLS,
  ...INJECT_CALLS,
  ...JAGGED_CALLS,
  ...LOD_CALLS,
  ...MESH_CALLS,
  ...OPTIM_CALLS,
  ...RAYS_CALLS,
  ...RECORDS_CALLS,
  ...SAMPLE_CALLS,
};
