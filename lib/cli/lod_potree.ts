/**
 * Level-of-detail trees as Potree 2.
 *
 * @module
 */

import {
  encodePotreeHierarchy,
  encodePotreeMetadata,
  encodePotreeNode,
  type PotreeCloud,
  type PotreeEncoding,
  type PotreeNode,
  type Triple,
} from "../io/mod.ts";
import { type LodPick, lodPicks, lodRows, type LodTree } from "../lod/mod.ts";
import type { LodCloud } from "./lod_cloud.ts";
import { type LodFrame, writeAll } from "./lod_nodes.ts";

/** Names of what {@linkcode writePotree} writes. */
export const POTREE_NAMES: readonly string[] = ["metadata.json", "hierarchy.bin", "octree.bin"];

/** Points of nodes that are written together. */
const BATCH_POINTS = 1 << 20;

/** How to write, and who wants to know. */
export interface PotreeRequest {
  /** Name of the cloud. */
  readonly name: string;
  /** Which points move up. */
  readonly pick: LodPick;
  /** How points are stored. */
  readonly encoding: PotreeEncoding;
  /** Called with the number of points that are written. */
  readonly onProgress: (points: number) => Promise<void>;
}

/**
 * Writes a tree's points, each into one node.
 *
 * @param folder A folder that is there.
 * @param cloud What the tree was built from.
 * @param tree A tree with rows.
 * @param frame Where it lies.
 * @param request How to write.
 * @returns Bytes of the files.
 */
export async function writePotree(
  folder: string,
  { cloud, tree, frame }: {
    readonly cloud: LodCloud;
    readonly tree: LodTree;
    readonly frame: LodFrame;
  },
  { name, pick, encoding, onProgress }: PotreeRequest,
): Promise<number> {
  const owners = await lodPicks(tree, { pick });
  const { starts, rows } = await sortByOwner(tree, owners);
  const columns = columnsOf(cloud, frame, encoding);
  using file = await Deno.open(`${folder}/octree.bin`, { write: true, createNew: true });
  const nodes: PotreeNode[] = [];
  const most = encoding === "brotli" ? 1 : BATCH_POINTS;
  let byteOffset = 0;
  for (const { first, end } of batchesOf(starts, most)) {
    const own = rows.subarray(starts[first], starts[end]);
    const part = own.length === 0 ? new Uint8Array() : encodePotreeNode(columns, own, encoding);
    writeAll(file, part);
    const bytesEach = part.length / own.length;
    for (let index = first; index < end; index++) {
      const points = (starts[index + 1] ?? 0) - (starts[index] ?? 0);
      const byteSize = points === 0 ? 0 : Math.round(points * bytesEach);
      nodes.push(describeNode(tree, index, { points, byteOffset, byteSize }));
      byteOffset += byteSize;
    }
    await onProgress(starts[end] ?? 0);
  }
  const hierarchy = encodePotreeHierarchy(nodes);
  const { min, edge, gridSize } = frame;
  const spacing = edge / gridSize;
  const points = tree.counts.points;
  const about = { name, points, min, edge, spacing, encoding, hierarchy };
  const metadata = encodePotreeMetadata(columns, about);
  await Deno.writeFile(`${folder}/hierarchy.bin`, hierarchy.bytes);
  await Deno.writeTextFile(`${folder}/metadata.json`, metadata);
  return byteOffset + hierarchy.bytes.length + metadata.length;
}

/** Nodes that are written together, until they have points enough. */
function* batchesOf(
  starts: Uint32Array,
  most: number,
): Generator<{ readonly first: number; readonly end: number }> {
  let first = 0;
  for (let end = 1; end < starts.length; end++) {
    if (end + 1 < starts.length && (starts[end] ?? 0) - (starts[first] ?? 0) < most) continue;
    yield { first, end };
    first = end;
  }
}

function describeNode(
  tree: LodTree,
  index: number,
  place: Pick<PotreeNode, "points" | "byteOffset" | "byteSize">,
): PotreeNode {
  const { level, children } = tree.node(index);
  const mask = children.reduce((bits, child) => {
    const octant = tree.node(child).cell.reduce((sum, value) => sum * 2 + value % 2, 0);
    return bits | 1 << octant;
  }, 0);
  return { level, children: mask, firstChild: children[0] ?? 0, ...place };
}

/** Rows of the input by node, and where each node's begin. */
async function sortByOwner(
  tree: LodTree,
  owners: Int32Array,
): Promise<{ readonly starts: Uint32Array; readonly rows: Uint32Array<ArrayBuffer> }> {
  const starts = new Uint32Array(tree.counts.nodes + 1);
  for (const owner of owners) starts[owner + 1] = (starts[owner + 1] ?? 0) + 1;
  for (let n = 0; n < tree.counts.nodes; n++) {
    starts[n + 1] = (starts[n + 1] ?? 0) + (starts[n] ?? 0);
  }
  using column = lodRows(tree);
  // Clouds in memory have fewer than 2^32 points: the lower words tell all.
  const words = new Uint32Array((await column.read()).buffer);
  const rows = new Uint32Array(owners.length);
  const places = starts.slice();
  for (let at = 0; at < owners.length; at++) {
    const owner = owners[at] ?? 0;
    const place = places[owner] ?? 0;
    rows[place] = words[at * 2] ?? 0;
    places[owner] = place + 1;
  }
  return { starts, rows };
}

/** Integers of files stay as they are, unless their codes are written, which know no sign. */
function columnsOf(cloud: LodCloud, frame: LodFrame, encoding: PotreeEncoding): PotreeCloud {
  const { points, unit, origin, attributes } = cloud;
  if (points instanceof Int32Array) {
    const scale: Triple = [unit, unit, unit];
    if (encoding === "default") return { coordinates: points, scale, offset: origin, attributes };
    const low = frame.min.map((value, axis) => Math.round((value - (origin[axis] ?? 0)) / unit));
    const coordinates = points.map((value, at) => value - (low[at % 3] ?? 0));
    return { coordinates, scale, offset: frame.min, attributes };
  }
  // A power of ten, so that coordinates read well, and fine enough for 30 bits.
  const step = 10 ** Math.ceil(Math.log10(frame.edge / 2 ** 30));
  const coordinates = Int32Array.from(points, (value) => Math.round(value / step));
  return { coordinates, scale: [step, step, step], offset: origin, attributes };
}
