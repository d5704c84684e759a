/**
 * Sums over the samples of voxels.
 *
 * @module
 */

/** The samples of a node. */
export interface NodeSamples {
  /** Places in the order of the tree, in which those of a voxel lie next to each other, [n, 3]. */
  readonly coordinates: Uint32Array;
  /** Bits of places within a voxel. */
  readonly shift: number;
  /** Voxels of the node. */
  readonly voxelCount: number;
}

/**
 * Adds numbers of samples up over each voxel of a node.
 *
 * @param samples The samples.
 * @param width How many numbers a sample has.
 * @param add Adds those of sample n to the sums from `at` on.
 * @returns Sums, [voxels, width].
 */
export function sumVoxels(
  { coordinates, shift, voxelCount }: NodeSamples,
  width: number,
  add: (n: number, sums: Float64Array, at: number) => void,
): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(voxelCount * width);
  if (voxelCount === 0) return sums;
  let voxel = 0;
  for (let n = 0; n < coordinates.length / 3; n++) {
    let changed = 0;
    for (let at = n * 3; at < n * 3 + 3 && n > 0; at++) {
      changed |= ((coordinates[at] ?? 0) ^ (coordinates[at - 3] ?? 0)) >>> shift;
    }
    if (changed !== 0) voxel++;
    add(n, sums, voxel * width);
  }
  return sums;
}
