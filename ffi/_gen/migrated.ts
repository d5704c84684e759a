/**
 * Families whose buffers the headers describe in full, so that their arguments are checked by generated code and their
 * calls name each argument. The other families check by hand and are called by position.
 *
 * @module
 */

/** Names of their headers. */
export const MIGRATED: readonly string[] = [
  ...["bricks", "conv", "fenwick", "grid", "inject", "jagged", "lod", "march", "mesh"],
  ...["pool", "query", "rays", "records", "render", "sample", "sdf", "topology"],
];
