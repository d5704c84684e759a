/**
 * Reading level-of-detail octrees from one file, node by node; see {@linkcode DvlodEncoder} for the format.
 *
 * @module
 */
import { inspectAsText } from "../../core/inspect.ts";
import { bytesOf, type PointAttribute, valuesOf } from "../base/attributes.ts";
import { checkBytes } from "../base/bytes.ts";
import { crc32, zlibFor } from "../base/platform.ts";
import { joinPlanes, placeBytes, unpackColors, unpackPlaces } from "./_bytes.ts";
import { cellsOfCodes, unfoldMasks } from "./_voxels.ts";
import { childCell, type DvlodAbout, type DvlodAttribute, type DvlodContent } from "./encode.ts";
import { DVLOD_END, DVLOD_END_BYTES, DVLOD_MARK, DVLOD_NODE_BYTES } from "./_marks.ts";
import { FormatError } from "../base/errors.ts";
import type { Triple } from "../cloud.ts";

/**
 * A node of a file.
 *
 * @category Trees of points
 */
export interface DvlodNode {
  /** Index in the list of nodes. */
  readonly index: number;
  /** Level; 0 for the root. */
  readonly level: number;
  /** Cell of the level, below 2^level on each axis. */
  readonly cell: Triple;
  /** Whether it is an inner node with voxels, or a leaf with points. */
  readonly kind: "inner" | "leaf";
  /** Index of its parent; -1 for the root. */
  readonly parent: number;
  /** Indices of its children, by octant. */
  readonly children: readonly number[];
  /** Number of its voxels or points. */
  readonly count: number;
  /** First byte in the file. */
  readonly offset: number;
  /** Bytes in the file. */
  readonly bytes: number;
}

interface Stored {
  readonly checksum: number;
  readonly compressed: boolean;
}

const NOT_DVLOD = "dvlod";
const MOST_LEVELS = 34;
/** Ancestors whose voxels are kept. */
const MOST_KEPT = 64;

/**
 * Tells from its first bytes whether a file was written by {@linkcode DvlodEncoder}.
 *
 * @param head The first eight bytes, or more.
 * @throws {TypeError} If it is not an array of bytes.
 * @category Trees of points
 */
export function isDvlod(head: Uint8Array): boolean {
  checkBytes(head);
  return DVLOD_MARK.every((byte, at) => head[at] === byte);
}

/**
 * Opens a file written by {@linkcode DvlodEncoder}.
 *
 * @param bytes The whole file; borrowed by the result.
 * @returns Its nodes, whose contents are decoded on request.
 * @throws {FormatError} If the bytes are not such a file, or if its table is damaged.
 * @category Trees of points
 */
export function readDvlod(bytes: Uint8Array): Dvlod {
  return new Dvlod(bytes);
}

/**
 * A tree in a file.
 *
 * @category Trees of points
 */
export class Dvlod {
  static {
    inspectAsText(this);
  }

  /** Position of the tree, and the attributes of its points. */
  readonly about: DvlodAbout;
  /** Its nodes, level by level. */
  readonly nodes: readonly DvlodNode[];
  readonly #bytes: Uint8Array;
  readonly #stored: readonly Stored[];
  readonly #codes = new Map<number, Uint32Array>();

  /** Reads the table of a file, which is borrowed. */
  constructor(bytes: Uint8Array) {
    checkBytes(bytes);
    this.#bytes = bytes;
    const { about, tableAt, nodes } = readEnd(bytes);
    this.about = about;
    const { list, stored } = readTable(bytes, tableAt, nodes, about);
    this.nodes = list;
    this.#stored = stored;
  }

  /** Points of all leaves. */
  get pointCount(): number {
    return this.nodes.reduce((sum, { kind, count }) => sum + (kind === "leaf" ? count : 0), 0);
  }

  /** Levels with nodes. */
  get levels(): number {
    return this.nodes.reduce((most, { level }) => Math.max(most, level + 1), 0);
  }

  /** The size of the tree as text. */
  toString(): string {
    const { pointCount, levels, nodes } = this;
    return `Dvlod of ${pointCount} points, ${nodes.length} nodes on ${levels} levels`;
  }

  /**
   * Decodes a node. An inner node requires its ancestors, some of which are cached.
   *
   * @param index Its index.
   * @returns Its voxels or points, and their attributes.
   * @throws {RangeError} If there is no such node.
   * @throws {FormatError} If its bytes are damaged.
   */
  read(index: number): DvlodContent {
    const node = this.nodes[index];
    if (node === undefined) {
      throw new RangeError(`Cannot read dvlod: node ${index} is not one of ${this.nodes.length}`);
    }
    const raw = this.#unpack(node);
    const { level, cell, kind, count } = node;
    if (kind === "leaf") return { level, cell, kind, ...this.#readPoints(node, raw) };
    const codes = this.#readCodes(node, raw);
    const colors = unpackColors(raw.subarray(raw.length - 4 * count));
    return { level, cell, kind, coordinates: cellsOfCodes(codes), colors };
  }

  #unpack(node: DvlodNode): Uint8Array {
    const { checksum, compressed } = this.#stored[node.index] ?? fail("a node is missing");
    const part = this.#bytes.subarray(node.offset, node.offset + node.bytes);
    if (crc32(part) !== checksum) fail(`node ${node.index} has another checksum`, node.offset);
    if (!compressed) return part;
    const { brotliDecompressSync } = zlibFor("read dvlod");
    try {
      return brotliDecompressSync(part, { maxOutputLength: this.#mostBytes(node) });
    } catch (cause) {
      throw new FormatError(NOT_DVLOD, `node ${node.index} cannot be decompressed`, {
        offset: node.offset,
        cause,
      });
    }
  }

  /** Upper bound on the size of a node. */
  #mostBytes({ kind, level, count }: DvlodNode): number {
    const { bits, gridSize, attributes } = this.about;
    const layers = level === 0 ? Math.log2(gridSize) : 1;
    const each = kind === "inner" ? layers : placeBytes(bits - level) * 3 + strideOf(attributes);
    return Math.max(1, count * (each + 4));
  }

  #readPoints(
    { index, level, cell, count, offset }: DvlodNode,
    raw: Uint8Array,
  ): Pick<DvlodContent, "coordinates" | "colors" | "attributes"> {
    const { bits, attributes } = this.about;
    const own = bits - level;
    const places = count * 3 * placeBytes(own);
    const needed = places + count * (4 + strideOf(attributes));
    if (raw.length !== needed) {
      fail(`node ${index} has ${raw.length} bytes, ${needed} expected`, offset);
    }
    const corner = cell.map((value) => value * 2 ** own);
    let at = places + 4 * count;
    const columns = attributes.map(({ name, type, width }): PointAttribute => {
      const stride = strideOf([{ name, type, width }]);
      const items = joinPlanes(raw.subarray(at, at + count * stride), stride);
      at += count * stride;
      return { name, width, values: valuesOf(type, items) ?? fail(`type ${type}`) };
    });
    // A cube of one unit needs no bytes for its points.
    const coordinates = own === 0
      ? Uint32Array.from({ length: count * 3 }, (_, n) => corner[n % 3] ?? 0)
      : unpackPlaces(raw.subarray(0, places), corner, own);
    const colors = unpackColors(raw.subarray(places, places + 4 * count));
    return { coordinates, colors, attributes: columns };
  }

  /** Morton codes of a node's voxels. */
  #readCodes(node: DvlodNode, raw: Uint8Array): Uint32Array {
    const kept = this.#codes.get(node.index);
    if (kept !== undefined) return kept;
    const masks = raw.subarray(0, Math.max(0, raw.length - 4 * node.count));
    let codes: Uint32Array = this.#seedsOf(node);
    let at = 0;
    for (let bits = node.level === 0 ? Math.log2(this.about.gridSize) : 1; bits > 0; bits--) {
      const layer = masks.subarray(at, at + codes.length);
      at += layer.length;
      const finer = layer.length === codes.length ? unfoldMasks(codes, layer) : undefined;
      codes = finer ?? fail(`node ${node.index} has voxels without cells`, node.offset);
    }
    if (at !== masks.length || codes.length !== node.count) {
      fail(`node ${node.index} has ${codes.length} voxels, ${node.count} expected`, node.offset);
    }
    if (this.#codes.size >= MOST_KEPT) this.#codes.clear();
    this.#codes.set(node.index, codes);
    return codes;
  }

  /** The cells that a node starts with: the parent's voxels in its octant. */
  #seedsOf({ parent, cell, level }: DvlodNode): Uint32Array {
    if (level === 0) return Uint32Array.of(0);
    const above = this.nodes[parent] ?? fail("a node has no parent");
    const codes = this.#readCodes(above, this.#unpack(above));
    const size = (this.about.gridSize / 2) ** 3;
    const octant = (cell[0] % 2) * 4 + (cell[1] % 2) * 2 + cell[2] % 2;
    return codes.filter((code) => Math.floor(code / size) === octant).map((code) => code % size);
  }
}

function fail(problem: string, offset?: number): never {
  throw new FormatError(NOT_DVLOD, problem, offset === undefined ? {} : { offset });
}

function strideOf(attributes: readonly DvlodAttribute[]): number {
  return attributes.reduce((sum, { type, width }) => {
    const one = valuesOf(type, new Uint8Array(0));
    return sum + (one === undefined ? 0 : bytesOf(one) * width);
  }, 0);
}

function readEnd(
  bytes: Uint8Array,
): { readonly about: DvlodAbout; readonly tableAt: number; readonly nodes: number } {
  const isWhole = bytes.length >= DVLOD_MARK.length + DVLOD_END_BYTES;
  if (!isWhole || !isDvlod(bytes)) {
    fail("the file does not begin as a dvlod file of version 1", 0);
  }
  const endAt = bytes.length - DVLOD_END_BYTES;
  if (!DVLOD_END.every((byte, at) => bytes[endAt + 20 + at] === byte)) {
    fail("the file does not end as it should, it may be cut", endAt);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const jsonAt = Number(view.getBigUint64(endAt, true));
  const jsonBytes = view.getUint32(endAt + 8, true);
  const nodes = view.getUint32(endAt + 12, true);
  if (jsonAt < DVLOD_MARK.length || jsonAt + jsonBytes + nodes * DVLOD_NODE_BYTES !== endAt) {
    fail(`a table of ${nodes} nodes from byte ${jsonAt} on does not fit`, endAt);
  }
  if (crc32(bytes.subarray(jsonAt, endAt)) !== view.getUint32(endAt + 16, true)) {
    fail("the table has another checksum", jsonAt);
  }
  const tableAt = jsonAt + jsonBytes;
  return { about: readAbout(bytes.subarray(jsonAt, tableAt), jsonAt), tableAt, nodes };
}

function readAbout(text: Uint8Array, offset: number): DvlodAbout {
  let json: Partial<Record<keyof DvlodAbout, unknown>>;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch (cause) {
    throw new FormatError(NOT_DVLOD, "the table does not begin with JSON", { offset, cause });
  }
  const { min, edge, bits, gridSize, attributes, projection, colorSource = "file" } = json ?? {};
  const isNumber = (value: unknown): value is number => typeof value === "number";
  const grid = isNumber(gridSize) ? Math.log2(gridSize) : NaN;
  const isCube = Array.isArray(min) && min.length === 3 && min.every(isNumber) && isNumber(edge) &&
    isNumber(bits) && Number.isInteger(bits) && bits <= 32 && bits >= grid;
  if (!isCube || !Number.isInteger(grid) || grid < 1 || grid > 10) fail("the cube is none", offset);
  const isKnown = Array.isArray(attributes) && attributes.every(isAttribute);
  if (!isKnown) fail("attributes are not known", offset);
  if (colorSource !== "file" && colorSource !== "height") {
    fail("the source of colors is not known", offset);
  }
  const [x, y, z] = min as number[];
  const system = typeof projection === "string" ? { projection } : {};
  return {
    min: [x ?? 0, y ?? 0, z ?? 0],
    edge,
    bits,
    gridSize: 2 ** grid,
    attributes,
    ...system,
    ...(colorSource === "height" ? { colorSource } : {}),
  };
}

function isAttribute(value: unknown): value is DvlodAttribute {
  if (typeof value !== "object" || value === null) return false;
  const { name, type, width } = value as Record<string, unknown>;
  return typeof name === "string" && typeof type === "string" &&
    valuesOf(type, new Uint8Array(0)) !== undefined && Number.isSafeInteger(width) &&
    typeof width === "number" && width > 0;
}

function readTable(
  bytes: Uint8Array,
  tableAt: number,
  count: number,
  { bits }: DvlodAbout,
): { readonly list: DvlodNode[]; readonly stored: Stored[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const list: DvlodNode[] = [];
  const stored: Stored[] = [];
  const places: { level: number; cell: Triple; parent: number }[] = [];
  if (count > 0) places.push({ level: 0, cell: [0, 0, 0], parent: -1 });
  for (let index = 0; index < count; index++) {
    const at = tableAt + index * DVLOD_NODE_BYTES;
    const offset = Number(view.getBigUint64(at, true));
    const size = view.getUint32(at + 8, true);
    const mask = view.getUint8(at + 20);
    const place = places[index] ?? fail(`node ${index} has no parent`, at);
    const { level, cell } = place;
    if (level > Math.min(bits, MOST_LEVELS)) fail(`node ${index} is too deep`, at);
    if (offset < DVLOD_MARK.length || offset + size > tableAt) {
      fail(`node ${index} of ${size} bytes from byte ${offset} on does not fit`, at);
    }
    const octants = [0, 1, 2, 3, 4, 5, 6, 7].filter((octant) => (mask >> octant & 1) === 1);
    const children = octants.map((octant) =>
      places.push({ level: level + 1, cell: childCell(cell, octant), parent: index }) - 1
    );
    const kind = mask === 0 ? "leaf" : "inner";
    list.push({
      index,
      ...place,
      kind,
      children,
      count: view.getUint32(at + 12, true),
      offset,
      bytes: size,
    });
    stored.push({
      checksum: view.getUint32(at + 16, true),
      compressed: view.getUint8(at + 21) !== 0,
    });
  }
  if (places.length !== count) fail(`${places.length} nodes are told of, ${count} there`, tableAt);
  return { list, stored };
}
