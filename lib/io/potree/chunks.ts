/**
 * Checks of nodes, and their chunks.
 *
 * @module
 */
import { checkNumber, checkParts, isPlain } from "../../core/operands.ts";

/**
 * A node and its own points.
 *
 * @category Trees of points
 */
export interface PotreeNode {
  /** Level; 0 for the root. */
  readonly level: number;
  /** Mask of existing children: bit 4x + 2y + z for the octant of upper halves x, y, z. */
  readonly children: number;
  /** Index of the first child in the list, which the others follow; unused for a leaf. */
  readonly firstChild: number;
  /** Number of its own points. */
  readonly points: number;
  /** Their byte offset in `octree.bin`. */
  readonly byteOffset: number;
  /** Their size in bytes. */
  readonly byteSize: number;
}

/** Levels below the first node of a chunk that it lists. */
export const STEP = 4;

/** What messages call the operation. */
export const OPERATOR = "encode Potree";

const NODE_PARTS = [
  "level",
  "children",
  "firstChild",
  "points",
  "byteOffset",
  "byteSize",
] as const;

/** Refuses what is no node; there are millions of them, so messages are made only for what is refused. */
export function checkNode(node: PotreeNode, index: number): void {
  if (!isPlain(node)) checkParts({ operator: OPERATOR, name: `node ${index}` }, node);
  const { level, children, firstChild, points, byteOffset, byteSize } = node;
  const isWhole = Number.isSafeInteger(level) && Number.isSafeInteger(children) &&
    Number.isSafeInteger(firstChild) && Number.isSafeInteger(points) &&
    Number.isSafeInteger(byteOffset) && Number.isSafeInteger(byteSize);
  if (isWhole && children >= 0 && children <= 255) return;
  for (const name of NODE_PARTS) {
    checkNumber({ operator: OPERATOR, name: `${name} of node ${index}` }, node[name]);
    if (Number.isSafeInteger(node[name])) continue;
    throw new RangeError(
      `Cannot encode Potree: ${name} of node ${index} is ${node[name]}, a whole number expected`,
    );
  }
  throw new RangeError(
    `Cannot encode Potree: children of node ${index} is ${children}, a mask from 0 to 255 expected`,
  );
}

/** A node and those below it that are listed with it. */
export interface Chunk {
  /** Its place among all nodes. */
  readonly root: number;
  /** The nodes of the chunk, level by level. */
  readonly members: readonly number[];
  /** Those that have chunks of their own. */
  readonly proxies: ReadonlySet<number>;
}

/**
 * Lists a node and those below it, as far as a chunk goes.
 *
 * @param isListed Whether each node is some node's child already: of a tree, none is twice.
 */
export function listChunk(
  nodes: readonly PotreeNode[],
  root: number,
  isListed: Uint8Array,
): Chunk {
  const members = [root];
  const proxies = new Set<number>();
  const last = (nodes[root] ?? missing(root)).level + STEP;
  for (const index of members) {
    const { level, children, firstChild } = nodes[index] ?? missing(index);
    if (children === 0) continue;
    if (level === last) {
      proxies.add(index);
      continue;
    }
    let child = firstChild;
    for (let bits = children; bits !== 0; bits &= bits - 1) {
      if (isListed[child] === 1) {
        throw new RangeError(`Cannot encode Potree: node ${child} is a child of several nodes`);
      }
      isListed[child] = 1;
      members.push(child++);
    }
  }
  return { root, members, proxies };
}

/** Refuses a number of a node that is not there. */
export function missing(index: number): never {
  throw new RangeError(`Cannot encode Potree: there is no node ${index}`);
}
