/**
 * Level-of-detail octrees in one compact file (`.dvlod`), of which nodes can be read individually.
 *
 * All numbers are little-endian. A file is a header, the nodes in any order, a table, and an end:
 *
 * | part   | bytes | what                                                                                      |
 * | ------ | ----- | ----------------------------------------------------------------------------------------- |
 * | header | 8     | `dvlod`, carriage return, line feed, 1                                                     |
 * | nodes  |       | each compressed by brotli where that is shorter                                            |
 * | table  |       | JSON, then 24 bytes for each node, level after level, children of a node by octant         |
 * | end    | 24    | u64 where the table begins, u32 bytes of its JSON, u32 nodes, u32 CRC-32 of the table, `dvlE` |
 *
 * The JSON has `min`, `edge`, `bits`, `gridSize`, `attributes` of `name`, `type` and `width`, and may have `projection`,
 * the coordinate system, and `colorSource` if colors stand for heights. A node of the table:
 *
 * | bytes | what                                                                                   |
 * | ----- | -------------------------------------------------------------------------------------- |
 * | u64   | first byte                                                                             |
 * | u32   | bytes                                                                                  |
 * | u32   | voxels or points                                                                       |
 * | u32   | CRC-32 of its bytes                                                                    |
 * | u8    | children: bit 4x + 2y + z for the octant of upper halves x, y, z; 0 for a leaf          |
 * | u8    | 1 if compressed                                                                        |
 * | u16   | 0                                                                                      |
 *
 * Voxels of an inner node are encoded relative to those of its parent: each of the parent's voxels in the node's octant
 * covers eight cells of the node, and a byte says which of them are voxels. The root begins with one cell, and has such
 * bytes for each doubling up to its grid. Points of a leaf are integer offsets from its minimum corner: the bytes of x,
 * the highest byte of all points first, then those of y and z. Colors follow: red of all, then green, blue and alpha,
 * each as the difference from the previous one. Attributes of points come last, column by column, with each byte of the
 * values as a separate column.
 *
 * Voxels and points are in Morton order, x leading. A point with coordinates u in units lies at
 * `min + u * edge / 2^bits` if it was built from integers, otherwise up to one unit beyond.
 *
 * @module
 */
import { bytesOf, type PointAttribute, typeOfValues } from "../base/attributes.ts";
import { crc32, zlibFor } from "../base/platform.ts";
import { checkFinites, checkReals, checkWhole } from "../base/operands.ts";
import { joinBytes, packColors, packPlaces, splitPlanes } from "./_bytes.ts";
import { DVLOD_END, DVLOD_END_BYTES, DVLOD_MARK, DVLOD_NODE_BYTES } from "./_marks.ts";
import { codesOfCells, foldCodes } from "./_voxels.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import {
  checkArray,
  checkClass,
  checkParts,
  checkText,
  checkView,
} from "../../../ffi/base/checks.ts";
import type { Triple } from "../cloud.ts";

/**
 * An attribute of points besides position and color.
 *
 * @category Trees of points
 */
export interface DvlodAttribute {
  /** Its name. */
  readonly name: string;
  /** Element type: int8, uint8, int16, uint16, int32, uint32, float or double. */
  readonly type: string;
  /** Values per point. */
  readonly width: number;
}

/**
 * Position of a tree, and the attributes of its points.
 *
 * @category Trees of points
 */
export interface DvlodAbout {
  /** Minimum corner of its cube. */
  readonly min: Triple;
  /** Edge length of the cube. */
  readonly edge: number;
  /** The cube has 2^bits units per axis, at most 2^32. */
  readonly bits: number;
  /** Cells of an inner node along each axis, a power of two from 2 to 1024. */
  readonly gridSize: number;
  /** Attributes of the points of leaves besides position and color. */
  readonly attributes: readonly DvlodAttribute[];
  /**
   * The coordinate system, in WKT or PROJ syntax.
   *
   * @default {undefined} Unknown.
   */
  readonly projection?: string;
  /**
   * Source of colors: the file with the points, or their heights.
   *
   * @default {"file"}
   */
  readonly colorSource?: "file" | "height";
}

/**
 * A node with its contents.
 *
 * @category Trees of points
 */
export interface DvlodContent {
  /** Level; 0 for the root. */
  readonly level: number;
  /** Cell of the level, below 2^level on each axis. */
  readonly cell: Triple;
  /** Whether it is an inner node with voxels, or a leaf with points. */
  readonly kind: "inner" | "leaf";
  /** Units of points from the corner of the cube, or cells of voxels in the node, [n, 3]; voxels in Morton order. */
  readonly coordinates: Uint32Array<ArrayBuffer>;
  /** Red, green, blue, alpha, [n, 4]. */
  readonly colors: Uint8Array<ArrayBuffer>;
  /** Attributes of the points of a leaf, in the order of the file. */
  readonly attributes?: readonly PointAttribute[];
}

const QUALITY = 5;

/**
 * The bytes of a node among those that an encoder gave.
 *
 * @category Trees of points
 */
export interface DvlodPart {
  /** First byte, counted from the first one of the header. */
  readonly offset: number;
  /** Number of bytes. */
  readonly bytes: number;
}

interface Entry {
  readonly level: number;
  readonly cell: Triple;
  readonly kind: "inner" | "leaf";
  readonly offset: number;
  readonly bytes: number;
  readonly count: number;
  readonly checksum: number;
  readonly compressed: boolean;
}

/**
 * Encodes a tree node by node, so that it need not fit into memory: the bytes of the header, of each node and of the
 * end, concatenated in the order in which they were requested, form the file.
 *
 * @category Trees of points
 *
 * @example A single root
 * ```ts
 * import { DvlodEncoder, readDvlod } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const encoder = new DvlodEncoder({ min: [0, 0, 0], edge: 8, bits: 3, gridSize: 2, attributes: [] });
 * const file = [
 *   encoder.header(),
 *   encoder.node({
 *     level: 0,
 *     cell: [0, 0, 0],
 *     kind: "leaf",
 *     coordinates: Uint32Array.of(1, 2, 7),
 *     colors: Uint8Array.of(9, 8, 7, 255),
 *   }),
 *   encoder.finish(),
 * ];
 * const lod = readDvlod(new Uint8Array(await new Blob(file).arrayBuffer()));
 * assertEquals([...lod.read(0).coordinates], [1, 2, 7]);
 * ```
 */
export class DvlodEncoder {
  readonly #about: DvlodAbout;
  readonly #entries = new Map<string, Entry>();
  #at = DVLOD_MARK.length;
  #isArranged = false;

  /**
   * Begins a file.
   *
   * @param about The position of the tree, and its attributes.
   * @throws {RangeError} If a property is invalid.
   * @throws {TypeError} If a property is of another kind.
   */
  constructor(about: DvlodAbout) {
    const operator = "encode dvlod";
    checkParts({ operator, name: "about" }, about);
    const { min, edge, bits, gridSize, attributes, projection, colorSource = "file" } = about;
    if (projection !== undefined) checkText({ operator, name: "projection" }, projection);
    checkFinites({ operator, name: "min" }, min, 3);
    checkArray({ operator, name: "attributes" }, attributes);
    for (const [at, attribute] of attributes.entries()) {
      const name = `attribute ${at}`;
      checkParts({ operator, name }, attribute);
      checkText({ operator, name: `name of ${name}` }, attribute.name);
      checkText({ operator, name: `type of ${name}` }, attribute.type);
      checkWhole({ operator, name: `width of ${name}` }, attribute.width, [1, 2 ** 16]);
    }
    if (colorSource !== "file" && colorSource !== "height") {
      refuse(`colorSource is ${describeValue(colorSource)}, file or height expected`);
    }
    const isGrid = Number.isInteger(Math.log2(gridSize)) && gridSize >= 2 && gridSize <= 1024;
    const isCube = [...min, edge].every(Number.isFinite) && Number.isInteger(bits) && bits <= 32;
    if (!isGrid || !isCube || bits < Math.log2(gridSize)) {
      refuse(`an edge of ${edge} with ${bits} bits and a grid of ${gridSize} is no cube of a tree`);
    }
    this.#about = about;
  }

  /** The first bytes. */
  header(): Uint8Array<ArrayBuffer> {
    return DVLOD_MARK.slice();
  }

  /**
   * The bytes of the next node; nodes may come in any order.
   *
   * @param content The node.
   * @throws {RangeError} If its columns differ in length, or if its voxels are not in order.
   * @throws {TypeError} If a part is of another kind.
   */
  node(content: DvlodContent): Uint8Array<ArrayBuffer> {
    checkParts({ operator: "encode dvlod", name: "the node" }, content);
    const { level, cell, kind, coordinates, colors, attributes = [] } = content;
    const { bits } = this.#about;
    checkWhole({ operator: "encode dvlod", name: "level" }, level, [0, bits]);
    checkFinites({ operator: "encode dvlod", name: "cell" }, cell, 3);
    for (const [axis, one] of cell.entries()) {
      checkWhole({ operator: "encode dvlod", name: `cell[${axis}]` }, one, [0, 2 ** level - 1]);
    }
    checkClass({ operator: "encode dvlod", name: "coordinates" }, coordinates, Uint32Array);
    checkClass({ operator: "encode dvlod", name: "colors" }, colors, Uint8Array);
    checkArray({ operator: "encode dvlod", name: "attributes" }, attributes);
    for (const [at, attribute] of attributes.entries()) {
      const name = `attribute ${at}`;
      checkParts({ operator: "encode dvlod", name }, attribute);
      checkView({ operator: "encode dvlod", name: `values of ${name}` }, attribute.values);
      checkReals({ operator: "encode dvlod", name: `values of ${name}` }, attribute.values);
    }
    if (kind !== "inner" && kind !== "leaf") {
      refuse(`kind is ${describeValue(kind)}, inner or leaf expected`);
    }
    const count = coordinates.length / 3;
    if (!Number.isInteger(count) || colors.length !== count * 4 || count === 0) {
      refuse(`a node has ${coordinates.length} coordinates and ${colors.length} bytes of colors`);
    }
    const key = keyOf(level, cell);
    if (this.#isArranged) refuse(`node ${key} comes after nodes were arranged`);
    if (this.#entries.has(key)) refuse(`node ${key} is there twice`);
    const raw = joinBytes(kind === "inner" ? this.#packVoxels(content) : this.#packPoints(content));
    const { brotliCompressSync, constants } = zlibFor("encode dvlod");
    const packed = brotliCompressSync(raw, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
    });
    const compressed = packed.length < raw.length;
    const bytes = compressed ? new Uint8Array(packed) : raw;
    this.#entries.set(key, {
      level,
      cell,
      kind,
      offset: this.#at,
      bytes: bytes.length,
      count,
      checksum: crc32(bytes),
      compressed,
    });
    this.#at += bytes.length;
    return bytes;
  }

  #packVoxels({ level, coordinates, colors }: DvlodContent): Uint8Array[] {
    const { gridSize } = this.#about;
    let codes = codesOfCells(coordinates);
    const isSorted = codes.every((code, n) => n === 0 || code > (codes[n - 1] ?? 0));
    if (!isSorted || !coordinates.every((value) => value < gridSize)) {
      refuse("voxels of a node are not in Morton order in its grid");
    }
    const layers: Uint8Array[] = [];
    // Only the root tells all of its grid; others begin with the voxels of their parents.
    for (let bits = level === 0 ? Math.log2(gridSize) : 1; bits > 0; bits--) {
      const { masks, parents } = foldCodes(codes);
      layers.unshift(masks);
      codes = parents;
    }
    return [...layers, packColors(colors)];
  }

  #packPoints({ level, cell, coordinates, colors, attributes = [] }: DvlodContent): Uint8Array[] {
    const { bits, attributes: wanted } = this.#about;
    const size = 2 ** (bits - level);
    const corner = cell.map((value) => value * size);
    if (!coordinates.every((value, at) => Math.floor(value / size) === cell[at % 3])) {
      refuse(`points of node ${keyOf(level, cell)} are not in its box`);
    }
    const columns = wanted.map(({ name, type, width }, n) => {
      const own = attributes[n];
      const count = coordinates.length / 3;
      if (
        own === undefined || own.name !== name || typeOfValues(own.values) !== type ||
        own.values.length !== count * width
      ) {
        return refuse(`${count * width} values of "${name}", ${type}, expected`);
      }
      const { buffer, byteOffset, byteLength } = own.values;
      return splitPlanes(
        new Uint8Array(buffer, byteOffset, byteLength),
        bytesOf(own.values) * width,
      );
    });
    return [packPlaces(coordinates, corner, bits - level), packColors(colors), ...columns];
  }

  /**
   * Puts the nodes into the order of the table, so that the file does not depend on the order in which they came.
   *
   * @returns For each node in that order, where its bytes lie among those requested so far, and how many there are. Written
   * in that order behind the header, they are the file that {@linkcode DvlodEncoder.finish} completes.
   * @throws {RangeError} If the nodes do not form one tree.
   */
  arrange(): DvlodPart[] {
    const { order } = this.#order();
    this.#isArranged = true;
    const parts = order.map(({ offset, bytes }): DvlodPart => ({ offset, bytes }));
    let offset = DVLOD_MARK.length;
    for (const entry of order) {
      this.#entries.set(keyOf(entry.level, entry.cell), { ...entry, offset });
      offset += entry.bytes;
    }
    return parts;
  }

  /**
   * The last bytes.
   *
   * @throws {RangeError} If the nodes do not form one tree.
   */
  finish(): Uint8Array<ArrayBuffer> {
    const { min, edge, bits, gridSize, attributes, projection, colorSource = "file" } = this.#about;
    const source = colorSource === "file" ? {} : { colorSource };
    const about = { min, edge, bits, gridSize, attributes, projection, ...source };
    const json = new TextEncoder().encode(JSON.stringify(about));
    const { order, masks } = this.#order();
    const out = new Uint8Array(json.length + order.length * DVLOD_NODE_BYTES + DVLOD_END_BYTES);
    const view = new DataView(out.buffer);
    out.set(json);
    let at = json.length;
    order.forEach((entry, n) => {
      view.setBigUint64(at, BigInt(entry.offset), true);
      view.setUint32(at + 8, entry.bytes, true);
      view.setUint32(at + 12, entry.count, true);
      view.setUint32(at + 16, entry.checksum, true);
      out[at + 20] = masks[n] ?? 0;
      out[at + 21] = entry.compressed ? 1 : 0;
      at += DVLOD_NODE_BYTES;
    });
    view.setBigUint64(at, BigInt(this.#at), true);
    view.setUint32(at + 8, json.length, true);
    view.setUint32(at + 12, order.length, true);
    view.setUint32(at + 16, crc32(out.subarray(0, at)), true);
    out.set(DVLOD_END, at + 20);
    return out;
  }

  /** The nodes level after level, children by octant, and a mask of its children for each. */
  #order(): { readonly order: readonly Entry[]; readonly masks: readonly number[] } {
    const root = this.#entries.get(keyOf(0, [0, 0, 0]));
    const order: Entry[] = root === undefined ? [] : [root];
    const masks: number[] = [];
    for (const entry of order) {
      const children = this.#childrenOf(entry);
      order.push(...children.map(([, child]) => child));
      masks.push(children.reduce((mask, [octant]) => mask | 1 << octant, 0));
      if ((entry.kind === "inner") !== (children.length > 0)) {
        const key = keyOf(entry.level, entry.cell);
        refuse(`node ${key} is ${entry.kind} and has ${children.length} children`);
      }
    }
    if (order.length !== this.#entries.size) refuse("nodes have no parents");
    return { order, masks };
  }

  #childrenOf({ level, cell }: Entry): (readonly [number, Entry])[] {
    return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((octant) => {
      const child = this.#entries.get(keyOf(level + 1, childCell(cell, octant)));
      return child === undefined ? [] : [[octant, child] as const];
    });
  }
}

/** The cell of a node's child. */
export function childCell([x, y, z]: Triple, octant: number): Triple {
  return [x * 2 + (octant >> 2), y * 2 + (octant >> 1 & 1), z * 2 + (octant & 1)];
}

const keyOf = (level: number, cell: Triple): string => `${level}: ${cell.join()}`;

function refuse(problem: string): never {
  throw new RangeError(`Cannot encode dvlod: ${problem}`);
}
