/**
 * Level-of-detail trees of point clouds.
 *
 * @module
 */

import { LodCount, LodNode as Place } from "../../ffi/_generated/symbols.ts";
import type { Context, LodHandle, Status, Triple } from "../core/mod.ts";
import { refuse } from "../core/checks.ts";
import { inspectAsText } from "../core/inspect.ts";
import { disposeOnError, HandleOwner, type Movable } from "../core/ownership.ts";

/** What a tree consists of. */
export interface LodCounts {
  /** Points, all of them in leaves. */
  readonly points: number;
  /** Nodes of all levels. */
  readonly nodes: number;
  /** Nodes that have children, and voxels where the tree has any. */
  readonly inner: number;
  /** Nodes that own points. */
  readonly leaves: number;
  /** Levels that have nodes. */
  readonly levels: number;
  /** Voxels of all inner nodes. */
  readonly voxels: number;
  /** Device bytes of the tree. */
  readonly bytes: number;
}

/** The cube that a tree halves level by level. */
export interface LodCube {
  /** Least corner. */
  readonly min: Triple;
  /** Length of an edge. */
  readonly edge: number;
  /** Bits of a coordinate: the cube has 2^bits units an axis. */
  readonly bits: number;
}

/** A node of a tree. */
export interface LodNode {
  /** Number in the tree: level after level, in Morton order within each. */
  readonly index: number;
  /** Level; 0 for the root. */
  readonly level: number;
  /** Cell of the level, below 2^level on each axis. */
  readonly cell: Triple;
  /** Least corner of its box. */
  readonly min: Triple;
  /** Length of an edge of its box. */
  readonly edge: number;
  /** Whether it has children, or owns points. */
  readonly kind: "inner" | "leaf";
  /** Number of the parent; -1 for the root. */
  readonly parent: number;
  /** Numbers of the children, in Morton order. */
  readonly children: readonly number[];
  /** First of the points in its box, which lie next to each other. */
  readonly firstPoint: number;
  /** Points in its box; a leaf owns them. */
  readonly pointCount: number;
  /** First of its voxels. */
  readonly firstVoxel: number;
  /** Its voxels; a leaf has none. */
  readonly voxelCount: number;
}

/** What there is of one level of a tree. */
export interface LodLevel {
  /** Nodes that have children. */
  readonly inner: number;
  /** Nodes that own points. */
  readonly leaves: number;
  /** Points of the leaves. */
  readonly points: number;
  /** Voxels of the inner nodes. */
  readonly voxels: number;
}

interface LodKnown {
  readonly counts: LodCounts;
  readonly cube: LodCube;
  readonly gridSize: number;
  readonly hasRows: boolean;
  readonly isWhole: boolean;
  readonly isOrdered: boolean;
}

/**
 * An octree over a point cloud whose inner nodes stand for what lies below by voxels of an average colour.
 *
 * A tree never changes. Its table must not be changed either; it is read when it is first asked for, and stays readable
 * from then on.
 */
export class LodTree extends HandleOwner<LodHandle> implements Movable<LodTree> {
  static {
    inspectAsText(this);
  }

  /** What the tree consists of. */
  readonly counts: LodCounts;
  /** The cube of the root. */
  readonly cube: LodCube;
  /** Cells of an inner node on each axis. */
  readonly gridSize: number;
  /** Whether rows of the input are remembered. */
  readonly hasRows: boolean;
  /** Whether it was built from integers, which its coordinates are then. */
  readonly isWhole: boolean;
  /** Whether the points of leaves are known to be in Morton order: no other was allowed. */
  readonly isOrdered: boolean;
  #table: BigInt64Array<ArrayBuffer> | undefined;

  /** Takes a native handle over, with what is known of it. */
  constructor(context: Context, handle: LodHandle, known: LodKnown) {
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
   * @throws {DisposedError} If the tree was disposed before its table was first asked for.
   */
  get table(): BigInt64Array<ArrayBuffer> {
    if (this.#table !== undefined) return this.#table;
    const handle = this.handleFor("read nodes");
    const table = new BigInt64Array(this.counts.nodes * Place.NODE_COUNT);
    const status = this.context.native.lodNodes(this.context.handle, handle, table.length, table);
    this.context.check(status, "read nodes");
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

  /** What there is of each level. */
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

  /** Hands everything over to a new tree, which the caller owns; this one is gone then. */
  move(): LodTree {
    return new LodTree(this.context, this.release(), this);
  }

  /** Numbers of points and nodes and the device, for people. */
  override toString(): string {
    const place = this.disposed ? "disposed" : `on ${this.context.device}`;
    return `LodTree of ${this.counts.points} points in ${this.counts.nodes} nodes ${place}`;
  }

  /** Ends the native handle. */
  protected override free(handle: LodHandle): Status {
    return this.context.native.lodDestroy(this.context.handle, handle);
  }
}

/**
 * Takes over a tree that a native function made.
 *
 * @returns A new tree; the caller owns it. If this throws, the native tree is gone.
 */
export function adoptLod(context: Context, handle: LodHandle, operator: string): LodTree {
  const { native } = context;
  const free = { [Symbol.dispose]: (): unknown => native.lodDestroy(context.handle, handle) };
  return disposeOnError(free, () => {
    const out = new BigInt64Array(LodCount.COUNT_COUNT);
    context.check(native.lodCounts(context.handle, handle, out), operator);
    const at = (place: LodCount): number => Number(out[place] ?? 0n);
    const corner = new Float64Array(4);
    context.check(native.lodCube(context.handle, handle, corner), operator);
    const [x = 0, y = 0, z = 0, edge = 0] = corner;
    const nodes = at(LodCount.COUNT_NODES);
    const inner = at(LodCount.COUNT_INNER);
    return new LodTree(context, handle, {
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
