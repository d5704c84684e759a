/**
 * Level-of-detail trees of clouds: what they can be asked for, and how they are made.
 *
 * @module
 */

import type { Context } from "../../core/mod.ts";
import { tensor } from "../../core/tensor.ts";
import { buildLod, type LodStrategy } from "../../lod/build.ts";
import type { PotreeEncoding } from "../../io/mod.ts";
import type { LodPick, LodTree } from "../../lod/mod.ts";
import { chooseValue, type OptionSpecs, type ParsedArgs } from "../shared/args.ts";
import type { LocalCloud } from "../input/cloud.ts";

/** Strategies for the colors of voxels. */
export const STRATEGIES: readonly LodStrategy[] = [
  "first",
  "random",
  "average",
  "pointMean",
  "weighted",
  "weightedAcross",
];

const STRATEGY: LodStrategy = "average";
const POINTS_PER_LEAF = 50_000;
const GRID_SIZE = 128;

/** Trees that nobody asked to be others. */
export const PLAIN_TREE: TreeRequest = {
  strategy: STRATEGY,
  pointsPerLeaf: POINTS_PER_LEAF,
  gridSize: GRID_SIZE,
};

/** Which points of a node can move to its parent. */
export const PICKS: readonly LodPick[] = ["central", "random", "poisson"];

/** Encodings of points for Potree. */
export const ENCODINGS: readonly PotreeEncoding[] = ["default", "brotli"];

/** The options of trees. */
export const TREE_OPTIONS: OptionSpecs = {
  strategy: {
    kind: "text",
    value: "NAME",
    help: `how voxels get their colors: ${STRATEGIES.join(", ")} (${STRATEGY})`,
  },
  "points-per-leaf": {
    kind: "count",
    value: "N",
    help: `split nodes of this many points or more (${POINTS_PER_LEAF})`,
  },
  "grid-size": {
    kind: "count",
    value: "N",
    help: `voxels per axis of a node, a power of two (${GRID_SIZE})`,
  },
};

/** Options of a tree. */
export interface TreeRequest {
  readonly strategy: LodStrategy;
  readonly pointsPerLeaf: number;
  readonly gridSize: number;
}

/**
 * Takes the options of a tree.
 *
 * @throws {UsageError} If the strategy is not known.
 */
export function readTree(parsed: ParsedArgs, hint: string): TreeRequest {
  return {
    strategy: chooseValue(parsed, "strategy", STRATEGIES, hint) ?? STRATEGY,
    pointsPerLeaf: parsed.number("points-per-leaf") ?? POINTS_PER_LEAF,
    gridSize: parsed.number("grid-size") ?? GRID_SIZE,
  };
}

/** Builds the tree of a cloud; the caller owns it. */
export function plantTree(
  context: Context,
  cloud: LocalCloud,
  request: TreeRequest,
  { rows = false }: { readonly rows?: boolean } = {},
): LodTree {
  const shape = [cloud.count, 3];
  using points = tensor(cloud.points, { context, shape });
  using colors = tensor(cloud.colors, { context, shape });
  const { strategy, pointsPerLeaf, gridSize } = request;
  return buildLod(points, colors, { strategy, pointsPerLeaf, gridSize, keepRows: rows });
}
