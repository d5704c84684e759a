/**
 * Tiles, cubes of voxels that share a value, written out as leaves.
 *
 * @module
 */
import { refuse } from "../../ffi/base/checks.ts";
import { compareLeaves, countVoxels, MASK_WORDS, popcount } from "../core/leaves.ts";
import { INT32_MOST } from "../../ffi/base/numbers.ts";
import type { NvdbVoxels } from "./from_nvdb.ts";

/** Leaves, and where the value of each of their voxels is. */
export interface ExpandedLeaves {
  readonly origins: Int32Array<ArrayBuffer>;
  readonly masks: Uint32Array<ArrayBuffer>;
  /** Rows of the values of the grid, those of tiles behind those of voxels, [voxels]. */
  readonly rows: Uint32Array;
}

/** Voxels along an edge of a leaf. */
const LEAF = 8;
/** Voxels that a grid may have when its tiles are written out. */
const MOST_VOXELS = 2 ** 28;

/**
 * Writes the tiles of a grid out.
 *
 * @throws {RangeError} If tiles do not consist of leaves, reach beyond int32, lie upon each other or upon leaves, or have
 * too many voxels.
 */
export function expandTiles(
  { leaves: { origins, masks }, tiles }: NvdbVoxels,
  grid: number,
): ExpandedLeaves {
  checkTiles(tiles, grid);
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
  const all = new Int32Array(origins.length + inTiles / LEAF ** 3 * 3);
  all.set(origins);
  const tileOf = new Uint32Array(all.length / 3 - leafCount);
  let at = leafCount;
  tiles.sides.forEach((side, tile) => {
    const [x = 0, y = 0, z = 0] = tiles.origins.subarray(3 * tile, 3 * tile + 3);
    for (let i = 0; i < side; i += LEAF) {
      for (let j = 0; j < side; j += LEAF) {
        for (let k = 0; k < side; k += LEAF, at++) {
          all.set([x + i, y + j, z + k], 3 * at);
          tileOf[at - leafCount] = tile;
        }
      }
    }
  });
  const order = Uint32Array.from({ length: at }, (_, leaf) => leaf).sort((a, b) =>
    compareLeaves(all, a, b)
  );
  for (let place = 1; place < at; place++) {
    const [before = 0, leaf = 0] = [order[place - 1], order[place]];
    if (compareLeaves(all, before, leaf) !== 0) continue;
    const where = all.subarray(3 * leaf, 3 * leaf + 3).join(", ");
    refuse("build grid", `grid ${grid} has a tile upon another one, or upon a leaf, at ${where}`);
  }
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

/** Refuses tiles that do not consist of leaves with int32 coordinates. */
function checkTiles({ origins, sides }: NvdbVoxels["tiles"], grid: number): void {
  if (origins.length !== 3 * sides.length) {
    const expected = `${3 * sides.length} expected`;
    refuse(
      "build grid",
      `grid ${grid} has ${origins.length} numbers of tiles' origins, ${expected}`,
    );
  }
  for (const [at, low] of origins.entries()) {
    const side = sides[Math.floor(at / 3)] ?? 0;
    const isWhole = side > 0 && side % LEAF === 0 && low % LEAF === 0;
    if (isWhole && low + side - 1 <= INT32_MOST) continue;
    refuse(
      "build grid",
      `a tile of grid ${grid} begins at ${low} and has an edge of ${side}, multiples of 8 within int32 expected`,
    );
  }
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
