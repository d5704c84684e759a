/**
 * Contents and places of the nodes of a NanoVDB grid, and the memory that they are written to.
 *
 * @module
 */
import { type NvdbType, ROOT_AT, type StatPlaces, type TreeLayout } from "./layout.ts";
import type { Summaries } from "./_stats.ts";
import { type NodeLevel, nodesAbove } from "./_topology.ts";
import type { NvdbLeaves, NvdbTiles } from "./read.ts";
import type { NrrdValues } from "../base/samples.ts";

/** Contents of the nodes of a grid. */
export interface TreeContent {
  readonly type: NvdbType;
  readonly layout: TreeLayout;
  readonly leaves: NvdbLeaves;
  /** Values of the voxels of leaves, then those of tiles; those of masks and index grids are not looked at. */
  readonly values: NrrdValues;
  /** Number of voxels in leaves. */
  readonly voxelCount: number;
  /** Tiles in the order of leaves. */
  readonly tiles: Omit<NvdbTiles, "values">;
  /** The value of what is not active. */
  readonly background: NrrdValues;
  /** Whether what is not active is inside or outside of a level set. */
  readonly isLevelSet: boolean;
  /** Whether nodes say what values they have. */
  readonly hasStats: boolean;
}

/** Places of nodes. */
export interface TreePlan {
  readonly uppers: NodeLevel;
  readonly lowers: NodeLevel;
  readonly leafCount: number;
  /** Tiles of 8^3, of 128^3 and of 4096^3 voxels. */
  readonly tileCounts: readonly [number, number, number];
  readonly upperAt: number;
  readonly lowerAt: number;
  readonly leafAt: number;
  /** End of the leaves. */
  readonly end: number;
}

/** Voxels of a tile along each axis, from the smallest. */
export const SIDES = [8, 128, 4096] as const;

/** Finds the nodes that content needs, and where they go. */
export function planTree({ layout, leaves, tiles }: TreeContent): TreePlan {
  const ofSide = (side: number): Int32Array =>
    tiles.origins.filter((_, at) => tiles.sides[Math.floor(at / 3)] === side);
  const [small, middle, large] = [ofSide(SIDES[0]), ofSide(SIDES[1]), ofSide(SIDES[2])];
  const lowers = nodesAbove(128, leaves.origins, small);
  const uppers = nodesAbove(4096, lowers.origins, middle);
  const tableSize = uppers.count + large.length / 3;
  const upperAt = ROOT_AT + layout.root.bytes + tableSize * layout.root.tileBytes;
  const lowerAt = upperAt + uppers.count * layout.upper.bytes;
  const leafAt = lowerAt + lowers.count * layout.lower.bytes;
  const leafCount = leaves.origins.length / 3;
  return {
    uppers,
    lowers,
    leafCount,
    tileCounts: [small.length / 3, middle.length / 3, large.length / 3],
    upperAt,
    lowerAt,
    leafAt,
    end: leafAt + leafCount * layout.leaf.bytes,
  };
}

/** The memory of a grid, all 0 at first. */
export class GridMemory {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView<ArrayBuffer>;
  /** The value of what is not active: outside of a level set, or anywhere. */
  readonly outside: Uint8Array;
  /** The same inside of a level set. */
  readonly inside: Uint8Array;
  /** The same as a number, of level sets. */
  readonly insideNumber: number;
  /** Values of voxels and tiles. */
  readonly values: Uint8Array;
  /** The same as words, where they lie at multiples of four. */
  readonly valueWords: Uint32Array;
  readonly #content: TreeContent;
  readonly #hasOutside: boolean;

  /** Takes memory of the size that the plan asks for, and what comes behind; it may lie anywhere. */
  constructor(bytes: Uint8Array<ArrayBuffer>, content: TreeContent) {
    const { values, background, isLevelSet } = content;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.outside = bytesOf(background);
    const isFloat = background instanceof Float32Array || background instanceof Float64Array;
    this.inside = bytesOf(isLevelSet && isFloat ? background.map((one) => -one) : background);
    this.insideNumber = -Number(background[0] ?? 0);
    this.values = bytesOf(values);
    const isWhole = values.byteOffset % 4 === 0;
    this.valueWords = isWhole
      ? new Uint32Array(values.buffer, values.byteOffset, values.byteLength >>> 2)
      : new Uint32Array(0);
    this.#content = content;
    this.#hasOutside = this.outside.some((byte) => byte !== 0);
  }

  /** Writes the value of what is not active to entries of a table. */
  fillOutside(at: number, entry: number, count: number): void {
    if (!this.#hasOutside) return;
    this.bytes.set(this.outside, at);
    const all = entry * count;
    for (let done = entry; done < all; done *= 2) {
      this.bytes.copyWithin(at + done, at, at + Math.min(done, all - done));
    }
  }

  /** A real number of a level set. */
  numberAt(at: number): number {
    return this.#content.layout.form.bytes === 4
      ? this.view.getFloat32(at, true)
      : this.view.getFloat64(at, true);
  }

  /** Copies the value of a voxel, or of a tile behind those. */
  writeValue(at: number, row: number): void {
    const { bytes } = this.#content.layout.form;
    for (let byte = 0; byte < bytes; byte++) {
      this.bytes[at + byte] = this.values[row * bytes + byte] ?? 0;
    }
  }

  /** Writes words that follow each other. */
  writeWords(at: number, words: ArrayLike<number>, first: number, count: number): void {
    for (let n = 0; n < count; n++) this.view.setUint32(at + 4 * n, words[first + n] ?? 0, true);
  }

  /** Writes what a node has to say of its values. */
  writeStats(start: number, places: StatPlaces, sums: Summaries, node: number): void {
    const { hasStats, layout: { form } } = this.#content;
    if (!hasStats) return;
    this.writeValue(start + places.min, sums.extremes[2 * node] ?? 0);
    this.writeValue(start + places.max, sums.extremes[2 * node + 1] ?? 0);
    const [mean, deviation] = [sums.mean(node), sums.deviation(node)];
    if (form.statBytes === 8) {
      this.view.setFloat64(start + places.average, mean, true);
      this.view.setFloat64(start + places.deviation, deviation, true);
    } else {
      this.view.setFloat32(start + places.average, mean, true);
      this.view.setFloat32(start + places.deviation, deviation, true);
    }
  }

  /** Turns a bit of a mask on. */
  setBit(mask: number, slot: number): void {
    const at = mask + (slot >>> 3);
    this.bytes[at] = (this.bytes[at] ?? 0) | 1 << (slot & 7);
  }

  /** Whether a bit of a mask is on. */
  hasBit(mask: number, slot: number): boolean {
    return ((this.bytes[mask + (slot >>> 3)] ?? 0) >>> (slot & 7) & 1) === 1;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: NrrdValues): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
