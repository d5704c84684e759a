/**
 * Level-of-detail trees of clouds that do not fit a device.
 *
 * @module
 */

import { Context, type Triple } from "../core/mod.ts";
import { checkOptions, optionNames, pickOptions } from "../../ffi/base/options.ts";
import { checkFunction, checkText, checkUsable, refuse } from "../../ffi/base/checks.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";
import { Band } from "./_band.ts";
import {
  type Bucket,
  cellAbove,
  chooseRoot,
  keyOf,
  knownNode,
  type LodStore,
  MemoryStore,
} from "./base/buckets.ts";
import { MOST_EXTRA_BYTES } from "./_samples.ts";
import { Sorter } from "./_sorter.ts";
import type { LodCounts, LodCube } from "./base/tree.ts";
import { BUILD_OPTIONS, type BuildLodOptions, checkBox, strategyCode } from "./build.ts";

/**
 * A part of a cloud's points.
 *
 * @category Level of detail
 */
export interface LodChunk {
  /** Coordinates, [n, 3], of the same type in all chunks. */
  readonly points: Float32Array | Float64Array | Int32Array;
  /** Red, green, blue and alpha, [n, 4]; white if omitted. */
  readonly colors?: Uint8Array;
  /** Extra bytes of the points, `extraBytes` for each. */
  readonly extras?: Uint8Array;
}

/**
 * A cloud that can be read more than once.
 *
 * @category Level of detail
 */
export interface LodSource {
  /** Reads all points, some at a time. */
  chunks(): AsyncIterable<LodChunk> | Iterable<LodChunk>;
}

/**
 * Position and resolution of a tree.
 *
 * @category Level of detail
 */
export interface LodStreamFrame {
  /** The cube of the root. */
  readonly cube: LodCube;
  /** Cells of an inner node along each axis. */
  readonly gridSize: number;
}

/**
 * A node with its contents.
 *
 * @category Level of detail
 */
export interface LodStreamNode {
  /** Level; 0 for the root. */
  readonly level: number;
  /** Cell of the level, below 2^level on each axis. */
  readonly cell: Triple;
  /** Whether it is an inner node with voxels, or a leaf with points. */
  readonly kind: "inner" | "leaf";
  /** Units of points from the corner of the cube, or cells of voxels in the node, [n, 3]. */
  readonly coordinates: Uint32Array<ArrayBuffer>;
  /** Red, green, blue, alpha, [n, 4]. */
  readonly colors: Uint8Array<ArrayBuffer>;
  /** Extra bytes of the points of a leaf, `extraBytes` for each; empty if there are none. */
  readonly extras: Uint8Array<ArrayBuffer>;
  /** Sums of the tallies of the points of each voxel, [n, width]; empty if there are none. */
  readonly tallies: Float64Array<ArrayBuffer>;
}

/**
 * Numbers per point that are summed for voxels, such as 1, an intensity, and 1 for the point's class.
 *
 * @category Level of detail
 */
export interface LodTally {
  /** Numbers per point. */
  readonly width: number;
  /** Computes them from the extra bytes of points, [n, width]. Sums of whole numbers are exact below 2^53. */
  of(extras: Uint8Array<ArrayBuffer>): Float64Array<ArrayBuffer>;
}

/**
 * Receives a tree.
 *
 * @category Level of detail
 */
export interface LodSink {
  /** Receives the position of the tree, before the first node. */
  begin(frame: LodStreamFrame): void | Promise<void>;
  /** Receives a node. Nodes come in any order, each once. */
  node(node: LodStreamNode): void | Promise<void>;
}

/**
 * Options for {@linkcode streamLod}.
 *
 * @category Level of detail
 */
export interface StreamLodOptions extends Omit<BuildLodOptions, "order" | "keepRows"> {
  /** The context to use. */
  readonly context: Context;
  /** Maximum number of device bytes in use at a time. */
  readonly memoryLimit: number;
  /** Store of points meanwhile; host memory if omitted. */
  readonly store?: LodStore;
  /**
   * Extra bytes per point that are passed from the source to its leaf, such as values of attributes.
   *
   * @default {0}
   */
  readonly extraBytes?: number;
  /**
   * Numbers to sum for voxels, computed from `extras`.
   *
   * @default {undefined} Nothing.
   */
  readonly tally?: LodTally;
}

/**
 * Sizes of the tree, and of what building it took.
 *
 * @category Level of detail
 */
export interface LodStreamResult extends LodStreamFrame {
  /** Sizes of the tree. `bytes` is the maximum that was held on the device. */
  readonly counts: LodCounts;
}

const OPERATOR = "streamLod";
/** Device bytes that a build takes however small it is. */
const LEAST_BYTES = 64 * 1024;
/** Device bytes that a sample takes besides where rows are remembered: twice in points, and once on their own. */
const ROW_BYTES = 24;

const NAMES = optionNames<StreamLodOptions>({
  ...BUILD_OPTIONS,
  context: true,
  memoryLimit: true,
  store: true,
  extraBytes: true,
  tally: true,
});

/**
 * Builds the tree of {@linkcode buildLod} from a cloud of any size, in parts that fit into a limit of device memory.
 *
 * Chunks are sorted into cells of the tree, and kept in a store. Then levels are built from the deepest on, cell by
 * cell, as many at once as fit; each level's cells pass their voxels to the levels above. All nodes, points, voxels and
 * colors are those of {@linkcode buildLod}, bit for bit, in one part or in many. So are rows of points if the source
 * provides them in `extras`, which keep the order of {@linkcode lodRows}.
 *
 * The source is read once if `box` is given, otherwise twice. With `weightedAcross`, parts also read their
 * surroundings.
 *
 * @param source The cloud; borrowed.
 * @param sink Receives the nodes; borrowed. If it throws, the call fails with that error.
 * @param options Sizes, strategy, device and limit.
 * @returns Sizes of the tree.
 * @throws {RangeError} If an option is wrong, if points are not finite, or if the limit is too small: more points than fit
 * lie in one cell of the last level, or cells of a level have more voxels than fit.
 * @throws {NativeError} If points lie outside the box ("invalid-data", with their number).
 * @determinism Same nodes on every backend, for any limit and any order of the points.
 * @category Level of detail
 *
 * @example Four points
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { type LodSink, streamLod } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const points = Int32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 7, 7, 7);
 * const nodes: string[] = [];
 * const sink: LodSink = {
 *   begin: () => {},
 *   node: ({ kind, coordinates }) => void nodes.push(`${kind} ${coordinates.length / 3}`),
 * };
 * const options = { context, memoryLimit: 1e6, pointsPerLeaf: 4, gridSize: 2 };
 * const { counts } = await streamLod({ chunks: () => [{ points }] }, sink, options);
 * assertEquals([counts.points, counts.voxels], [4, 2]);
 * assertEquals(nodes, ["inner 2", "leaf 3", "leaf 1"]);
 * ```
 */
export async function streamLod(
  source: LodSource,
  sink: LodSink,
  options: StreamLodOptions,
): Promise<LodStreamResult> {
  checkOptions("streamLod", options, NAMES);
  checkFunction({ operator: OPERATOR, name: "chunks of the source" }, source?.chunks);
  checkFunction({ operator: OPERATOR, name: "begin of the sink" }, sink?.begin);
  checkFunction({ operator: OPERATOR, name: "node of the sink" }, sink?.node);
  checkUsable({ operator: OPERATOR, name: "context" }, options.context, Context);
  const { context, memoryLimit, store = new MemoryStore(), strategy = "average" } = options;
  wholeNumber({ operator: OPERATOR, name: "memoryLimit" }, memoryLimit, {
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
  });
  checkText({ operator: OPERATOR, name: "strategy" }, strategy);
  strategyCode(OPERATOR, strategy);
  for (const name of ["append", "read", "remove"] as const) {
    checkFunction({ operator: OPERATOR, name: `${name} of the store` }, store?.[name]);
  }
  if (options.box !== undefined) checkBox(OPERATOR, options.box);
  const { pointsPerLeaf = 50_000, gridSize = 128 } = options;
  const { tally: asked, extraBytes = 0 } = options;
  const bytes = { least: 0, most: MOST_EXTRA_BYTES };
  wholeNumber({ operator: OPERATOR, name: "extraBytes" }, extraBytes, bytes);
  const tally = asked === undefined ? undefined : checkedTally(asked, extraBytes);
  const sizes = { strategy, pointsPerLeaf, gridSize, extraBytes };
  const room = Math.floor((memoryLimit - LEAST_BYTES) / sampleBytes(sizes));
  if (!(room >= 1)) {
    refuse(OPERATOR, `memoryLimit is ${memoryLimit}, more than ${LEAST_BYTES} bytes expected`);
  }
  context.resetPeak();
  const { liveBytes } = context.stats();
  const most = Math.max(1, Math.floor(room * shareOf(sizes)));
  const admit = (points: number): void => {
    const least = leastLodMemory(points, sizes);
    if (most >= points || memoryLimit >= least) return;
    refuse(OPERATOR, `memoryLimit is ${memoryLimit}, at least ${least} bytes expected`);
  };
  const sorter = new Sorter(source, store, {
    ...pickOptions(options, NAMES.keys()),
    room: most,
    admit,
  });
  const frame = await sorter.sort();
  await sink.begin(frame);
  const counter = new Counter();
  const { seed = 0 } = options;
  const task = {
    context,
    ...frame,
    pointsPerLeaf,
    strategy,
    seed,
    most,
    room,
    extraBytes,
    tally,
    store,
    emit: async (node: LodStreamNode): Promise<void> => {
      counter.count(node);
      await sink.node(node);
    },
  };
  let buckets = sorter.buckets;
  let graft = sorter.deepest;
  let isLowest = true;
  while (buckets.length > 0) {
    const root = chooseRoot(buckets, most);
    if (root === undefined || (!isLowest && root >= graft)) {
      const problem = `one cell of level ${graft} has more samples, a larger limit expected`;
      refuse(OPERATOR, `memoryLimit is ${memoryLimit}, ${problem}`);
    }
    let inner = isLowest ? [] : innerOf(buckets, { root, graft }, pointsPerLeaf);
    if (isLowest && strategy === "weightedAcross" && root > 0) {
      inner = await new Band(task, { root, graft }, buckets, []).findInner();
    }
    buckets = await new Band(task, { root, graft }, buckets, inner).build();
    graft = root;
    isLowest = false;
  }
  return {
    ...frame,
    counts: { ...counter.counts(), bytes: context.stats().peakBytes - liveBytes },
  };
}

/** Options that device bytes depend on. */
type Sizes = Required<
  Pick<StreamLodOptions, "strategy" | "pointsPerLeaf" | "gridSize" | "extraBytes">
>;

/**
 * The least limit of device memory with which a tree of so many points can be built, if its leaves are as small as they
 * can be. A leaf is built in one part. Of the nodes that are split the deepest have leaves alone below them, one of
 * which has an eighth of their points or more.
 */
export function leastLodMemory(points: number, sizes: Sizes): number {
  const leaf = Math.min(points, Math.ceil(sizes.pointsPerLeaf / 8));
  return LEAST_BYTES + Math.ceil(leaf / shareOf(sizes)) * sampleBytes(sizes);
}

/** The share of the room that a part has for itself: what is around it, two voxels of its roots, needs room as well. */
function shareOf({ strategy, gridSize }: Sizes): number {
  return strategy === "weightedAcross" ? (gridSize / (gridSize + 4)) ** 3 : 1;
}

/**
 * Device bytes for each sample while a part is built, at most. A point may have a voxel of its own in as many levels as
 * the grid has bits, and share one with `pointsPerLeaf` others in all 32.
 */
function sampleBytes({ strategy, pointsPerLeaf, gridSize, extraBytes }: Sizes): number {
  const points = 72 + (extraBytes > 0 ? ROW_BYTES : 0);
  if (strategy === "none") return points;
  const voxels = 8 * (Math.log2(gridSize) + Math.ceil(32 / pointsPerLeaf));
  const sums = strategy === "pointMean" ? 144 : 0;
  const neighbors = strategy.startsWith("weighted") ? 88 : 0;
  return points + voxels + sums + neighbors;
}

/** Counts what is handed on. */
class Counter {
  #points = 0;
  #inner = 0;
  #leaves = 0;
  #levels = 0;
  #voxels = 0;

  count({ level, kind, colors }: LodStreamNode): void {
    this.#levels = Math.max(this.#levels, level + 1);
    const own = colors.length / 4;
    if (kind === "inner") {
      this.#inner++;
      this.#voxels += own;
    } else {
      this.#leaves++;
      this.#points += own;
    }
  }

  counts(): Omit<LodCounts, "bytes"> {
    const [inner, leaves] = [this.#inner, this.#leaves];
    const nodes = inner + leaves;
    return {
      points: this.#points,
      nodes,
      inner,
      leaves,
      levels: this.#levels,
      voxels: this.#voxels,
    };
  }
}

/** Inner nodes of a band: what has inner nodes below, or points enough. */
function innerOf(
  buckets: readonly Bucket[],
  { root, graft }: { readonly root: number; readonly graft: number },
  pointsPerLeaf: number,
): BigInt64Array[] {
  const inner: BigInt64Array[] = [];
  for (let level = root; level < graft; level++) {
    const cells = new Map<string, { readonly cell: Triple; points: number }>();
    for (const { level: own, cell, count, isInner } of buckets) {
      const above = cellAbove(cell, own - level);
      const key = keyOf(level, above);
      const seen = cells.get(key) ?? { cell: above, points: 0 };
      seen.points += isInner ? Infinity : count;
      cells.set(key, seen);
    }
    for (const { cell, points } of cells.values()) {
      if (points >= pointsPerLeaf) inner.push(knownNode(level, cell, 0));
    }
  }
  return inner;
}

/** A tally that gives as many numbers as it says. */
function checkedTally(tally: LodTally, extraBytes: number): LodTally {
  checkFunction({ operator: OPERATOR, name: "the function of the tally" }, tally?.of);
  if (extraBytes === 0) refuse(OPERATOR, "there is a tally, but extraBytes is 0");
  const name = "width of the tally";
  const limits = { least: 1, most: MOST_EXTRA_BYTES };
  const width = wholeNumber({ operator: OPERATOR, name }, tally.width, limits);
  return {
    width,
    of: (extras) => {
      const numbers = tally.of(extras);
      const wanted = extras.length / extraBytes * width;
      if (numbers.length === wanted) return numbers;
      refuse(OPERATOR, `the tally has ${numbers.length} numbers, ${wanted} expected`);
    },
  };
}
