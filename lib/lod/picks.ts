/**
 * Trees whose inner nodes own points: some move up, each to one node.
 *
 * @module
 */

import { LodPicking as Code } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Tensor } from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkUsable, refuse } from "../../ffi/base/checks.ts";
import { seedWords } from "../../ffi/base/numbers.ts";
import { computeTensors, type Layout, type Tensors } from "../core/compute_tensors.ts";
import { disposeOnError, NO_BUFFER } from "../core/ownership.ts";
import type { LodCellPick } from "./base/climber.ts";
import { LodTree } from "./base/tree.ts";

/**
 * Which points move up.
 *
 * - `central`, `random`: one per cell, see {@linkcode LodCellPick}
 * - `poisson`: a maximal set of the points of a level with a minimum distance of one cell edge, across cell and node
 *   boundaries, too
 *
 * @category Level of detail
 */
export type LodPick = LodCellPick | "poisson";

/**
 * Options for {@linkcode lodPicks}.
 *
 * @category Level of detail
 */
export interface LodPicksOptions {
  /**
   * Which points move up.
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

const NAMES = optionNames<LodPicksOptions>({ pick: true, seed: true });

/**
 * Finds the node that owns each point if inner nodes own points: viewers that draw a node together with its ancestors
 * then need no voxels, and draw each point once.
 *
 * In each of a node's `gridSize`^3 cells one point moves up from its children, and from there perhaps further; the
 * others stay. So a node's own points lie in different cells, about `edge / gridSize` apart, and a leaf keeps the rest,
 * which may be nothing.
 *
 * With `poisson`, cells do not matter. Level by level, starting with the deepest, points of the level below move up:
 * those that its inner nodes own so far, and all of its leaves. They are at least `edge / gridSize` apart from each
 * other, and none of the others could be added. Points that move up from a leaf may be closer to some that inner nodes
 * at the leaf's own level or below own, because they were never compared with these. Cells are processed in eight
 * rounds, by the lowest bits of their coordinates, each from the point nearest to its center on and then in the tree's
 * order.
 *
 * @param tree The tree, in Morton order; borrowed. It needs no voxels.
 * @param options Which points move up.
 * @returns For each point of the tree the index of the node that owns it, [points].
 * @throws {RangeError} If an option is wrong, or if points are in arbitrary order.
 * @throws {TypeError} If `tree` is not a tree, or an option is of another kind.
 * @determinism Same result on every backend, for any order of the points that the tree was built from.
 * @category Level of detail
 *
 * @example Two cells of a root
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { lodPicks } from "@denovdb/denovdb/lod";
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
  const choice = choiceOf("lodPicks", tree, options);
  const { points } = tree.counts;
  const { owners } = run("lodPicks", tree, choice, { owners: ["i32", [points]] });
  using _owners = owners;
  return await owners.read();
}

/**
 * Points by the node that owns them.
 *
 * @category Level of detail
 */
export interface LodOwnRows {
  /** Rows of the input, node by node, i64 [points]; owned. Those of a node are in the tree's point order. */
  readonly rows: Tensor<"i64">;
  /** Offset of the rows of each node, and finally their total, [nodes + 1]. */
  readonly firsts: BigInt64Array<ArrayBuffer>;
}

/**
 * Lists the points that each node owns according to {@linkcode lodPicks}, node by node.
 *
 * @param tree A tree that was built with `rows`, in Morton order; borrowed.
 * @param options Which points move up.
 * @returns Rows by node; the caller owns them.
 * @throws {RangeError} If an option is wrong, or if the tree has no rows or its points are in arbitrary order.
 * @throws {TypeError} If `tree` is not a tree, or an option is of another kind.
 * @determinism Same rows on every backend, for any order of the points that the tree was built from.
 * @category Level of detail
 *
 * @example Two cells of a root
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { lodOwnRows } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const places = new Int32Array([0, 0, 0, 2, 2, 2, 3, 3, 3, 7, 7, 7]);
 * using points = tensor(places, { context, shape: [4, 3] });
 * const options = { pointsPerLeaf: 4, gridSize: 2, strategy: "none", keepRows: true } as const;
 * using tree = buildLod(points, undefined, options);
 * const { rows, firsts } = lodOwnRows(tree);
 * assertEquals([...rows.readSync()], [1n, 3n, 0n, 2n]);
 * assertEquals([...firsts], [0n, 2n, 4n, 4n]);
 * ```
 */
export function lodOwnRows(tree: LodTree, options: LodPicksOptions = {}): LodOwnRows {
  const operator = "lodOwnRows";
  const choice = choiceOf(operator, tree, options);
  if (!tree.hasRows) refuse(operator, "the tree was built without rows");
  const { points, nodes } = tree.counts;
  const layouts = { rows: ["i64", [points]], firsts: ["i64", [nodes + 1]] } as const;
  const { rows, firsts } = run(operator, tree, choice, layouts);
  using _firsts = firsts;
  return disposeOnError(rows, () => ({ rows, firsts: firsts.readSync() }));
}

const PICKS: Readonly<Record<LodPick, Code>> = {
  poisson: Code.PICK_POISSON,
  central: Code.PICK_CENTRAL,
  random: Code.PICK_RANDOM,
};

interface Choice {
  readonly code: Code;
  readonly seed: number;
}

function choiceOf(operator: string, tree: LodTree, options: LodPicksOptions): Choice {
  const { pick = "central", seed = 0 } = checkOptions(operator, options, NAMES);
  const code = PICKS[pick];
  if (code === undefined) {
    refuse(operator, `pick is ${pick}, ${Object.keys(PICKS).join(", ")} expected`);
  }
  const [low, high] = seedWords(operator, seed);
  checkUsable({ operator, name: "tree" }, tree, LodTree);
  return { code, seed: (low ^ high) >>> 0 };
}

/** Which node owns each point; either by point, or the rows of points by node. */
type PickLayouts = Readonly<
  Partial<Record<"owners", Layout<"i32">> & Record<"rows" | "firsts", Layout<"i64">>>
>;

function run<L extends PickLayouts>(
  operator: string,
  tree: LodTree,
  { code, seed }: Choice,
  layouts: L,
): Tensors<L> {
  if (!tree.isOrdered) refuse(operator, "the points of the tree's leaves are in any order");
  const caller = { operator, context: tree.context };
  return computeTensors(caller, layouts, (native, out, context) => {
    const { owners = NO_BUFFER, rows = NO_BUFFER, firsts = NO_BUFFER } = out;
    const outputs = { outOwners: owners, outRows: rows, outFirsts: firsts };
    return native.lodPicks({ context, lod: handleOf(tree), pick: code, seed, ...outputs });
  });
}
