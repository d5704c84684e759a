/**
 * A reader of Potree 2 that shares nothing with the writer: from the format's description alone.
 *
 * @module
 */
import { brotliDecompressSync } from "node:zlib";
import { assert, assertEquals } from "@std/assert";

/** The three files. */
export interface PotreeFiles {
  readonly metadata: string;
  readonly hierarchy: Uint8Array<ArrayBuffer>;
  readonly octree: Uint8Array<ArrayBuffer>;
}

/** A node as it was read. */
export interface ReadNode {
  /** "r" and an octant for each level. */
  readonly name: string;
  readonly mask: number;
  /** Values of each attribute, those of one point in a row. */
  readonly points: readonly Readonly<Record<string, readonly number[]>>[];
}

interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly numElements: number;
  readonly elementSize: number;
  readonly size: number;
}

/** Reads every node; chunks and sizes have to fit together. */
export function readPotree(files: PotreeFiles): ReadNode[] {
  const metadata = JSON.parse(files.metadata);
  assertEquals(metadata.version, "2.0");
  const view = new DataView(files.hierarchy.buffer);
  const nodes: ReadNode[] = [];
  let used = 0;
  const readChunk = (name: string, offset: number, size: number): void => {
    used += size;
    assertEquals(size % 22, 0);
    const names = [name];
    const chunkLevel = name.length;
    for (let n = 0; n < size / 22; n++) {
      const at = offset + n * 22;
      const own = names[n] ?? "";
      const [type, mask] = [view.getUint8(at), view.getUint8(at + 1)];
      const count = view.getUint32(at + 2, true);
      const first = Number(view.getBigInt64(at + 6, true));
      const bytes = Number(view.getBigInt64(at + 14, true));
      assert(own !== "", "a chunk has more records than its masks tell");
      if (type === 2) {
        assertEquals(own.length, chunkLevel + metadata.hierarchy.stepSize);
        assert(mask !== 0, "a leaf begins a chunk");
        readChunk(own, first, bytes);
        continue;
      }
      assertEquals(type === 1, mask === 0);
      for (let octant = 0; octant < 8; octant++) {
        if ((mask >> octant & 1) === 1) names.push(`${own}${octant}`);
      }
      const part = files.octree.slice(first, first + bytes);
      assertEquals(part.length, bytes);
      nodes.push({ name: own, mask, points: readPoints(part, count, metadata) });
    }
    assertEquals(names.length, size / 22);
  };
  readChunk("r", 0, metadata.hierarchy.firstChunkSize);
  assertEquals(used, files.hierarchy.length);
  return nodes;
}

function readPoints(
  part: Uint8Array<ArrayBuffer>,
  count: number,
  { attributes, encoding }: { attributes: readonly Attribute[]; encoding: string },
): Record<string, number[]>[] {
  const points = Array.from({ length: count }, (): Record<string, number[]> => ({}));
  if (count === 0) {
    assertEquals(part.length, 0);
    return points;
  }
  const isPacked = encoding === "BROTLI";
  const raw = isPacked ? Uint8Array.from(brotliDecompressSync(part)) : part;
  const view = new DataView(raw.buffer);
  const stride = attributes.reduce((sum, { size }) => sum + size, 0);
  let at = 0;
  for (const { name, type, numElements, elementSize, size } of attributes) {
    const isCoded = isPacked && (name === "position" || name === "rgb");
    const codes = name === "position" ? 2 : 1;
    points.forEach((point, n) => {
      if (isCoded) {
        const words = Array.from(
          { length: codes },
          (_, k) => view.getBigUint64(at + (n * codes + k) * 8, true),
        );
        point[name] = [0, 1, 2].map((axis) => {
          let value = 0;
          for (const word of words) {
            for (let bit = 15; bit >= 0; bit--) {
              value = value * 2 + Number(word >> BigInt(bit * 3 + axis) & 1n);
            }
          }
          return value;
        });
        return;
      }
      const from = isPacked ? at + n * size : n * stride + at;
      point[name] = Array.from(
        { length: numElements },
        (_, k) => readNumber(view, type, from + k * elementSize),
      );
    });
    at += isPacked ? count * (isCoded ? codes * 8 : size) : size;
  }
  assertEquals(isPacked ? at : at * count, raw.length);
  return points;
}

function readNumber(view: DataView, type: string, at: number): number {
  switch (type) {
    case "uint8":
      return view.getUint8(at);
    case "uint16":
      return view.getUint16(at, true);
    case "int32":
      return view.getInt32(at, true);
    case "float":
      return view.getFloat32(at, true);
    case "double":
      return view.getFloat64(at, true);
    default:
      throw new Error(`type ${type}`);
  }
}
