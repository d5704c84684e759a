/**
 * Tiles, cubes of voxels that share a value, written out as leaves.
 *
 * @module
 */
import { refuse } from "../core/checks.ts";
import { compareLeaves, countVoxels, MASK_WORDS, popcount } from "../core/leaves.ts";
import type { NvdbVoxels } from "./from_nvdb.ts";

/** Leaves, and where the value of each of their voxels is. */
export interface ExpandedLeaves {
  readonly origins: Int32Array<ArrayBuffer>;
  readonly masks: Uint32Array<ArrayBuffer>;
  /** Rows of the values of the grid, those of tiles behind those of voxels, [voxels]. */
  readonly rows: Uint32Array;
}

/** Voxels that a grid may have when its tiles are written out. */
const MOST_VOXELS = 2 ** 28;

/** Writes the tiles of a grid out. */
export function expandTiles(
  { leaves: { origins, masks }, tiles }: NvdbVoxels,
  grid: number,
): ExpandedLeaves {
  const voxelCount = countVoxels(masks);
  const inTiles = tiles.sides.reduce((sum, side) => sum + side ** 3, 0);
  if (voxelCount + inTiles > MOST_VOXELS) {
    const count = tiles.sides.length;
    refuse(
      "build grid",
      `${count} tiles of grid ${grid} have ${inTiles} voxels, ${MOST_VOXELS} at most can be written out`,
    );
  }
  const leafCount = origins.length / 3;
  const all = new Int32Array(origins.length + inTiles / 512 * 3);
  all.set(origins);
  const tileOf = new Uint32Array(all.length / 3 - leafCount);
  let at = leafCount;
  tiles.sides.forEach((side, tile) => {
    const [x = 0, y = 0, z = 0] = tiles.origins.subarray(3 * tile, 3 * tile + 3);
    for (let i = 0; i < side; i += 8) {
      for (let j = 0; j < side; j += 8) {
        for (let k = 0; k < side; k += 8, at++) {
          all.set([x + i, y + j, z + k], 3 * at);
          tileOf[at - leafCount] = tile;
        }
      }
    }
  });
  const order = Uint32Array.from({ length: at }, (_, leaf) => leaf).sort((a, b) =>
    compareLeaves(all, a, b)
  );
  const firstRows = firstRowsOf(masks);
  const result = {
    origins: new Int32Array(all.length),
    masks: new Uint32Array(at * MASK_WORDS),
    rows: new Uint32Array(voxelCount + inTiles),
  };
  let row = 0;
  order.forEach((leaf, place) => {
    result.origins.set(all.subarray(3 * leaf, 3 * leaf + 3), 3 * place);
    const mask = result.masks.subarray(place * MASK_WORDS, (place + 1) * MASK_WORDS);
    if (leaf < leafCount) {
      mask.set(masks.subarray(leaf * MASK_WORDS, (leaf + 1) * MASK_WORDS));
      const end = firstRows[leaf + 1] ?? voxelCount;
      for (let from = firstRows[leaf] ?? 0; from < end; from++) result.rows[row++] = from;
    } else {
      mask.fill(0xffffffff);
      result.rows.fill(voxelCount + (tileOf[leaf - leafCount] ?? 0), row, row + 512);
      row += 512;
    }
  });
  return result;
}

/** The first row of each leaf, and the number of rows at the end. */
function firstRowsOf(masks: Uint32Array): Uint32Array {
  const rows = new Uint32Array(masks.length / MASK_WORDS + 1);
  let row = 0;
  masks.forEach((word, at) => {
    row += popcount(word);
    rows[Math.floor(at / MASK_WORDS) + 1] = row;
  });
  return rows;
}
