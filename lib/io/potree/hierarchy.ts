/**
 * Potree 2 writer for octrees of points: `hierarchy.bin`.
 *
 * Levels are additive: a node is drawn together with its ancestors, and each point belongs to one node. `octree.bin`
 * holds the points node by node, in any order of nodes; `hierarchy.bin` gives their positions, in records of 22 bytes:
 *
 * | bytes | what                                                                                      |
 * | ----- | ----------------------------------------------------------------------------------------- |
 * | u8    | 0 with children, 1 a leaf, 2 a node that a later chunk begins with                         |
 * | u8    | children: bit 4x + 2y + z for the octant of upper halves x, y, z                           |
 * | u32   | points                                                                                    |
 * | i64   | first byte in `octree.bin`, or of the chunk                                               |
 * | i64   | bytes there                                                                               |
 *
 * A chunk lists a node and four levels below it, level by level. Nodes of its last level that have children start a
 * chunk of their own.
 *
 * @module
 */
import { checkArray, checkNumber, checkParts, isPlain } from "../../../ffi/base/checks.ts";

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

/**
 * The bytes of `hierarchy.bin`, with the properties for `metadata.json`.
 *
 * @category Trees of points
 */
export interface PotreeHierarchy {
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the chunk of the root. */
  readonly firstChunkSize: number;
  /** Levels below the root. */
  readonly depth: number;
}

const OPERATOR = "encode Potree";
const RECORD_BYTES = 22;
/** Levels of a chunk below the one it begins with. */
export const STEP = 4;
const PROXY = 2;

/**
 * Encodes the nodes and the positions of their points.
 *
 * @param nodes The nodes, the root first; children of a node are consecutive, by octant.
 * @returns `hierarchy.bin`, with the properties for the metadata.
 * @throws {RangeError} If there is no node, one names another that is not there or is another node's child, or a number
 * is not whole.
 * @throws {TypeError} If a node is of another kind, or one of its numbers is missing.
 * @category Trees of points
 *
 * @example A single root
 * ```ts
 * import { encodePotreeHierarchy } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const root = { level: 0, children: 0, firstChild: 0, points: 2, byteOffset: 0, byteSize: 24 };
 * const { bytes, firstChunkSize, depth } = encodePotreeHierarchy([root]);
 * assertEquals([bytes.length, firstChunkSize, depth], [22, 22, 0]);
 * assertEquals([...bytes.subarray(0, 6)], [1, 0, 2, 0, 0, 0]);
 * ```
 */
export function encodePotreeHierarchy(nodes: readonly PotreeNode[]): PotreeHierarchy {
  checkArray({ operator: OPERATOR, name: "nodes" }, nodes);
  nodes.forEach(checkNode);
  if (nodes.length === 0) throw new RangeError("Cannot encode Potree: there is no node");
  const isListed = new Uint8Array(nodes.length).fill(1, 0, 1);
  const chunks = [listChunk(nodes, 0, isListed)];
  // Chunks follow in the order in which they are named.
  for (const chunk of chunks) {
    for (const index of chunk.proxies) chunks.push(listChunk(nodes, index, isListed));
  }
  let size = 0;
  const places = new Map<number, { readonly offset: number; readonly size: number }>();
  for (const { root, members } of chunks) {
    places.set(root, { offset: size, size: members.length * RECORD_BYTES });
    size += members.length * RECORD_BYTES;
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { members, proxies } of chunks) {
    for (const index of members) {
      const node = nodes[index] ?? missing(index);
      const proxy = proxies.has(index) ? places.get(index) : undefined;
      view.setUint8(at, proxy !== undefined ? PROXY : node.children === 0 ? 1 : 0);
      view.setUint8(at + 1, node.children);
      view.setUint32(at + 2, node.points, true);
      view.setBigInt64(at + 6, BigInt(proxy?.offset ?? node.byteOffset), true);
      view.setBigInt64(at + 14, BigInt(proxy?.size ?? node.byteSize), true);
      at += RECORD_BYTES;
    }
  }
  const depth = nodes.reduce((most, { level }) => Math.max(most, level), 0);
  return { bytes, firstChunkSize: places.get(0)?.size ?? 0, depth };
}

/** The parts of a node. */
const NODE_PARTS = [
  "level",
  "children",
  "firstChild",
  "points",
  "byteOffset",
  "byteSize",
] as const;

/** Limits of the numbers in the record of a node. */
const LIMITS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  children: [0, 255],
  points: [0, 2 ** 32 - 1],
};

/** Refuses what is no node; there are millions of them, so messages are made only for what is refused. */
function checkNode(node: PotreeNode, index: number): void {
  if (!isPlain(node)) checkParts({ operator: OPERATOR, name: `node ${index}` }, node);
  const { level, children, firstChild, points, byteOffset, byteSize } = node;
  const isWhole = Number.isSafeInteger(level) && Number.isSafeInteger(children) &&
    Number.isSafeInteger(firstChild) && Number.isSafeInteger(points) &&
    Number.isSafeInteger(byteOffset) && Number.isSafeInteger(byteSize);
  if (isWhole && children >= 0 && children < 256 && points >= 0 && points < 2 ** 32) return;
  for (const name of NODE_PARTS) {
    checkNumber({ operator: OPERATOR, name: `${name} of node ${index}` }, node[name]);
    const [least, most] = LIMITS[name] ?? [-Infinity, Infinity];
    if (Number.isSafeInteger(node[name]) && node[name] >= least && node[name] <= most) continue;
    throw new RangeError(
      `Cannot encode Potree: ${name} of node ${index} is ${node[name]}, a whole number${
        name in LIMITS ? ` from ${least} to ${most}` : ""
      } expected`,
    );
  }
}

interface Chunk {
  readonly root: number;
  readonly members: readonly number[];
  readonly proxies: ReadonlySet<number>;
}

/**
 * A node and those below it, as far as a chunk goes.
 *
 * @param isListed Whether each node is some node's child already: of a tree, none is twice.
 */
function listChunk(nodes: readonly PotreeNode[], root: number, isListed: Uint8Array): Chunk {
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

function missing(index: number): never {
  throw new RangeError(`Cannot encode Potree: there is no node ${index}`);
}
