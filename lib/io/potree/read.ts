/**
 * Potree 2 octrees, read node by node: what viewers need of them.
 *
 * @module
 */
import { FormatError } from "../base/errors.ts";
import { isObject, showJson } from "../base/json.ts";
import { zlibFor } from "../base/platform.ts";
import type { Triple } from "../cloud.ts";
import type { PointTile } from "../tiles/tileset.ts";

/** A node of an octree; levels are additive. */
export interface PotreeEntry {
  /** "r" and a digit for the octant of each level. */
  readonly name: string;
  /** Number of its points. */
  readonly points: number;
  /** First byte of its points in `octree.bin`. */
  readonly offset: number;
  /** Number of bytes. */
  readonly bytes: number;
}

interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Contents of `metadata.json`. */
export interface PotreeAbout {
  /** Minimum corner of the cube of the root. */
  readonly min: Triple;
  /** Edge length of the cube. */
  readonly edge: number;
  /** Distance of points of the root. */
  readonly spacing: number;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly isBrotli: boolean;
  readonly attributes: readonly Attribute[];
  /** Bytes of the first chunk of the hierarchy, and levels of a chunk. */
  readonly firstChunkSize: number;
}

const POTREE = "Potree";
/** Bytes of a node in the hierarchy. */
const NODE_BYTES = 22;
/** Stands for the nodes of another chunk. */
const PROXY = 2;
const MOST_LEVELS = 32;

/**
 * Reads `metadata.json`.
 *
 * @throws {FormatError} If it is not that of a Potree 2 octree.
 */
export function readPotreeMetadata(text: string): PotreeAbout {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new FormatError(POTREE, "the metadata is not JSON", { cause });
  }
  const { boundingBox, hierarchy, scale, offset, spacing, encoding, attributes } = isObject(json)
    ? json
    : {};
  const { min, max } = isObject(boundingBox) ? boundingBox : {};
  const firstChunkSize = isObject(hierarchy) ? hierarchy.firstChunkSize : undefined;
  if (!isTriple(min) || !isTriple(max) || !isTriple(scale) || !isTriple(offset)) {
    return fail("the metadata has no box, scale and offset of three numbers each");
  }
  if (typeof spacing !== "number" || !isCount(firstChunkSize) || !Array.isArray(attributes)) {
    return fail("the metadata has no spacing, hierarchy and attributes");
  }
  return {
    min,
    edge: max[0] - min[0],
    spacing,
    scale,
    offset,
    isBrotli: encoding === "BROTLI",
    firstChunkSize,
    attributes: attributes.map((one: unknown): Attribute => {
      const { name, type, size } = isObject(one) ? one : {};
      const isKnown = typeof name === "string" && typeof type === "string" && isCount(size);
      return isKnown ? { name, type, size } : fail(`an attribute is ${showJson(one)}`);
    }),
  };
}

/**
 * Reads `hierarchy.bin`.
 *
 * @returns All nodes, parents before their children.
 * @throws {FormatError} If its chunks do not fit together.
 */
export function readPotreeHierarchy(
  bytes: Uint8Array,
  { firstChunkSize }: PotreeAbout,
): PotreeEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nodes: PotreeEntry[] = [];
  const chunks = [{ name: "r", at: 0, size: firstChunkSize }];
  let left = Math.floor(bytes.length / NODE_BYTES);
  for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) {
    const names = [chunk.name];
    for (let n = 0; n < names.length; n++) {
      const [name = "", at] = [names[n], chunk.at + n * NODE_BYTES];
      const isIn = at + NODE_BYTES <= Math.min(bytes.length, chunk.at + chunk.size);
      // Each record is read once: chunks that lead to each other would never end.
      if (!isIn || left-- === 0) return fail(`node ${name} is not in the hierarchy`);
      const [type, mask] = [view.getUint8(at), view.getUint8(at + 1)];
      const points = view.getUint32(at + 2, true);
      const offset = Number(view.getBigUint64(at + 6, true));
      const size = Number(view.getBigUint64(at + 14, true));
      if (type === PROXY) {
        chunks.push({ name, at: offset, size });
        continue;
      }
      if (name.length > MOST_LEVELS) return fail(`node ${name} is too deep`);
      nodes.push({ name, points, offset, bytes: size });
      for (let octant = 0; octant < 8; octant++) {
        if ((mask >> octant & 1) === 1) names.push(`${name}${octant}`);
      }
    }
  }
  return nodes.sort((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
}

/** The cube of a node. */
export function cubeOfNode(
  name: string,
  { min, edge }: Pick<PotreeAbout, "min" | "edge">,
): { readonly min: Triple; readonly edge: number } {
  let [corner, size] = [min, edge];
  for (const digit of name.slice(1)) {
    size /= 2;
    const octant = Number(digit);
    const [x, y, z] = corner;
    corner = [x + (octant >> 2) * size, y + (octant >> 1 & 1) * size, z + (octant & 1) * size];
  }
  return { min: corner, edge: size };
}

/**
 * Decodes the points of a node.
 *
 * @param part Its bytes of `octree.bin`.
 * @param node The node.
 * @param about What the metadata say.
 * @returns Places from the minimum corner of its cube, colors, and intensities and classes where there are some.
 * @throws {FormatError} If the bytes are damaged.
 */
export function readPotreeNode(
  part: Uint8Array,
  { name, points }: PotreeEntry,
  about: PotreeAbout,
): PointTile {
  const { attributes, isBrotli, scale, offset } = about;
  const raw = isBrotli ? unpack(part, name) : part;
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const { min } = cubeOfNode(name, about);
  const positions = new Float32Array(points * 3);
  const colors = new Uint8Array(points * 4).fill(255);
  const stride = attributes.reduce((sum, { size }) => sum + size, 0);
  const found: { intensities?: Uint16Array; classifications?: Uint8Array } = {};
  let at = 0;
  for (const { name: attribute, type, size } of attributes) {
    const isCoded = isBrotli && (attribute === "position" || attribute === "rgb");
    const codeBytes = attribute === "position" ? 16 : 8;
    const width = isCoded ? codeBytes : size;
    const [from, step] = isBrotli ? [at, width] : [at, stride];
    at += isBrotli ? points * width : size;
    if (points > 0 && from + (points - 1) * step + width > raw.length) {
      return fail(`node ${name} has ${raw.length} bytes, too few for its points`);
    }
    const triple = (row: number, axis: 0 | 1 | 2, bytes: 2 | 4): number => {
      const place = from + row * step;
      if (isCoded) return uncode(view, place, { axis, words: codeBytes / 8 });
      const own = place + axis * bytes;
      return bytes === 4 ? view.getInt32(own, true) : view.getUint16(own, true);
    };
    if (attribute === "position") {
      for (let row = 0; row < points; row++) {
        for (const axis of [0, 1, 2] as const) {
          const world = triple(row, axis, 4) * scale[axis] + offset[axis];
          positions[row * 3 + axis] = world - min[axis];
        }
      }
    } else if (attribute === "rgb" && type === "uint16") {
      paint(colors, (row, axis) => triple(row, axis, 2));
    } else if (attribute === "intensity" && type === "uint16") {
      found.intensities = Uint16Array.from(
        { length: points },
        (_, row) => view.getUint16(from + row * step, true),
      );
    } else if (attribute === "classification" && type === "uint8") {
      found.classifications = Uint8Array.from(
        { length: points },
        (_, row) => view.getUint8(from + row * step),
      );
    }
  }
  return { positions, colors, ...found };
}

/** Colors of 16 bits may hold 8; each node tells by its greatest, as viewers of the format do. */
function paint(colors: Uint8Array, of: (row: number, axis: 0 | 1 | 2) => number): void {
  const values = new Uint16Array(colors.length / 4 * 3);
  for (let row = 0; row < colors.length / 4; row++) {
    for (const axis of [0, 1, 2] as const) values[row * 3 + axis] = of(row, axis);
  }
  const shift = values.some((value) => value > 255) ? 8 : 0;
  values.forEach((value, at) => colors[Math.floor(at / 3) * 4 + at % 3] = value >> shift);
}

/** One of three numbers whose bits take turns: of 16 bits in each word of 8 bytes, the highest word first. */
function uncode(
  view: DataView,
  at: number,
  { axis, words }: { readonly axis: number; readonly words: number },
): number {
  let value = 0;
  for (let word = 0; word < words; word++) {
    const [low, high] = [
      view.getUint32(at + 8 * word, true),
      view.getUint32(at + 8 * word + 4, true),
    ];
    for (let bit = 15; bit >= 0; bit--) {
      const place = 3 * bit + axis;
      value = value * 2 + (place < 32 ? low >>> place & 1 : high >>> (place - 32) & 1);
    }
  }
  return value;
}

function unpack(part: Uint8Array, name: string): Uint8Array {
  if (part.length === 0) return part;
  try {
    return zlibFor("read Potree").brotliDecompressSync(part, { maxOutputLength: 1 << 30 });
  } catch (cause) {
    throw new FormatError(POTREE, `node ${name} cannot be decompressed`, { cause });
  }
}

function isTriple(value: unknown): value is Triple {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function fail(problem: string): never {
  throw new FormatError(POTREE, problem);
}
