/**
 * Level-of-detail trees of point clouds.
 *
 * @module
 */

import type { LodHandle } from "../../../ffi/_generated/native.ts";
import { LodCount, LodNode as Place } from "../../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../../ffi/context.ts";
import { handleOf, releaseHandle } from "../../../ffi/owned.ts";
import type { Context, Triple } from "../../core/mod.ts";
import { refuse } from "../../../ffi/base/checks.ts";
import { callNative } from "../../core/native_call.ts";
import { inspectAsText } from "../../core/inspect.ts";
import { disposeOnError, HandleOwner, type Movable } from "../../core/ownership.ts";

/**
 * Sizes of a tree.
 *
 * @category Level of detail
 */
export interface LodCounts {
  /** Points, all of them in leaves. */
  readonly points: number;
  /** Nodes of all levels. */
  readonly nodes: number;
  /** Inner nodes, which have children, and voxels if the tree has any. */
  readonly inner: number;
  /** Leaves, which own points. */
  readonly leaves: number;
  /** Levels with nodes. */
  readonly levels: number;
  /** Voxels of all inner nodes. */
  readonly voxels: number;
  /** Device bytes of the tree. */
  readonly bytes: number;
}

/**
 * The cube of a tree's root, which is halved level by level.
 *
 * @category Level of detail
 */
export interface LodCube {
  /** Minimum corner. */
  readonly min: Triple;
  /** Edge length. */
  readonly edge: number;
  /** Bits of a coordinate: the cube has 2^bits units per axis. */
  readonly bits: number;
}

/**
 * A node of a tree.
 *
 * @category Level of detail
 */
export interface LodNode {
  /** Index in the tree: level by level, in Morton order within each. */
  readonly index: number;
  /** Level; 0 for the root. */
  readonly level: number;
  /** Cell of the level, below 2^level on each axis. */
  readonly cell: Triple;
  /** Minimum corner of its box. */
  readonly min: Triple;
  /** Edge length of its box. */
  readonly edge: number;
  /** Whether it is an inner node with children, or a leaf with points. */
  readonly kind: "inner" | "leaf";
  /** Index of the parent; -1 for the root. */
  readonly parent: number;
  /** Indices of the children, in Morton order. */
  readonly children: readonly number[];
  /** First of the points in its box, which are consecutive. */
  readonly firstPoint: number;
  /** Points in its box; a leaf owns them. */
  readonly pointCount: number;
  /** First of its voxels. */
  readonly firstVoxel: number;
  /** Its voxels; a leaf has none. */
  readonly voxelCount: number;
}

/**
 * Sizes of one level of a tree.
 *
 * @category Level of detail
 */
export interface LodLevel {
  /** Inner nodes. */
  readonly inner: number;
  /** Leaves, which own points. */
  readonly leaves: number;
  /** Points of the leaves. */
  readonly points: number;
  /** Voxels of the inner nodes. */
  readonly voxels: number;
}

/** Properties of a tree that are known without its table. */
type LodKnown = Pick<
  LodTree,
  "counts" | "cube" | "gridSize" | "hasRows" | "isWhole" | "isOrdered"
>;

let makeTree: (context: Context, handle: LodHandle, parts: LodKnown) => LodTree;

/**
 * An octree over a point cloud whose inner nodes represent their contents by colored voxels.
 *
 * Trees are immutable. The node table must not be modified either; it is read back on first access, and stays readable
 * from then on.
 *
 * @category Level of detail
 */
export class LodTree extends HandleOwner<"LOD tree"> implements Movable<LodTree> {
  static {
    makeTree = (...parts) => new LodTree(...parts);
    inspectAsText(this);
  }

  /** Sizes of the tree. */
  readonly counts: LodCounts;
  /** The cube of the root. */
  readonly cube: LodCube;
  /** Cells of an inner node along each axis. */
  readonly gridSize: number;
  /** Whether the rows of the input are kept. */
  readonly hasRows: boolean;
  /** Whether it was built from integers, which are then its coordinates. */
  readonly isWhole: boolean;
  /** Whether the points of leaves are known to be in Morton order: no other was allowed. */
  readonly isOrdered: boolean;
  #table: BigInt64Array<ArrayBuffer> | undefined;

  private constructor(context: Context, handle: LodHandle, known: LodKnown) {
    super(context, handle, "LOD tree");
    this.counts = known.counts;
    this.cube = known.cube;
    this.gridSize = known.gridSize;
    this.hasRows = known.hasRows;
    this.isWhole = known.isWhole;
    this.isOrdered = known.isOrdered;
  }

  /**
   * All nodes, [nodes, 11]: level, cell x, y, z, parent or -1, first child or -1, mask of octants with children, first
   * point, points, first voxel, voxels. Bit 4x + 2y + z of the mask stands for the octant of upper halves x, y, z.
   *
   * @throws {DisposedError} If the tree was disposed before its table was first read.
   */
  get table(): BigInt64Array<ArrayBuffer> {
    if (this.#table !== undefined) return this.#table;
    const lod = handleOf(this, "read nodes");
    const table = new BigInt64Array(this.counts.nodes * Place.NODE_COUNT);
    callNative(
      "read nodes",
      this.context,
      (native, context) =>
        native.lodNodes({ context, lod, nNumbers: table.length, outNodes: table }),
    );
    return this.#table = table;
  }

  /**
   * One node.
   *
   * @throws {RangeError} If there is no such node.
   */
  node(index: number): LodNode {
    if (!Number.isInteger(index) || index < 0 || index >= this.counts.nodes) {
      refuse("take node", `node ${index} is not one of ${this.counts.nodes}`);
    }
    const at = (place: Place): number => Number(this.table[index * Place.NODE_COUNT + place] ?? 0n);
    const level = at(Place.NODE_LEVEL);
    const cell: Triple = [at(Place.NODE_X), at(Place.NODE_Y), at(Place.NODE_Z)];
    const edge = this.cube.edge / 2 ** level;
    const [x, y, z] = this.cube.min;
    const firstChild = at(Place.NODE_FIRST_CHILD);
    const mask = at(Place.NODE_CHILDREN);
    const octants = [0, 1, 2, 3, 4, 5, 6, 7].filter((octant) => (mask >> octant & 1) === 1);
    return {
      index,
      level,
      cell,
      min: [x + cell[0] * edge, y + cell[1] * edge, z + cell[2] * edge],
      edge,
      kind: firstChild < 0 ? "leaf" : "inner",
      parent: at(Place.NODE_PARENT),
      children: octants.map((_, n) => firstChild + n),
      firstPoint: at(Place.NODE_FIRST_POINT),
      pointCount: at(Place.NODE_POINTS),
      firstVoxel: at(Place.NODE_FIRST_VOXEL),
      voxelCount: at(Place.NODE_VOXELS),
    };
  }

  /** All nodes, in their order. */
  *nodes(): Generator<LodNode> {
    for (let index = 0; index < this.counts.nodes; index++) yield this.node(index);
  }

  /** Sizes of each level. */
  levels(): LodLevel[] {
    const levels = Array.from(
      { length: this.counts.levels },
      () => ({ inner: 0, leaves: 0, points: 0, voxels: 0 }),
    );
    for (const node of this.nodes()) {
      const level = levels[node.level];
      if (level === undefined) continue;
      if (node.kind === "inner") level.inner++;
      else level.leaves++;
      level.points += node.kind === "leaf" ? node.pointCount : 0;
      level.voxels += node.voxelCount;
    }
    return levels;
  }

  /** Transfers ownership to a new tree, which the caller owns; this one is then disposed. */
  move(): LodTree {
    return new LodTree(this.context, releaseHandle(this), this);
  }

  /** Numbers of points and nodes and the device as text. */
  override toString(): string {
    const place = this.disposed ? "disposed" : `on ${this.context.device}`;
    return `LodTree of ${this.counts.points} points in ${this.counts.nodes} nodes ${place}`;
  }
}

/**
 * Takes over a tree that a native function made.
 *
 * @returns A new tree; the caller owns it. If this throws, the native tree has been disposed.
 */
export function adoptLod(context: Context, handle: LodHandle, operator: string): LodTree {
  const native = nativeOf(context);
  const handles = { context: handleOf(context), lod: handle };
  const free = { [Symbol.dispose]: (): unknown => native.lodDestroy(handles) };
  return disposeOnError(free, () => {
    const out = new BigInt64Array(LodCount.COUNT_COUNT);
    checkStatus(context, native.lodCounts({ ...handles, outCounts: out }), operator);
    const at = (place: LodCount): number => Number(out[place] ?? 0n);
    const corner = new Float64Array(4);
    checkStatus(context, native.lodCube({ ...handles, outCube: corner }), operator);
    const [x = 0, y = 0, z = 0, edge = 0] = corner;
    const nodes = at(LodCount.COUNT_NODES);
    const inner = at(LodCount.COUNT_INNER);
    return makeTree(context, handle, {
      counts: Object.freeze({
        points: at(LodCount.COUNT_POINTS),
        nodes,
        inner,
        leaves: nodes - inner,
        levels: at(LodCount.COUNT_LEVELS),
        voxels: at(LodCount.COUNT_VOXELS),
        bytes: at(LodCount.COUNT_BYTES),
      }),
      cube: Object.freeze({ min: [x, y, z] as const, edge, bits: at(LodCount.COUNT_BITS) }),
      gridSize: at(LodCount.COUNT_GRID_SIZE),
      hasRows: at(LodCount.COUNT_ROWS) !== 0,
      isWhole: at(LodCount.COUNT_WHOLE) !== 0,
      isOrdered: at(LodCount.COUNT_LOOSE) === 0,
    });
  });
}
