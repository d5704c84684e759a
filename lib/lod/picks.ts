/**
 * Trees whose inner nodes own points: some move up, each into one node.
 *
 * @module
 */

import { refuse, seedWords } from "../core/checks.ts";
import { lodPoints } from "./points.ts";
import type { LodTree } from "./_tree.ts";

/**
 * Which of the points of a cell moves up.
 *
 * - `central`: the one nearest to the cell's centre, which keeps points apart
 * - `random`: one that is drawn by a hash of the seed and its place
 */
export type LodPick = "central" | "random";

/** Options for {@linkcode lodPicks}. */
export interface LodPicksOptions {
  /**
   * Which of the points of a cell moves up.
   *
   * @default {"central"}
   */
  readonly pick?: LodPick;
  /**
   * Seed of `random`, 64 bits.
   *
   * @default {0}
   */
  readonly seed?: number | bigint;
}

const OPERATOR = "lodPicks";

/**
 * Finds the node that owns each point where inner nodes have points of their own: viewers that draw a node together with
 * its parents need no voxels then, and see each point once.
 *
 * In each of a node's `gridSize`^3 cells one point moves up from its children, and from there perhaps further; what
 * does not move stays. So a node's own points lie in different cells, about `edge / gridSize` apart, and a leaf keeps
 * what is left. It may be nothing.
 *
 * @param tree The tree, in Morton order; borrowed. It needs no voxels. Its points have to fit the memory of the host.
 * @param options Which points move up.
 * @returns For each point of the tree the number of the node that owns it, [points].
 * @throws {RangeError} If an option is wrong.
 * @throws {DisposedError} If `tree` has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same numbers on every backend, for any order of the points that the tree was built from.
 *
 * @example Two cells of a root
 * ```ts
 * import { buildLod, lodPicks, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const places = new Int32Array([0, 0, 0, 2, 2, 2, 3, 3, 3, 7, 7, 7]);
 * using points = tensor(places, { context, shape: [4, 3] });
 * using tree = buildLod(points, undefined, { pointsPerLeaf: 4, gridSize: 2, strategy: "none" });
 * assertEquals([...await lodPicks(tree)], [1, 0, 1, 0]);
 * ```
 */
export async function lodPicks(
  tree: LodTree,
  options: LodPicksOptions = {},
): Promise<Int32Array<ArrayBuffer>> {
  const { pick = "central", seed = 0 } = options;
  if (pick !== "central" && pick !== "random") {
    refuse(OPERATOR, `pick is ${pick}, central or random expected`);
  }
  const [low, high] = seedWords(OPERATOR, seed);
  tree.assertUsable(OPERATOR);
  using points = lodPoints(tree);
  const places = new Uint32Array((await points.coordinates.read()).buffer);
  const owners = new Int32Array(tree.counts.points);
  const leaves = leavesOf(tree);
  const levels = new Climber(tree, cornered(tree, places), owners, pick, low ^ high);
  for (const leaf of leaves) levels.climb(leaf);
  levels.finish();
  return owners;
}

/** A leaf, and the nodes above it from the root on. */
interface Leaf {
  readonly path: readonly number[];
  readonly first: number;
  readonly count: number;
}

/** Leaves in the order of points. */
function leavesOf(tree: LodTree): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (index: number, above: readonly number[]): void => {
    const { kind, children, firstPoint: first, pointCount: count } = tree.node(index);
    const path = [...above, index];
    if (kind === "leaf") leaves.push({ path, first, count });
    for (const child of children) visit(child, path);
  };
  if (tree.counts.nodes > 0) visit(0, []);
  return leaves;
}

/** Coordinates from the cube's corner: those of integers are told as they were. */
function cornered(tree: LodTree, places: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (!tree.isWhole) return places;
  const [x, y, z] = tree.cube.min;
  for (let at = 0; at < places.length; at += 3) {
    places[at] = (places[at] ?? 0) - x;
    places[at + 1] = (places[at + 1] ?? 0) - y;
    places[at + 2] = (places[at + 2] ?? 0) - z;
  }
  return places;
}

/**
 * Walks through points in Morton order. For each level there is one cell at a time, and the best point of it so far;
 * when a cell ends, its best point goes on to the cell above.
 */
class Climber {
  readonly #places: Uint32Array;
  readonly #owners: Int32Array;
  readonly #isRandom: boolean;
  readonly #seed: number;
  /** Bits of the cells of level 0. */
  readonly #top: number;
  /** The best point of each level's cell, or -1, and what makes it so: the greatest wins. */
  readonly #best: Int32Array = new Int32Array(40).fill(-1);
  readonly #worth: Float64Array = new Float64Array(40);
  #path: readonly number[] = [];
  #last = -1;

  constructor(
    tree: LodTree,
    places: Uint32Array,
    owners: Int32Array,
    pick: LodPick,
    seed: number,
  ) {
    this.#places = places;
    this.#owners = owners;
    this.#isRandom = pick === "random";
    this.#seed = seed;
    this.#top = tree.cube.bits - Math.log2(tree.gridSize);
  }

  climb({ path, first, count }: Leaf): void {
    const above = path.length - 2;
    for (let row = first; row < first + count; row++) {
      const shared = this.#sharedLevels(row);
      for (let level = this.#path.length - 2; level >= shared; level--) this.#endCell(level);
      this.#path = path;
      this.#last = row;
      if (above < 0) this.#owners[row] = path[0] ?? 0;
      else this.#offer(row, above);
    }
  }

  finish(): void {
    for (let level = this.#path.length - 2; level >= 0; level--) this.#endCell(level);
  }

  /** From which level on a point is not in the cell of the one before. */
  #sharedLevels(row: number): number {
    if (this.#last < 0) return 0;
    const places = this.#places;
    const a = row * 3;
    const b = this.#last * 3;
    const changed = ((places[a] ?? 0) ^ (places[b] ?? 0)) |
      ((places[a + 1] ?? 0) ^ (places[b + 1] ?? 0)) |
      ((places[a + 2] ?? 0) ^ (places[b + 2] ?? 0));
    // The highest bit that changed is in the cells of all levels whose cells have fewer bits.
    return Math.max(0, this.#top + 1 - (32 - Math.clz32(changed)));
  }

  /** Puts a point forward for the cell of a level; the one that is not taken stays a level deeper. */
  #offer(row: number, level: number): void {
    const worth = this.#isRandom ? this.#hash(row) : this.#nearness(row, level);
    const rival = this.#best[level] ?? -1;
    if (rival >= 0 && !(worth > (this.#worth[level] ?? 0))) {
      this.#owners[row] = this.#path[level + 1] ?? 0;
      return;
    }
    if (rival >= 0) this.#owners[rival] = this.#path[level + 1] ?? 0;
    this.#best[level] = row;
    this.#worth[level] = worth;
  }

  #endCell(level: number): void {
    const row = this.#best[level] ?? -1;
    if (row < 0) return;
    this.#best[level] = -1;
    if (level === 0) this.#owners[row] = this.#path[0] ?? 0;
    else this.#offer(row, level - 1);
  }

  /** How near a point is to the centre of its cell, in half units; 0 is the nearest. */
  #nearness(row: number, level: number): number {
    const places = this.#places;
    const size = 2 ** (this.#top - level);
    const mask = size - 1;
    const x = (((places[row * 3] ?? 0) & mask) >>> 0) * 2 - mask;
    const y = (((places[row * 3 + 1] ?? 0) & mask) >>> 0) * 2 - mask;
    const z = (((places[row * 3 + 2] ?? 0) & mask) >>> 0) * 2 - mask;
    return -(x * x + y * y + z * z);
  }

  #hash(row: number): number {
    let word = this.#seed;
    for (let axis = 0; axis < 3; axis++) {
      word = Math.imul(word ^ (this.#places[row * 3 + axis] ?? 0), 0x9e3779b1);
      word = Math.imul(word ^ (word >>> 15), 0x85ebca6b);
      word ^= word >>> 13;
    }
    return word >>> 0;
  }
}
