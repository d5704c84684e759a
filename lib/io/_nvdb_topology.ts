/**
 * Leaves of listed voxels, and the nodes above leaves and tiles.
 *
 * @module
 */
import { compareLeaves, popcount } from "../core/leaves.ts";
import type { NvdbLeaves } from "./nvdb.ts";

/** Leaves of voxels in any order. */
export interface ListedLeaves extends NvdbLeaves {
  /** The row of each listed voxel, [voxels]. */
  readonly rows: Uint32Array;
}

/**
 * Puts voxels into leaves.
 *
 * @param ijk Coordinates, [voxels, 3].
 * @param fail Throws for a voxel that is there twice.
 */
export function leavesOfIjk(ijk: Int32Array, fail: (voxel: number) => never): ListedLeaves {
  const count = ijk.length / 3;
  const found = new LeafTable();
  const leafOf = new Uint32Array(count);
  for (let voxel = 0; voxel < count; voxel++) {
    const [x = 0, y = 0, z = 0] = [ijk[3 * voxel], ijk[3 * voxel + 1], ijk[3 * voxel + 2]];
    const leaf = found.leafAt(x & ~7, y & ~7, z & ~7);
    leafOf[voxel] = leaf;
    const word = leaf * 16 + ((x & 7) << 1 | (y & 7) >>> 2);
    const bit = 1 << ((y & 3) << 3 | (z & 7));
    if (((found.masks[word] ?? 0) & bit) !== 0) fail(voxel);
    found.masks[word] = (found.masks[word] ?? 0) | bit;
  }
  const order = Uint32Array.from({ length: found.count }, (_, leaf) => leaf)
    .sort((a, b) => compareLeaves(found.origins, a, b));
  const origins = new Int32Array(3 * found.count);
  const masks = new Uint32Array(16 * found.count);
  const firstRow = new Uint32Array(found.count);
  let row = 0;
  order.forEach((leaf, rank) => {
    const own = found.masks.subarray(16 * leaf, 16 * leaf + 16);
    origins.set(found.origins.subarray(3 * leaf, 3 * leaf + 3), 3 * rank);
    masks.set(own, 16 * rank);
    firstRow[leaf] = row;
    for (let word = 0; word < 16; word++) row += popcount(own[word] ?? 0);
  });
  const rows = leafOf;
  for (let voxel = 0; voxel < count; voxel++) {
    const [x = 0, y = 0, z = 0] = [ijk[3 * voxel], ijk[3 * voxel + 1], ijk[3 * voxel + 2]];
    const leaf = leafOf[voxel] ?? 0;
    const word = (x & 7) << 1 | (y & 7) >>> 2;
    const bit = 1 << ((y & 3) << 3 | (z & 7));
    let rank = (firstRow[leaf] ?? 0) + popcount((found.masks[16 * leaf + word] ?? 0) & bit - 1);
    for (let before = 0; before < word; before++) {
      rank += popcount(found.masks[16 * leaf + before] ?? 0);
    }
    rows[voxel] = rank;
  }
  return { origins, masks, rows };
}

/** Leaves by their places, in the order in which they are asked for first. */
class LeafTable {
  count = 0;
  origins: Int32Array<ArrayBuffer> = new Int32Array(3 * 64);
  masks: Uint32Array<ArrayBuffer> = new Uint32Array(16 * 64);
  #slots: Int32Array = new Int32Array(128).fill(-1);
  #last = -1;

  leafAt(x: number, y: number, z: number): number {
    if (this.#last >= 0 && this.#isAt(this.#last, x, y, z)) return this.#last;
    let slot = this.#slotOf(x, y, z);
    if (this.#slots[slot] === -1) {
      if (2 * this.count >= this.#slots.length) {
        this.#grow();
        slot = this.#slotOf(x, y, z);
      }
      this.origins.set([x, y, z], 3 * this.count);
      this.#slots[slot] = this.count++;
    }
    this.#last = this.#slots[slot] ?? 0;
    return this.#last;
  }

  #isAt(leaf: number, x: number, y: number, z: number): boolean {
    return this.origins[3 * leaf] === x && this.origins[3 * leaf + 1] === y &&
      this.origins[3 * leaf + 2] === z;
  }

  /** The slot of a leaf, or the free one where it goes. */
  #slotOf(x: number, y: number, z: number): number {
    const mask = this.#slots.length - 1;
    const mixed = Math.imul(x >> 3, 0x9e3779b1) ^ Math.imul(y >> 3, 0x85ebca77) ^
      Math.imul(z >> 3, 0xc2b2ae3d);
    let slot = (mixed ^ mixed >>> 15) & mask;
    for (;; slot = slot + 1 & mask) {
      const leaf = this.#slots[slot] ?? -1;
      if (leaf < 0 || this.#isAt(leaf, x, y, z)) return slot;
    }
  }

  #grow(): void {
    const { origins, masks } = this;
    this.origins = new Int32Array(2 * origins.length);
    this.origins.set(origins);
    this.masks = new Uint32Array(2 * masks.length);
    this.masks.set(masks);
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let leaf = 0; leaf < this.count; leaf++) {
      const [x = 0, y = 0, z = 0] = origins.subarray(3 * leaf, 3 * leaf + 3);
      this.#slots[this.#slotOf(x, y, z)] = leaf;
    }
  }
}

/** Nodes of one level, in order. */
export interface NodeLevel {
  /** The least voxel of each, [nodes, 3]. */
  readonly origins: Int32Array<ArrayBuffer>;
  readonly count: number;
}

/** The nodes of a level that have given children and given tiles. */
export function nodesAbove(side: number, ...below: readonly Int32Array[]): NodeLevel {
  const total = below.reduce((sum, { length }) => sum + length, 0);
  const all = new Int32Array(total);
  let at = 0;
  for (const origins of below) {
    // Nodes of one parent mostly follow each other: only the first of them counts.
    for (let n = 0; n < origins.length; n += 3) {
      const [x = 0, y = 0, z = 0] = [origins[n], origins[n + 1], origins[n + 2]].map((one) =>
        (one ?? 0) & -side
      );
      if (at > 0 && all[at - 3] === x && all[at - 2] === y && all[at - 1] === z) continue;
      all.set([x, y, z], at);
      at += 3;
    }
  }
  const order = Array.from({ length: at / 3 }, (_, n) => n).sort((a, b) => compareLeaves(all, a, b))
    .filter((n, place, sorted) =>
      place === 0 || compareLeaves(all, sorted[place - 1] ?? 0, n) !== 0
    );
  const origins = new Int32Array(3 * order.length);
  order.forEach((n, place) => origins.set(all.subarray(3 * n, 3 * n + 3), 3 * place));
  return { origins, count: order.length };
}

/** The order of nodes at given places. */
export function orderOf(origins: Int32Array): number[] {
  return Array.from({ length: origins.length / 3 }, (_, n) => n)
    .sort((a, b) => compareLeaves(origins, a, b));
}

/** Finds the parents of nodes that come in order. */
export class ParentCursor {
  readonly #parents: NodeLevel;
  readonly #side: number;
  #at = 0;

  /** Starts at the first parent. */
  constructor(parents: NodeLevel, side: number) {
    this.#parents = parents;
    this.#side = side;
  }

  /** The parent of the next node. */
  of(x: number, y: number, z: number): number {
    const { origins, count } = this.#parents;
    const side = this.#side;
    while (
      this.#at < count &&
      (origins[3 * this.#at] !== (x & -side) || origins[3 * this.#at + 1] !== (y & -side) ||
        origins[3 * this.#at + 2] !== (z & -side))
    ) this.#at++;
    return this.#at;
  }
}
