/**
 * NanoVDB grids of one leaf, of any type, made byte by byte.
 *
 * @module
 */
import type { Sizes } from "./_check.ts";

/** What a grid of one leaf holds. */
export interface OneLeaf {
  readonly size: Sizes;
  /** Least voxel of the leaf; multiples of 8. */
  readonly origin: readonly [number, number, number];
  /** Active voxels of the leaf, 0 to 511. */
  readonly active: readonly number[];
  /** Writes what comes behind the mask of the leaf. */
  readonly fill?: (leaf: DataView) => void;
  readonly flags?: number;
  readonly slotCount?: number;
  readonly gridClass?: number;
}

/** A raw buffer of one grid without checksums. */
export function oneLeaf(
  { size, origin, active, fill, flags = 2, slotCount = 0, gridClass = 0 }: OneLeaf,
): Uint8Array<ArrayBuffer> {
  const upper = 736 + size.root + size.tile;
  const lower = upper + size.upper;
  const leaf = lower + size.lower;
  const bytes = new Uint8Array(leaf + size.leaf);
  const view = new DataView(bytes.buffer);
  const i64 = (at: number, value: number): void => view.setBigInt64(at, BigInt(value), true);
  const u32 = (at: number, value: number): void => view.setUint32(at, value, true);
  const bit = (at: number, n: number): void =>
    view.setUint8(at + (n >> 3), view.getUint8(at + (n >> 3)) | 1 << (n & 7));
  bytes.set(new TextEncoder().encode("NanoVDB1"));
  i64(8, -1);
  u32(16, 32 << 21 | 9 << 10 | 2);
  u32(28, 1);
  i64(32, bytes.length);
  [1, 0, 0, 0, 1, 0, 0, 0, 1].forEach((one, n) => view.setFloat64(296 + 88 + 8 * n, one, true));
  u32(632, gridClass);
  u32(636, size.number);
  i64(640, bytes.length);
  i64(656, slotCount);
  [leaf, lower, upper, 736].forEach((at, level) => i64(672 + 8 * level, at - 672));
  [1, 1, 1].forEach((count, level) => u32(704 + 4 * level, count));
  i64(728, active.length);
  u32(736 + 24, 1);
  const [x, y, z] = origin;
  const key = [x, y, z].reduce((sum, one) => sum << 21n | BigInt(one >>> 12), 0n);
  view.setBigUint64(736 + size.root, key, true);
  i64(736 + size.root + 8, upper - 736);
  const child = (
    node: number,
    slot: number,
    childMask: number,
    table: number,
    to: number,
  ): void => {
    bit(node + childMask, slot);
    i64(node + table + slot * size.tables[2], to - node);
  };
  const slot = (bits: number, from: number): number =>
    origin.reduce((sum, one) => sum << bits | one >> from & (1 << bits) - 1, 0);
  child(upper, slot(5, 7), 4128, size.tables[0], lower);
  child(lower, slot(4, 3), 544, size.tables[1], leaf);
  origin.forEach((one, axis) => view.setInt32(leaf + 4 * axis, one, true));
  view.setUint8(leaf + 15, flags);
  active.forEach((n) => bit(leaf + 16, n));
  fill?.(new DataView(bytes.buffer, leaf, size.leaf));
  return bytes;
}
