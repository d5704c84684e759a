/**
 * Rays through batches of grids.
 *
 * @module
 */

export { firstActiveVoxel, RayHits, type RayRange, type RayVectors } from "./first_active_voxel.ts";
