/**
 * Trees whose inner nodes own points: some move up, each into one node.
 *
 * @module
 */

import { refuse, seedWords } from "../core/checks.ts";
import { lodPoints } from "./points.ts";
import { Climber, type ClimberLeaf, type LodPick } from "./_climber.ts";
import type { LodTree } from "./_tree.ts";

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
  const climber = new Climber({
    bits: tree.cube.bits,
    gridSize: tree.gridSize,
    pick,
    seed: low ^ high,
    own: (row, node): void => {
      owners[row] = node;
    },
  });
  const cells = cornered(tree, places);
  for (const leaf of leaves) climber.climb(cells, leaf);
  climber.finish();
  return owners;
}

/** Leaves in the order of points. */
function leavesOf(tree: LodTree): ClimberLeaf[] {
  const leaves: ClimberLeaf[] = [];
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
