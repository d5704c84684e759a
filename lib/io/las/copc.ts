/**
 * Cloud-optimized point clouds (COPC): LAZ files whose chunks are the nodes of an octree.
 *
 * @module
 */
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { checkBytes } from "../base/bytes.ts";
import { type AllLasColumns, allocateLasColumns, finishLas } from "./points.ts";
import { checkChunk, type LazChunk, readChunkPoints } from "./_laz_chunks.ts";
import { type ChunkRun, decodeChunk } from "./laz_columns.ts";
import { makeLazDecoder } from "./laz_perf.ts";
import { checkKey, nodeFilter, type NodeKey, type OctreeRoot } from "../base/octree_nodes.ts";
import { type ByteSource, readPart, sourceOf } from "../base/byte_source.ts";
import { FormatError } from "../base/errors.ts";
import { type LasHeader, readLasStart } from "./header.ts";
import type { NodeSelection, OctreeCloud, ReadFieldsOptions, Triple } from "../cloud.ts";

/**
 * Octree properties of a COPC file.
 *
 * @category Trees of points
 */
export interface CopcHeader {
  /** The header of the LAZ file; of its variable length records, only those before the points. */
  readonly las: LasHeader;
  /** Center of the cube of the root. */
  readonly center: Triple;
  /** Half the edge of that cube. */
  readonly halfsize: number;
  /** Distance between points of the root; each level halves it. */
  readonly spacing: number;
  /** Minimum and maximum GPS time. */
  readonly gpsTime: readonly [least: number, most: number];
  /** Position of the first page of the hierarchy. */
  readonly hierarchy: { readonly offset: number; readonly length: number };
}

const HEADER_BYTES = 375;
const INFO_BYTES = 160;
/** Byte offset of the payload of the record of COPC. */
const INFO_AT = HEADER_BYTES + 54;
const ENTRY_BYTES = 32;
/** Chunks that follow one another are read at once up to this many bytes: a server answers slowly. */
const MOST_READ = 1 << 22;
/** Variable length records beyond this are no longer plausible. */
const MOST_START = 1 << 28;

/**
 * Tells whether a file is a COPC file.
 *
 * @param head Its first 430 bytes, or more.
 * @returns Whether its first variable length record is that of COPC.
 * @throws {TypeError} If it is not an array of bytes.
 * @category Trees of points
 */
export function isCopc(head: Uint8Array): boolean {
  checkBytes(head);
  const letters = (at: number): string => String.fromCharCode(...head.subarray(at, at + 4));
  return letters(0) === "LASF" && head.length >= INFO_AT && letters(HEADER_BYTES + 2) === "copc";
}

/**
 * Reads the header of a COPC file.
 *
 * @param file The bytes, or a source of which only the start is read.
 * @returns The header and the position of the hierarchy.
 * @throws {FormatError} If it is not a COPC file, is truncated or is inconsistent.
 * @see COPC specification 1.0
 * @category Trees of points
 */
export async function readCopcHeader(file: Uint8Array | ByteSource): Promise<CopcHeader> {
  const source = sourceOf(file);
  const head = await readBytes(source, "the header", 0, Math.min(HEADER_BYTES, source.size));
  const pointOffset = head.length < HEADER_BYTES
    ? head.length
    : new DataView(head.buffer, head.byteOffset).getUint32(96, true);
  if (pointOffset > MOST_START) fail(`point data starts at byte ${pointOffset}`, 96);
  // What is wrong with a wrong offset is said with the rest of the header.
  const length = Math.min(Math.max(pointOffset, head.length), source.size);
  const las = readLasStart(await readBytes(source, "the header", 0, length), source.size);
  const { pointFormat, vlrs: [info] } = las;
  if (info?.userId !== "copc" || info.recordId !== 1) {
    return fail("the first variable length record is not that of COPC", las.headerSize);
  }
  const at = las.headerSize + 54;
  if (info.data.length < INFO_BYTES) {
    fail(`the COPC record holds ${info.data.length} bytes, ${INFO_BYTES} expected`, at);
  }
  if (!las.compressed || pointFormat < 6 || pointFormat > 8) {
    fail(`point format ${pointFormat}, a compressed one of 6 to 8 expected`, 104);
  }
  readChunkPoints(las);
  const view = new DataView(info.data.buffer, info.data.byteOffset);
  const number = (which: number): number => view.getFloat64(which * 8, true);
  const header: CopcHeader = {
    las,
    center: [number(0), number(1), number(2)],
    halfsize: number(3),
    spacing: number(4),
    gpsTime: [number(7), number(8)],
    hierarchy: {
      offset: Number(view.getBigUint64(40, true)),
      length: Number(view.getBigUint64(48, true)),
    },
  };
  if (!header.center.every(Number.isFinite) || !isSize(header.halfsize)) {
    fail(`the octree has half the edge ${header.halfsize} around ${header.center.join(", ")}`, at);
  }
  if (!isSize(header.spacing)) fail(`the spacing is ${header.spacing}`, at + 32);
  return header;
}

/** A chunk that is a node. */
interface CopcNode extends NodeKey {
  readonly chunk: LazChunk;
}

const NAMES = optionNames<NodeSelection & ReadFieldsOptions>({
  bounds: true,
  maxDepth: true,
  resolution: true,
  fields: "boolean",
});

/**
 * Reads nodes of a COPC file: all, or those down to a level, a resolution or within a box.
 *
 * Every level adds points to those above it, so the root is always among the nodes; whether colors have 8 or 16 bits
 * is decided once for all of them. Only the required pages of the hierarchy and chunks are read. Coordinates are exact,
 * as with {@linkcode readLaz}, which returns the points of all nodes.
 *
 * @param file The bytes, or a source of which only the required parts are read.
 * @param options Which nodes to read, and whether to read `lasFields` and `columns`.
 * @returns The points of the nodes in file order, and the node of each point.
 * @throws {FormatError} If it is not a COPC file, is truncated or is inconsistent.
 * @throws {RangeError} If `maxDepth` is negative or `resolution` not positive.
 * @see COPC specification 1.0
 * @category Trees of points
 *
 * @example An overview of a file on a disk
 * ```ts
 * import { type ByteSource, readCopcNodes } from "@denovdb/denovdb/io";
 *
 * async function overview(file: ByteSource): Promise<Float64Array> {
 *   const { positions } = await readCopcNodes(file, { resolution: 0.5 });
 *   return positions;
 * }
 * ```
 */
export async function readCopcNodes(
  file: Uint8Array | ByteSource,
  options: NodeSelection & ReadFieldsOptions = {},
): Promise<OctreeCloud> {
  checkOptions("readCopcNodes", options, NAMES);
  const source = sourceOf(file);
  const header = await readCopcHeader(source);
  const { las, center, halfsize, spacing } = header;
  const [x, y, z] = center;
  const root: OctreeRoot = {
    min: [x - halfsize, y - halfsize, z - halfsize],
    edge: 2 * halfsize,
    spacing,
  };
  const isWanted = nodeFilter(root, options);
  const nodes = await readHierarchy(source, header, isWanted);
  nodes.sort((a, b) => a.chunk.at - b.chunk.at);
  const count = nodes.reduce((sum, { chunk }) => sum + chunk.count, 0);
  const { bounds, maxDepth, resolution } = options;
  const whole = bounds === undefined && maxDepth === undefined && resolution === undefined;
  if (whole ? count !== las.count : count > las.count) {
    fail(`the nodes hold ${count} points, the header claims ${las.count}`, 247);
  }
  const columns = await readNodes(source, las, nodes, options.fields ?? false);
  let first = 0;
  return {
    ...finishLas({ ...las, count }, columns),
    nodes: nodes.map(({ level, x, y, z, chunk: { count } }) => {
      first += count;
      return { level, x, y, z, first: first - count, count };
    }),
  };
}

/** Lists the wanted nodes with points. */
async function readHierarchy(
  source: ByteSource,
  { las, hierarchy }: CopcHeader,
  isWanted: (key: NodeKey) => boolean,
): Promise<CopcNode[]> {
  const nodes: CopcNode[] = [];
  const seen = new Set<string>();
  const pages = [hierarchy];
  for (let page = pages.pop(); page !== undefined; page = pages.pop()) {
    const { offset, length } = page;
    if (length % ENTRY_BYTES !== 0) {
      fail(`a page of the hierarchy takes ${length} bytes, a multiple of 32 expected`, offset);
    }
    const bytes = await readBytes(source, "a page of the hierarchy", offset, length);
    const view = new DataView(bytes.buffer, bytes.byteOffset, length);
    for (let at = 0; at < length; at += ENTRY_BYTES) {
      const part = (which: number): number => view.getInt32(at + which * 4, true);
      const key = { level: part(0), x: part(1), y: part(2), z: part(3) };
      checkKey("COPC", key, offset + at);
      const place = Number(view.getBigUint64(at + 16, true));
      const [size, count] = [part(6), part(7)];
      if (count < -1 || (count !== 0 && size < 0)) {
        fail(`a node has ${count} points in ${size} bytes`, offset + at);
      }
      const name = `${key.level}-${key.x}-${key.y}-${key.z}${count === -1 ? " page" : ""}`;
      if (seen.has(name)) fail(`the hierarchy names ${name} twice`, offset + at);
      seen.add(name);
      if (count === -1 && isWanted(key)) pages.push({ offset: place, length: size });
      if (count <= 0 || !isWanted(key)) continue;
      if (place < las.pointOffset + 8 || place + size > source.size) {
        fail(
          `node ${name} reaches to byte ${place + size}, the file holds ${source.size}`,
          offset + at,
        );
      }
      nodes.push({ ...key, chunk: { at: place, length: size, count } });
    }
  }
  return nodes;
}

async function readNodes(
  source: ByteSource,
  las: LasHeader,
  nodes: readonly CopcNode[],
  fields: boolean,
): Promise<AllLasColumns> {
  // Every chunk is checked before room is made for the points that it claims to hold.
  const runs: ChunkRun[] = [];
  let count = 0;
  for (const { at, length, chunks } of groupsOf(nodes)) {
    const bytes = await readBytes(source, "a node", at, length);
    const view = new DataView(bytes.buffer, bytes.byteOffset, length);
    for (const chunk of chunks) {
      checkChunk(view, las, chunk, at);
      const data = bytes.subarray(chunk.at - at, chunk.at - at + chunk.length);
      runs.push({ chunk, data, first: count });
      count += chunk.count;
    }
  }
  const columns = allocateLasColumns({ ...las, count }, { fields });
  const decoder = await makeLazDecoder();
  for (const run of runs) decodeChunk(decoder, las, run, columns);
  return columns;
}

/** Chunks that follow one another, to be read at once. */
interface ChunkGroup {
  readonly at: number;
  length: number;
  readonly chunks: LazChunk[];
}

function groupsOf(nodes: readonly CopcNode[]): ChunkGroup[] {
  const groups: ChunkGroup[] = [];
  for (const { chunk } of nodes) {
    const last = groups.at(-1);
    const follows = last !== undefined && last.at + last.length === chunk.at;
    if (follows && last.length + chunk.length <= MOST_READ) {
      last.length += chunk.length;
      last.chunks.push(chunk);
    } else {
      groups.push({ at: chunk.at, length: chunk.length, chunks: [chunk] });
    }
  }
  return groups;
}

function readBytes(
  source: ByteSource,
  what: string,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  return readPart(source, { format: "COPC", what, offset, length });
}

function isSize(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}

function fail(problem: string, offset: number): never {
  throw new FormatError("COPC", problem, { offset });
}
