/**
 * Options that had other names, or have become other functions.
 *
 * @module
 */

/** What to use now, by the old name of an option. Only names that the function no longer has are looked up. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["accuracy", "rayImplicitIntersection() goes by chords, rayTrilinearIntersection() by roots"],
  ["background", "use fill"],
  ["band", "use halfWidthInVoxels"],
  ["boundsMax", "use max"],
  ["boundsMin", "use min"],
  ["cubeMax", "use max"],
  ["cubeMin", "use min"],
  ["cumulative", 'use rows, which is "batch" or "grid"'],
  ["low", "use ijkMin"],
  ["max", "use ijkMax"],
  ["maxDistance", "use halfWidth"],
  ["min", "use ijkMin"],
  ["normals", "use rayTrilinearIntersectionWithNormals()"],
  ["output", "use voxelRowsAlongRays()"],
  ["rows", "use rowMap()"],
  ["truncation", "use halfWidth"],
]);

/** Functions whose options had a name that means something else, or nothing, elsewhere. */
const ONLY_OF: ReadonlyMap<string, RegExp> = new Map([
  ["background", /^(brick\w+|gridToNvdb)$/],
  ["band", /^(reinitialize|retopologize)Sdf(Async)?$/],
  ["low", /^brickSetBox$/],
  ["max", /^(padded|eroded)Grid(Async)?$/],
  ["min", /^(padded|eroded)Grid(Async)?$/],
  ["normals", /^rayImplicitIntersection$/],
  ["output", /^voxelsAlongRays$/],
  [
    "rows",
    /^(clipped|coarsened|conv|convTranspose|dilated|dual|eroded|padded|pruned|refined)Grid(Async)?$/,
  ],
]);

/**
 * What to use instead of an option that a function once had.
 *
 * @param operator The function.
 * @param name The option, which it does not know.
 * @returns What to do, or undefined if it never had such an option.
 */
export function successorOf(operator: string, name: string): string | undefined {
  if (ONLY_OF.get(name)?.test(operator) === false) return undefined;
  return RENAMED.get(name);
}
