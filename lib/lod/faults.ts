/**
 * Validation of level-of-detail trees.
 *
 * @module
 */

import { type LodNode, LodTree } from "./base/tree.ts";
import { lodPoints } from "./points.ts";
import { lodVoxels } from "./voxels.ts";
import { checkUsable } from "../../ffi/base/checks.ts";

/** Most faults that are told. */
const MOST = 20;

/**
 * Reads a whole tree back and checks its invariants: leaves partition the points in order, points lie in the boxes of
 * their nodes, and each inner node has exactly one voxel for every cell with points below.
 *
 * @param tree The tree; borrowed. It must fit into host memory.
 * @returns Up to 20 sentences that describe faults; none for a valid tree.
 * @throws {TypeError} If `tree` is not a tree.
 * @category Level of detail
 *
 * @example A valid tree
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { findLodFaults } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 1, 2, 3, 4, 4, 4], { context, shape: [3, 3] });
 * using tree = buildLod(points, undefined, { pointsPerLeaf: 2 });
 * assertEquals(await findLodFaults(tree), []);
 * ```
 */
export async function findLodFaults(tree: LodTree): Promise<string[]> {
  checkUsable({ operator: "findLodFaults", name: "tree" }, tree, LodTree);
  using points = lodPoints(tree);
  using voxels = lodVoxels(tree);
  const cells = await voxels.coordinates.read();
  const places = await points.coordinates.read();
  return new Checker(tree, places, cells).run();
}

/** Looks at every node. */
class Checker {
  readonly #tree: LodTree;
  readonly #places: Uint32Array;
  readonly #cells: Int32Array;
  readonly #faults: string[] = [];

  constructor(tree: LodTree, places: Int32Array<ArrayBuffer>, cells: Int32Array) {
    this.#tree = tree;
    this.#cells = cells;
    const corner: readonly number[] = tree.isWhole ? tree.cube.min : [0, 0, 0];
    this.#places = Uint32Array.from(places, (value, at) => value - (corner[at % 3] ?? 0));
  }

  run(): string[] {
    const { counts } = this.#tree;
    let points = 0;
    let voxels = 0;
    for (const node of this.#tree.nodes()) {
      this.#checkLinks(node);
      this.#checkPoints(node);
      this.#check(node, node.firstVoxel === voxels, "does not begin where the voxels before end");
      if (node.kind === "inner" && counts.voxels > 0) this.#checkVoxels(node);
      else this.#check(node, node.voxelCount === 0, "has voxels");
      if (node.kind === "leaf") points += node.pointCount;
      voxels += node.voxelCount;
    }
    if (points !== counts.points) this.#say(`Leaves hold ${points} of ${counts.points} points`);
    if (voxels !== counts.voxels) this.#say(`Nodes hold ${voxels} of ${counts.voxels} voxels`);
    return this.#faults;
  }

  #say(fault: string): void {
    if (this.#faults.length < MOST) this.#faults.push(fault);
  }

  #check(node: LodNode, holds: boolean, problem: string): void {
    if (!holds) this.#say(`Node ${node.index} of level ${node.level} ${problem}`);
  }

  #checkLinks(node: LodNode): void {
    const { counts } = this.#tree;
    this.#check(node, node.pointCount > 0, "is empty");
    if (node.index === 0) {
      const isWhole = node.pointCount === counts.points && node.level === 0 && node.parent === -1;
      this.#check(node, isWhole, "is the root and does not hold all points");
    }
    let at = node.firstPoint;
    let before = -1;
    for (const index of node.children) {
      const child = this.#tree.node(index);
      const octant = child.cell.reduce((sum, value) => sum * 2 + value % 2, 0);
      const isInside = child.cell.every((value, axis) => Math.floor(value / 2) === node.cell[axis]);
      this.#check(child, child.parent === node.index, "does not name its parent");
      this.#check(child, child.level === node.level + 1 && isInside, "is not in its parent");
      this.#check(child, octant > before, "is out of order");
      this.#check(child, child.firstPoint === at, "does not begin where its sibling ends");
      before = octant;
      at += child.pointCount;
    }
    const isFull = node.kind === "leaf" || at === node.firstPoint + node.pointCount;
    this.#check(node, isFull, "has not the points of its children");
  }

  #checkPoints(node: LodNode): void {
    if (node.kind === "inner") return;
    const scale = 2 ** (this.#tree.cube.bits - node.level);
    let strays = 0;
    for (let row = node.firstPoint; row < node.firstPoint + node.pointCount; row++) {
      for (let axis = 0; axis < 3; axis++) {
        const cell = Math.floor((this.#places[row * 3 + axis] ?? 0) / scale);
        if (cell !== node.cell[axis]) strays++;
      }
    }
    this.#check(node, strays === 0, `has ${strays} coordinates outside its box`);
  }

  #checkVoxels(node: LodNode): void {
    const { gridSize, cube } = this.#tree;
    const scale = 2 ** (cube.bits - node.level) / gridSize;
    const wanted = new Set<number>();
    for (let row = node.firstPoint; row < node.firstPoint + node.pointCount; row++) {
      wanted.add(
        this.#key((axis) =>
          Math.floor((this.#places[row * 3 + axis] ?? 0) / scale) -
          (node.cell[axis] ?? 0) * gridSize
        ),
      );
    }
    const seen = new Set<number>();
    for (let row = node.firstVoxel; row < node.firstVoxel + node.voxelCount; row++) {
      seen.add(this.#key((axis) => this.#cells[row * 3 + axis] ?? -1));
    }
    this.#check(node, seen.size === node.voxelCount, "has two voxels in one cell");
    const missing = countMissing(wanted, seen);
    const extra = countMissing(seen, wanted);
    this.#check(
      node,
      missing + extra === 0,
      `misses ${missing} voxels and has ${extra} without points`,
    );
  }

  #key(cellOf: (axis: number) => number): number {
    const { gridSize } = this.#tree;
    return (cellOf(0) * gridSize + cellOf(1)) * gridSize + cellOf(2);
  }
}

/** Count of the numbers that others lack. */
function countMissing(numbers: ReadonlySet<number>, others: ReadonlySet<number>): number {
  let count = 0;
  for (const number of numbers) if (!others.has(number)) count += 1;
  return count;
}
