/**
 * Level-of-detail trees as Potree 2.
 *
 * @module
 */

import type { PointValues, Triple } from "../../../io/mod.ts";
import {
  columnsOf,
  encodePotreeMetadata,
  type PotreeCloud,
  type PotreeEncoding,
} from "../../../io/potree/encode.ts";
import { encodePotreeHierarchy, type PotreeNode } from "../../../io/potree/hierarchy.ts";
import { type Tensor, tensor } from "../../../core/tensor.ts";
import { columnExtremes } from "../../../lod/column_extremes.ts";
import type { LodTree } from "../../../lod/mod.ts";
import { packRecords } from "../../../lod/pack_records.ts";
import { lodOwnRows, type LodPick } from "../../../lod/picks.ts";
import { type LodFrame, WriteBehind } from "./nodes.ts";
import { type LodTensors, pieceOf, readField } from "../points/tensors.ts";

/** Fewer points are compressed before threads have started. */
const FEW_POINTS = 1 << 16;

/** Options of writing, and who wants to know. */
export interface PotreeRequest {
  /** Name of the cloud. */
  readonly name: string;
  /** Which points move up. */
  readonly pick: LodPick;
  /** Encoding of points. */
  readonly encoding: PotreeEncoding;
  /** Called with the number of points that are written. */
  readonly onProgress: (points: number) => Promise<void>;
}

/**
 * Writes a tree's points, each into one node.
 *
 * @param folder A folder that is there.
 * @param sources What the tree was built from, the tree with rows, and where it lies.
 * @param request How to write.
 * @returns Bytes of the files.
 */
export async function writePotree(
  folder: string,
  { cloud, tree, frame }: {
    readonly cloud: LodTensors;
    readonly tree: LodTree;
    readonly frame: LodFrame;
  },
  { name, pick, encoding, onProgress }: PotreeRequest,
): Promise<number> {
  const own = lodOwnRows(tree, { pick });
  using rows = own.rows;
  const firsts = Array.from(own.firsts, Number);
  const place = placeOf(cloud, frame, encoding);
  using file = await Deno.open(`${folder}/octree.bin`, { write: true, createNew: true });
  await using writer = new WriteBehind(file);
  const nodes: PotreeNode[] = [];
  let byteOffset = 0;
  const take = async (first: number, end: number, bytes: Uint8Array): Promise<void> => {
    await writer.write(bytes);
    const [begin = 0, stop = 0] = [firsts[first], firsts[end]];
    const bytesEach = bytes.length / (stop - begin);
    for (let index = first; index < end; index++) {
      const points = (firsts[index + 1] ?? 0) - (firsts[index] ?? 0);
      const byteSize = points === 0 ? 0 : Math.round(points * bytesEach);
      nodes.push(describeNode(tree, index, { points, byteOffset, byteSize }));
      byteOffset += byteSize;
    }
    await onProgress(stop);
  };
  const write = encoding === "brotli" ? compressNodes : packNodes;
  const columns = await write({ cloud, place, rows, firsts, take });
  await writer.finish();
  const hierarchy = encodePotreeHierarchy(nodes);
  const { min, edge, gridSize } = frame;
  const spacing = edge / gridSize;
  const points = tree.counts.points;
  const system = frame.projection === undefined ? {} : { projection: frame.projection };
  const about = { name, points, min, edge, spacing, encoding, hierarchy, ...system };
  const metadata = encodePotreeMetadata(columns, about);
  Deno.writeFileSync(`${folder}/hierarchy.bin`, hierarchy.bytes);
  Deno.writeTextFileSync(`${folder}/metadata.json`, metadata);
  return byteOffset + hierarchy.bytes.length + metadata.length;
}

/** Place of whole coordinates in the world, and the offset from those of the cloud. */
interface PotreePlace extends Pick<PotreeCloud, "scale" | "offset"> {
  readonly low: Triple;
}

/** Parts to be written, and who takes the bytes of nodes [first, end). */
interface PotreeWork {
  readonly cloud: LodTensors;
  readonly place: PotreePlace;
  readonly rows: Tensor<"i64">;
  /** First row of each node, and the number of rows. */
  readonly firsts: readonly number[];
  /** Bytes must not be changed before the next call returns. */
  readonly take: (first: number, end: number, bytes: Uint8Array) => Promise<void>;
}

/** Integers of files stay as they are, unless their codes are written, which know no sign. */
function placeOf(cloud: LodTensors, frame: LodFrame, encoding: PotreeEncoding): PotreePlace {
  const { points, unit, origin } = cloud;
  if (points.dtype === "i32") {
    const scale: Triple = [unit, unit, unit];
    if (encoding === "default") return { scale, offset: origin, low: [0, 0, 0] };
    const low = ([0, 1, 2] as const).map((axis) =>
      Math.round((frame.min[axis] - origin[axis]) / unit)
    );
    return { scale, offset: frame.min, low: [low[0] ?? 0, low[1] ?? 0, low[2] ?? 0] };
  }
  // A power of ten, so that coordinates read well, and fine enough for 30 bits.
  const step = 10 ** Math.ceil(Math.log10(frame.edge / 2 ** 30));
  return { scale: [step, step, step], offset: origin, low: [0, 0, 0] };
}

async function wholePlaces(
  { points }: LodTensors,
  { scale, low }: PotreePlace,
): Promise<Int32Array<ArrayBuffer>> {
  const [step] = scale;
  const values = await points.read();
  return values instanceof Int32Array
    ? values.map((value, at) => value - (low[at % 3] ?? 0))
    : Int32Array.from(values, (value) => Math.round(value / step));
}

/** Writes records, many nodes at a time; returns two points that have the least and greatest values of all. */
async function packNodes({ cloud, place, rows, firsts, take }: PotreeWork): Promise<PotreeCloud> {
  const { context, shape } = cloud.points;
  using made = cloud.points.dtype === "i32"
    ? undefined
    : tensor(await wholePlaces(cloud, place), { context, shape });
  const coordinates = made ?? cloud.points as Tensor<"i32">;
  // Each column is read in its order once; what rows take after that lies next to each other.
  using all = packRecords([{ values: coordinates }, ...cloud.fields]);
  const most = pieceOf(cloud.count);
  let [held, written] = [new Uint8Array(0), new Uint8Array(0)];
  for (let first = 0; first + 1 < firsts.length;) {
    const begin = firsts[first] ?? 0;
    let end = first + 1;
    while (end + 1 < firsts.length && (firsts[end + 1] ?? 0) - begin <= most) end++;
    using own = rows.slice(begin, firsts[end]);
    using records = packRecords([{ values: all }], own);
    if (held.length < records.length) held = new Uint8Array(records.length);
    const bytes = held.subarray(0, records.length);
    records.readInto(bytes);
    await take(first, end, bytes);
    [held, written] = [written, held];
    first = end;
  }
  const extremes = (values: Tensor): number[] => {
    const { min, max } = columnExtremes(values);
    return [...min, ...max];
  };
  return {
    coordinates: Int32Array.from(extremes(coordinates)),
    ...place,
    attributes: cloud.fields.map(({ name, values, bytes = 0 }) => {
      const [, width = 1] = values.shape;
      const both = extremes(values);
      return { name, width, values: bytes > 1 ? Uint16Array.from(both) : valuesAs(values, both) };
    }),
  };
}

function valuesAs({ dtype }: Tensor, numbers: readonly number[]): PointValues {
  if (dtype === "u8") return Uint8Array.from(numbers);
  if (dtype === "u16") return Uint16Array.from(numbers);
  if (dtype === "f32") return Float32Array.from(numbers);
  return Float64Array.from(numbers);
}

/** Writes compressed columns, node after node; returns all points. */
async function compressNodes(
  { cloud, place, rows, firsts, take }: PotreeWork,
): Promise<PotreeCloud> {
  const { compressColumns, joinColumns, POTREE_QUALITY } = await import(
    "../../../io/potree/records.ts"
  );
  const { BrotliPool } = await import("./brotli_pool.ts");
  const coordinates = await wholePlaces(cloud, place);
  const attributes = await Promise.all(cloud.fields.map(readField));
  const columns = { coordinates, ...place, attributes };
  const all = columnsOf(columns);
  const own = Uint32Array.from(await rows.read(), Number);
  using pool = own.length < FEW_POINTS ? undefined : new BrotliPool();
  const compress = (part: Uint32Array): Promise<Uint8Array> => {
    if (part.length === 0) return Promise.resolve(new Uint8Array());
    if (pool === undefined) return Promise.resolve(compressColumns(all, part));
    return pool.compress(joinColumns(all, part), POTREE_QUALITY);
  };
  const ahead: Promise<Uint8Array>[] = [];
  let taken = 0;
  for (let node = 0; node + 1 < firsts.length; node++) {
    const compressed = compress(own.subarray(firsts[node], firsts[node + 1]));
    // Who awaits it hears of an error; until then it is not an unhandled one.
    compressed.catch(() => {});
    ahead.push(compressed);
    if (ahead.length <= 2 * (pool?.size ?? 0)) continue;
    await take(taken, taken + 1, await ahead.shift() ?? new Uint8Array());
    taken++;
  }
  for (const last of ahead) await take(taken, ++taken, await last);
  return columns;
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
