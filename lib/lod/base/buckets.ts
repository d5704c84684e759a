/**
 * Samples of clouds that do not fit a device, sorted into cells of the tree.
 *
 * A sample is four words: its place in units from the cube's corner, and its color.
 *
 * @module
 */

import { joinBytes } from "../../core/bytes.ts";
import type { Triple } from "../../core/mod.ts";

/** Words of a sample. */
export const SAMPLE_WORDS = 4;

/**
 * Stores bytes by name. The default keeps them in host memory; others may write files.
 *
 * @category Level of detail
 */
export interface LodStore {
  /** Appends bytes to a name. The bytes are borrowed until the call returns. */
  append(name: string, bytes: Uint8Array<ArrayBuffer>): void | Promise<void>;
  /** All bytes of a name, in the order in which they were appended, in a new buffer. */
  read(name: string): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  /** Deletes a name. */
  remove(name: string): void | Promise<void>;
}

/** Stores bytes in host memory. */
export class MemoryStore implements LodStore {
  readonly #parts = new Map<string, Uint8Array<ArrayBuffer>[]>();

  /** Appends a copy. */
  append(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    const parts = this.#parts.get(name);
    if (parts === undefined) this.#parts.set(name, [bytes.slice()]);
    else parts.push(bytes.slice());
  }

  /** Joins what a name has. */
  read(name: string): Uint8Array<ArrayBuffer> {
    return joinBytes(this.#parts.get(name) ?? []);
  }

  /** Deletes a name. */
  remove(name: string): void {
    this.#parts.delete(name);
  }
}

/** The samples of a cell. */
export interface Bucket {
  readonly level: number;
  readonly cell: Triple;
  /** Name in the store. */
  readonly name: string;
  /** Their number. */
  count: number;
  /** Whether they are the voxels of an inner node, or points. */
  readonly isInner: boolean;
}

/** A cell of a level, as a key of maps. */
export function keyOf(level: number, [x, y, z]: Triple): string {
  return `${level}/${x}/${y}/${z}`;
}

/** The cell of a coarser level that holds a cell. */
export function cellAbove(cell: Triple, levels: number): Triple {
  const scale = 2 ** levels;
  const up = (value: number): number => Math.floor(value / scale);
  return [up(cell[0]), up(cell[1]), up(cell[2])];
}

/** Morton order of cells of one level, x leading. */
export function compareCells(a: Triple, b: Triple): number {
  let [most, order] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const [own, other] = [a[axis] ?? 0, b[axis] ?? 0];
    const changed = (own ^ other) >>> 0;
    // The axis whose difference has the highest bit decides, the first of several.
    if (Math.clz32(changed) >= (most === 0 ? 32 : Math.clz32(most))) continue;
    most = changed;
    order = own < other ? -1 : 1;
  }
  return order;
}

/** The cell of a bucket at a level, its own if that is not as deep. */
function unitOf({ level, cell }: Bucket, root: number): string {
  return level <= root ? keyOf(level, cell) : keyOf(root, cellAbove(cell, level - root));
}

/**
 * Finds the least level whose cells have few enough samples.
 *
 * @returns The level, or nothing if cells of the deepest buckets have too many.
 */
export function chooseRoot(buckets: Iterable<Bucket>, most: number): number | undefined {
  const all = [...buckets];
  const deepest = all.reduce((level, bucket) => Math.max(level, bucket.level), 0);
  for (let root = 0; root <= deepest; root++) {
    const counts = new Map<string, number>();
    for (const bucket of all) {
      const unit = unitOf(bucket, root);
      counts.set(unit, (counts.get(unit) ?? 0) + bucket.count);
    }
    if ([...counts.values()].every((count) => count <= most)) return root;
  }
  return undefined;
}

/**
 * Groups buckets, whole cells of a level together, so that none of the groups has too many samples.
 *
 * @returns The groups, in Morton order.
 */
export function groupBuckets(
  buckets: Iterable<Bucket>,
  { root, most, bits }: { readonly root: number; readonly most: number; readonly bits: number },
): Bucket[][] {
  const cornerOf = ({ level, cell }: Bucket): Triple => {
    const size = 2 ** (bits - level);
    return [cell[0] * size, cell[1] * size, cell[2] * size];
  };
  const sorted = [...buckets].sort((a, b) => compareCells(cornerOf(a), cornerOf(b)));
  const units = new Map<string, Bucket[]>();
  for (const bucket of sorted) {
    const unit = unitOf(bucket, root);
    const own = units.get(unit);
    if (own === undefined) units.set(unit, [bucket]);
    else own.push(bucket);
  }
  const groups: Bucket[][] = [];
  let count = Infinity;
  for (const unit of units.values()) {
    const own = unit.reduce((sum, bucket) => sum + bucket.count, 0);
    if (count + own > most) {
      groups.push([]);
      count = 0;
    }
    groups.at(-1)?.push(...unit);
    count += own;
  }
  return groups;
}

/** Places and colors as samples. */
export function packSamples(
  places: Uint32Array,
  colors: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(colors.buffer, colors.byteOffset, colors.length / 4);
  const out = new Uint32Array(words.length * SAMPLE_WORDS);
  for (let n = 0; n < words.length; n++) {
    out[n * 4] = places[n * 3] ?? 0;
    out[n * 4 + 1] = places[n * 3 + 1] ?? 0;
    out[n * 4 + 2] = places[n * 3 + 2] ?? 0;
    out[n * 4 + 3] = words[n] ?? 0;
  }
  return new Uint8Array(out.buffer);
}

/** Numbers of a node as the builder takes it. */
const KNOWN_NUMBERS = 5;

/** A node as the builder takes it. */
export function knownNode(level: number, cell: Triple, kind: number): BigInt64Array {
  return BigInt64Array.from([level, ...cell, kind], BigInt);
}

/** Level after level, in Morton order. */
export function sortKnown(nodes: readonly BigInt64Array[]): BigInt64Array<ArrayBuffer> {
  const cell = (node: BigInt64Array): Triple => [Number(node[1]), Number(node[2]), Number(node[3])];
  const sorted = nodes.toSorted((a, b) =>
    Number((a[0] ?? 0n) - (b[0] ?? 0n)) || compareCells(cell(a), cell(b))
  );
  const out = new BigInt64Array(sorted.length * KNOWN_NUMBERS);
  sorted.forEach((node, n) => out.set(node, n * KNOWN_NUMBERS));
  return out;
}
