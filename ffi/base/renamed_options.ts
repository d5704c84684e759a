/**
 * Options that had other names, or have become other functions.
 *
 * @module
 */

/** An option that is gone. */
interface Renamed {
  readonly name: string;
  readonly use: string;
  /** Functions that had it; where left out, all that do not know the name had it in the same meaning. */
  readonly of?: RegExp;
}

const RENAMED: readonly Renamed[] = [
  {
    name: "accuracy",
    use: "rayImplicitIntersection() goes by chords, rayTrilinearIntersection() by roots",
  },
  { name: "background", use: "use fill", of: /^(brick\w+|gridToNvdb)$/ },
  { name: "band", use: "use halfWidthInVoxels", of: /^(reinitialize|retopologize)Sdf(Async)?$/ },
  { name: "boundsMax", use: "use max" },
  { name: "boundsMin", use: "use min" },
  { name: "cubeMax", use: "use max" },
  { name: "cubeMin", use: "use min" },
  { name: "cumulative", use: 'use rows, which is "batch" or "grid"' },
  { name: "low", use: "use ijkMin", of: /^brickSetBox$/ },
  { name: "max", use: "use ijkMax", of: /^(padded|eroded)Grid(Async)?$/ },
  { name: "maxDistance", use: "use halfWidth" },
  { name: "min", use: "use ijkMin", of: /^(padded|eroded)Grid(Async)?$/ },
  {
    name: "normals",
    use: "use rayTrilinearIntersectionWithNormals()",
    of: /^rayImplicitIntersection$/,
  },
  { name: "output", use: "use voxelRowsAlongRays()", of: /^voxelsAlongRays$/ },
  { name: "rows", use: "use keepRows", of: /^buildLod$/ },
  {
    name: "rows",
    use: "use rowMap()",
    of:
      /^(clipped|coarsened|conv|convTranspose|dilated|dual|eroded|padded|pruned|refined)Grid(Async)?$/,
  },
  { name: "truncation", use: "use halfWidth" },
];

/**
 * The replacement of an option that a function once had.
 *
 * @param operator The function.
 * @param name The option, which it does not know.
 * @returns What to do, or undefined if it never had such an option.
 */
export function successorOf(operator: string, name: string): string | undefined {
  return RENAMED.find((one) => one.name === name && (one.of?.test(operator) ?? true))?.use;
}
