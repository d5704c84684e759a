/**
 * Hashes of results: of their kinds, element types, shapes and bytes, in a fixed order.
 *
 * @module
 */
import { ConvPlan } from "../../lib/conv/mod.ts";
import { GridBatch, JaggedTensor, Tensor } from "../../lib/core/mod.ts";
import { gridIjk } from "../../lib/grid/mod.ts";
import { BrickVolume, SpatialIndex, VolumePicture } from "../../lib/index/mod.ts";
import { LodPicture, lodPoints, lodRows, LodTree, lodVoxels } from "../../lib/lod/mod.ts";
import { leafOrigins } from "../../lib/query/mod.ts";

/** What is hashed of the values of a class. */
interface Kind {
  readonly has: (value: object) => boolean;
  readonly parts: (value: never) => readonly unknown[];
}

function kind<T extends object>(
  { prototype }: { readonly prototype: T },
  parts: (value: T) => readonly unknown[],
): Kind {
  return { has: (value) => Object.prototype.isPrototypeOf.call(prototype, value), parts };
}

// The order of the parts is a part of the hash.
const KINDS: readonly Kind[] = [
  kind(JaggedTensor, (lists) => [lists.offsets, lists.outerOffsets, lists.data]),
  kind(GridBatch, (grid) => [
    ...[grid.counts.grids, grid.counts.voxels, grid.counts.leaves],
    ...[grid.counts.lowers, grid.counts.uppers],
    ...[grid.offsets, grid.bboxes, grid.voxelSizes, grid.origins, grid.dualOrigins],
    new Own(() => [gridIjk(grid), leafOrigins(grid)]),
  ]),
  kind(ConvPlan, (plan) => [
    ...[plan.kernel, plan.stride, plan.transposed, plan.target],
    new Own(() => plan.kernelMap()),
  ]),
  kind(SpatialIndex, (index) => [
    ...[index.layout, index.dims, index.bits, index.data, index.counters],
  ]),
  kind(BrickVolume, (bricks) => [
    ...[bricks.dims, bricks.edge, bricks.grid, bricks.threshold, bricks.coverage],
    ...[bricks.fill, bricks.filled, bricks.index, bricks.table, bricks.masks, bricks.pool],
  ]),
  kind(VolumePicture, ({ image, depths, hits }) => [image, depths, hits]),
  kind(LodTree, (tree) => [
    ...[tree.table, tree.cube.min, tree.cube.edge, tree.cube.bits, tree.gridSize],
    new Own(() => [lodPoints(tree), lodVoxels(tree), tree.hasRows ? lodRows(tree) : undefined]),
  ]),
  kind(LodPicture, ({ image, depths }) => [image, depths]),
];

/** Parts that are made to be hashed, and disposed then. */
class Own {
  readonly make: () => unknown;

  constructor(make: () => unknown) {
    this.make = make;
  }
}

/** FNV-1a of 64 bits, in two halves. */
export class Hash {
  #high = 0xcbf29ce4;
  #low = 0x84222325;
  #byteCount = 0;

  /** Number of bytes so far. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /** The hash so far, 16 hexadecimal digits. */
  toString(): string {
    return [this.#high, this.#low].map((half) => half.toString(16).padStart(8, "0")).join("");
  }

  /** Adds bytes. */
  bytes(bytes: Uint8Array): void {
    let high = this.#high;
    let low = this.#low;
    for (let at = 0; at < bytes.length; at++) {
      // The prime is 2^40 + 435; halves of the low half keep products below 2^32.
      low ^= bytes[at] ?? 0;
      const below = (low & 0xffff) * 435;
      const above = (low >>> 16) * 435 + (below >>> 16);
      high = Math.imul(high, 435) + (above >>> 16) + (low << 8) | 0;
      low = above << 16 | below & 0xffff;
    }
    this.#high = high >>> 0;
    this.#low = low >>> 0;
    this.#byteCount += bytes.length;
  }

  /** Adds a text and its length. */
  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.bytes(new Uint8Array(Uint32Array.of(bytes.length).buffer));
    this.bytes(bytes);
  }

  /**
   * Adds a result: tensors, lists, grids and what is made of them, typed arrays, texts and numbers, and lists of these.
   *
   * @throws {TypeError} On a value of a class without a row in the table of kinds.
   */
  value(value: unknown): void {
    if (value instanceof Tensor) {
      this.text(`tensor ${value.dtype} ${value.shape}`);
      this.bytes(bytesOf(value.readSync()));
    } else if (value instanceof Own) {
      const made = value.make();
      this.value(made);
      discard(made);
    } else if (Array.isArray(value)) {
      this.text(`list ${value.length}`);
      for (const part of value) this.value(part);
    } else if (ArrayBuffer.isView(value)) {
      this.text(`${Object.prototype.toString.call(value)} ${value.byteLength}`);
      this.bytes(bytesOf(value));
    } else if (typeof value === "number") {
      this.text("number");
      this.bytes(bytesOf(Float64Array.of(value)));
    } else if (typeof value === "object" && value !== null) {
      this.#object(value);
    } else {
      this.text(`${typeof value} ${value}`);
    }
  }

  #object(value: object): void {
    const found = KINDS.find(({ has }) => has(value));
    const parts = found === undefined ? partsOf(value) : found.parts(value as never);
    if (parts.length === 0 && Object.getPrototypeOf(value) !== Object.prototype) {
      throw new TypeError(`Cannot hash a ${value.constructor?.name}: give its parts in a list`);
    }
    this.text(`parts ${parts.length}`);
    for (const part of parts) this.value(part);
  }
}

/** What a bundle or a plain object holds, by name, whatever the order in which it was put there. */
function partsOf(value: object): unknown[] {
  return Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1).map(([, part]) => part);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Disposes a result, or all that a list or a plain object holds. */
export function discard(result: unknown): void {
  if (typeof result !== "object" || result === null || ArrayBuffer.isView(result)) return;
  if (Symbol.dispose in result) (result as Disposable)[Symbol.dispose]();
  else Object.values(result).forEach(discard);
}
