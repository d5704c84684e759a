/**
 * Leaves of 8^3 voxels on the host: their masks, and their order, which is that of NanoVDB.
 *
 * @module
 */

/** Words of the mask of a leaf: voxel `64 x + 8 y + z` is bit `n % 32` of word `n / 32`. */
export const MASK_WORDS = 16;

/** Number of set bits. */
export function popcount(word: number): number {
  let bits = word - (word >>> 1 & 0x55555555);
  bits = (bits & 0x33333333) + (bits >>> 2 & 0x33333333);
  return Math.imul(bits + (bits >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of voxels in masks. */
export function countVoxels(masks: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < masks.length; word++) count += popcount(masks[word] ?? 0);
  return count;
}

/** Calls back for each voxel of each leaf, in row order. */
export function eachVoxel(
  masks: Uint32Array,
  take: (leaf: number, voxel: number, row: number) => void,
): void {
  let row = 0;
  for (let word = 0; word < masks.length; word++) {
    const leaf = word >>> 4;
    const first = (word & 15) << 5;
    for (let bits = (masks[word] ?? 0) | 0; bits !== 0; bits &= bits - 1) {
      take(leaf, first + 31 - Math.clz32(bits & -bits), row++);
    }
  }
}

/** Lists the voxels of leaves, [voxels, 3], in row order. */
export function ijkOfLeaves(origins: Int32Array, masks: Uint32Array): Int32Array<ArrayBuffer> {
  const ijk = new Int32Array(3 * countVoxels(masks));
  eachVoxel(masks, (leaf, voxel, row) => {
    ijk[3 * row] = (origins[3 * leaf] ?? 0) + (voxel >>> 6);
    ijk[3 * row + 1] = (origins[3 * leaf + 1] ?? 0) + (voxel >>> 3 & 7);
    ijk[3 * row + 2] = (origins[3 * leaf + 2] ?? 0) + (voxel & 7);
  });
  return ijk;
}

/**
 * Compares two leaves, or two other nodes by their minimum corners: by tile of 4096^3, then by offset in the upper and
 * in the lower node.
 *
 * @param origins Minimum corners of nodes, [nodes, 3].
 * @param a One of them.
 * @param b Another one.
 * @returns Below 0 if `a` comes first, above 0 if `b` does, 0 if they are at the same position.
 */
export function compareLeaves(origins: Int32Array, a: number, b: number): number {
  const [ax = 0, ay = 0, az = 0] = [origins[3 * a], origins[3 * a + 1], origins[3 * a + 2]];
  const [bx = 0, by = 0, bz = 0] = [origins[3 * b], origins[3 * b + 1], origins[3 * b + 2]];
  return (ax >> 12) - (bx >> 12) || (ay >> 12) - (by >> 12) || (az >> 12) - (bz >> 12) ||
    placeInTile(ax, ay, az) - placeInTile(bx, by, bz);
}

/** The rank of a leaf among those of its tile: x first, then y and z, once in 128^3 and once in 8^3. */
function placeInTile(x: number, y: number, z: number): number {
  const upper = (x >> 7 & 31) << 10 | (y >> 7 & 31) << 5 | (z >> 7 & 31);
  const lower = (x >> 3 & 15) << 8 | (y >> 3 & 15) << 4 | (z >> 3 & 15);
  return upper << 12 | lower;
}

/** Why a list of leaves is not that of a valid grid; undefined if it is. */
export function leavesFault(origins: Int32Array, masks: Uint32Array): string | undefined {
  const count = origins.length / 3;
  if (!Number.isInteger(count)) {
    return `origins have ${origins.length} numbers, three for each leaf expected`;
  }
  if (masks.length !== count * MASK_WORDS) {
    return `masks have ${masks.length} words, 16 for each of ${count} leaves expected`;
  }
  const odd = origins.findIndex((one) => (one & 7) !== 0);
  if (odd >= 0) {
    return `leaf ${Math.floor(odd / 3)} lies at ${origins[odd]}, a multiple of 8 expected`;
  }
  for (let leaf = 1; leaf < count; leaf++) {
    if (compareLeaves(origins, leaf - 1, leaf) >= 0) {
      return `leaf ${leaf} does not come after the one before`;
    }
  }
  for (let leaf = 0; leaf < count; leaf++) {
    if (masks.subarray(MASK_WORDS * leaf, MASK_WORDS * (leaf + 1)).every((word) => word === 0)) {
      return `leaf ${leaf} has no voxels`;
    }
  }
  return undefined;
}
