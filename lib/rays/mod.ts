/**
 * Rays through batches of grids.
 *
 * @module
 */

export { firstActiveVoxel, RayHits, type RayRange } from "./first_active_voxel.ts";
