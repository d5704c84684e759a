/**
 * Leaves of listed voxels, and the nodes above leaves and tiles.
 *
 * @module
 */
import { compareLeaves, MASK_WORDS, popcount } from "../../core/leaves.ts";
import type { NvdbLeaves } from "./read.ts";

/** Leaves of voxels in any order. */
export interface ListedLeaves extends NvdbLeaves {
  /** The row of each listed voxel, [voxels]; undefined where they are in order. */
  readonly rows: Uint32Array | undefined;
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
  // The leaf of each voxel, and its place there in nine bits.
  const leafOf = new Uint32Array(count);
  const placeOf = new Uint16Array(count);
  // Voxels of one leaf mostly follow each other.
  let [lastX, lastY, lastZ, leaf] = [1, 0, 0, 0];
  for (let voxel = 0; voxel < count; voxel++) {
    const x = ijk[3 * voxel] ?? 0;
    const y = ijk[3 * voxel + 1] ?? 0;
    const z = ijk[3 * voxel + 2] ?? 0;
    if ((x & ~7) !== lastX || (y & ~7) !== lastY || (z & ~7) !== lastZ) {
      [lastX, lastY, lastZ] = [x & ~7, y & ~7, z & ~7];
      leaf = found.leafAt(lastX, lastY, lastZ);
    }
    const place = (x & 7) << 6 | (y & 7) << 3 | z & 7;
    leafOf[voxel] = leaf;
    placeOf[voxel] = place;
    const word = leaf * MASK_WORDS + (place >>> 5);
    const bit = 1 << (place & 31);
    const mask = found.masks[word] ?? 0;
    if ((mask & bit) !== 0) fail(voxel);
    found.masks[word] = mask | bit;
  }
  const order = Uint32Array.from({ length: found.count }, (_, leaf) => leaf)
    .sort((a, b) => compareLeaves(found.origins, a, b));
  const origins = new Int32Array(3 * found.count);
  const masks = new Uint32Array(MASK_WORDS * found.count);
  // The first row of each word of a mask.
  const rowOf = new Uint32Array(MASK_WORDS * found.count);
  let row = 0;
  order.forEach((leaf, rank) => {
    origins.set(found.origins.subarray(3 * leaf, 3 * leaf + 3), 3 * rank);
    for (let word = 0; word < MASK_WORDS; word++) {
      const mask = found.masks[MASK_WORDS * leaf + word] ?? 0;
      masks[MASK_WORDS * rank + word] = mask;
      rowOf[MASK_WORDS * leaf + word] = row;
      row += popcount(mask);
    }
  });
  const rows = leafOf;
  let isInOrder = true;
  for (let voxel = 0; voxel < count; voxel++) {
    const place = placeOf[voxel] ?? 0;
    const word = (leafOf[voxel] ?? 0) * MASK_WORDS + (place >>> 5);
    const below = (found.masks[word] ?? 0) & (1 << (place & 31)) - 1;
    const own = (rowOf[word] ?? 0) + popcount(below);
    rows[voxel] = own;
    if (own !== voxel) isInOrder = false;
  }
  return { origins, masks, rows: isInOrder ? undefined : rows };
}

/** Leaves by their places, in the order in which they are asked for first. */
class LeafTable {
  count = 0;
  origins: Int32Array<ArrayBuffer> = new Int32Array(3 * 64);
  masks: Uint32Array<ArrayBuffer> = new Uint32Array(MASK_WORDS * 64);
  #slots: Int32Array = new Int32Array(128).fill(-1);

  leafAt(x: number, y: number, z: number): number {
    let slot = this.#slotOf(x, y, z);
    if (this.#slots[slot] === -1) {
      if (2 * this.count >= this.#slots.length) {
        this.#grow();
        slot = this.#slotOf(x, y, z);
      }
      this.origins.set([x, y, z], 3 * this.count);
      this.#slots[slot] = this.count++;
    }
    return this.#slots[slot] ?? 0;
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
