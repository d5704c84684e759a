/**
 * The nodes of octrees in files: which of them are wanted.
 *
 * @module
 */
import { checkParts } from "../../../ffi/base/checks.ts";
import { checkReals } from "./operands.ts";
import { FormatError } from "./errors.ts";
import type { NodeSelection, OctreeNode, Triple } from "../cloud.ts";

/** The options that say which nodes are read. */
export const NODE_SELECTION: readonly (keyof NodeSelection)[] = [
  "bounds",
  "maxDepth",
  "resolution",
];

/** Whether options leave nodes out. */
export function selectsNodes(options: NodeSelection): boolean {
  return NODE_SELECTION.some((name) => options[name] !== undefined);
}

/** A node's place. */
export type NodeKey = Pick<OctreeNode, "level" | "x" | "y" | "z">;

/** The cube of the root, and the distance of its points. */
export interface OctreeRoot {
  readonly min: Triple;
  readonly edge: number;
  readonly spacing: number;
}

/** No octree of int32 coordinates is deeper. */
const MOST_LEVELS = 31;

/** Makes a test for nodes, and for the roots of subtrees that may hold wanted nodes. */
export function nodeFilter(
  root: OctreeRoot,
  { bounds, maxDepth = MOST_LEVELS, resolution }: NodeSelection,
): (key: NodeKey) => boolean {
  if (!(maxDepth >= 0)) {
    throw new RangeError(`Cannot read nodes: maxDepth is ${maxDepth}, 0 or more expected`);
  }
  if (resolution !== undefined && !(resolution > 0)) {
    throw new RangeError(`Cannot read nodes: resolution is ${resolution}, more than 0 expected`);
  }
  if (bounds !== undefined) {
    const operator = "read nodes";
    checkParts({ operator, name: "bounds" }, bounds, "an object with min and max");
    checkReals({ operator, name: "min of bounds" }, bounds.min);
    checkReals({ operator, name: "max of bounds" }, bounds.max);
  }
  let deepest = Math.min(maxDepth, MOST_LEVELS);
  if (resolution !== undefined) {
    const levels = Math.ceil(Math.log2(root.spacing / resolution));
    deepest = Math.min(deepest, Math.max(0, levels));
  }
  return ({ level, x, y, z }) => {
    if (level > deepest) return false;
    if (bounds === undefined) return true;
    const edge = root.edge / 2 ** level;
    return [x, y, z].every((place, axis) => {
      const low = (root.min[axis] ?? 0) + place * edge;
      return low <= (bounds.max[axis] ?? 0) && low + edge >= (bounds.min[axis] ?? 0);
    });
  };
}

/** Refuses keys that name no cube. */
export function checkKey(format: string, { level, x, y, z }: NodeKey, offset?: number): void {
  const inside = level >= 0 && level <= MOST_LEVELS &&
    [x, y, z].every((place) => place >= 0 && place < 2 ** level);
  if (inside) return;
  const problem = `a node has the key ${level}-${x}-${y}-${z}, which names no cube`;
  throw new FormatError(format, problem, offset === undefined ? {} : { offset });
}
