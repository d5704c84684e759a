/**
 * A second reader of NanoVDB grids, which knows nothing of the first: sizes are written out, lookups go voxel by voxel.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";

/** Sizes in bytes of what depends on the type of the values. */
export interface Sizes {
  /** Number of the type in a file. */
  readonly number: number;
  readonly root: number;
  readonly tile: number;
  readonly upper: number;
  readonly lower: number;
  readonly leaf: number;
  /** Where the values of a leaf begin. */
  readonly values: number;
  /** Where the value of a tile of the root is. */
  readonly tileValue: number;
  /** Where the background is in the root. */
  readonly background: number;
  /** Where the tables of upper and lower nodes begin, and bytes of an entry. */
  readonly tables: readonly [upper: number, lower: number, entry: number];
}

const FOUR = [64, 32, 270400, 33856] as const;
const EIGHT = [96, 32, 270400, 33856] as const;

function sizes(
  number: number,
  [root, tile, upper, lower]: readonly [number, number, number, number],
  leaf: number,
  values: number,
  places: readonly [tileValue: number, background: number] = [20, 28],
  tables: Sizes["tables"] = [8256, 1088, 8],
): Sizes {
  const [tileValue, background] = places;
  return { number, root, tile, upper, lower, leaf, values, tileValue, background, tables };
}

/** The types whose sizes are known here. */
export type SizedType =
  | "float"
  | "double"
  | "int16"
  | "int32"
  | "int64"
  | "vec3f"
  | "vec3d"
  | "mask"
  | "half"
  | "uint32"
  | "bool"
  | "rgba8"
  | "fp4"
  | "fp8"
  | "fp16"
  | "fpN"
  | "vec4f"
  | "vec4d"
  | "vec3u8"
  | "vec3u16"
  | "index"
  | "onIndex"
  | "point"
  | "uint8";

/** As laid out by a C++ compiler. */
export const SIZES: Readonly<Record<SizedType, Sizes>> = {
  float: sizes(1, FOUR, 2144, 96),
  double: sizes(2, EIGHT, 4224, 128, [24, 32]),
  int16: sizes(3, FOUR, 1120, 96),
  int32: sizes(4, FOUR, 2144, 96),
  int64: sizes(5, EIGHT, 4224, 128, [24, 32]),
  vec3f: sizes(6, [96, 32, 532544, 66624], 6272, 128, [20, 28], [8256, 1088, 16]),
  vec3d: sizes(7, [128, 64, 794720, 99424], 12448, 160, [24, 32], [8288, 1120, 24]),
  mask: sizes(8, FOUR, 96, 80),
  half: sizes(9, FOUR, 1120, 96),
  uint32: sizes(10, FOUR, 2144, 96),
  bool: sizes(11, FOUR, 160, 80),
  rgba8: sizes(12, FOUR, 2144, 96),
  fp4: sizes(13, FOUR, 352, 96),
  fp8: sizes(14, FOUR, 608, 96),
  fp16: sizes(15, FOUR, 1120, 96),
  fpN: sizes(16, FOUR, 96 + 64 * 2, 96),
  vec4f: sizes(17, [96, 64, 532576, 66656], 8320, 128, [20, 28], [8288, 1120, 16]),
  vec4d: sizes(18, [160, 64, 1056896, 132224], 16544, 160, [24, 32], [8320, 1152, 32]),
  vec3u8: sizes(24, FOUR, 1632, 96),
  vec3u16: sizes(25, FOUR, 3200, 128),
  index: sizes(19, EIGHT, 96, 80, [24, 32]),
  onIndex: sizes(20, EIGHT, 96, 80, [24, 32]),
  point: sizes(23, EIGHT, 1120, 96, [24, 32]),
  uint8: sizes(26, FOUR, 608, 96),
};

/** CRC-32, bit by bit. */
export function crcOf(bytes: Iterable<number>): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      rest = (rest & 1) === 1 ? rest >>> 1 ^ 0xedb88320 : rest >>> 1;
    }
  }
  return ~rest >>> 0;
}

/** The bytes of one voxel's value, or undefined where it is not active. */
export type Lookup = (
  x: number,
  y: number,
  z: number,
) => { readonly active: boolean; readonly at: number };

/** Checks the bytes of a grid against the layout and returns a lookup of values by voxel. */
export function checkGrid(grid: Uint8Array, size: Sizes, full = true): Lookup {
  const view = new DataView(grid.buffer, grid.byteOffset, grid.byteLength);
  const u32 = (at: number): number => view.getUint32(at, true);
  const i32 = (at: number): number => view.getInt32(at, true);
  const i64 = (at: number): number => Number(view.getBigInt64(at, true));
  assertEquals(new TextDecoder().decode(grid.subarray(0, 8)), "NanoVDB1");
  assertEquals([i64(32), grid.length % 32, u32(636)], [grid.length, 0, size.number]);
  if (full) checkSums(grid, u32);
  const counts = [0, 1, 2].map((level) => u32(704 + 4 * level));
  const at = [0, 1, 2, 3].map((level) => 672 + i64(672 + 8 * level));
  const [leafCount = 0, lowerCount = 0, upperCount = 0] = counts;
  const [leafAt = 0, lowerAt = 0, upperAt = 0, rootAt = 0] = at;
  const tableSize = u32(rootAt + 24);
  const uppersFrom = 736 + size.root + tableSize * size.tile;
  assertEquals(rootAt, 736);
  if (upperCount > 0) assertEquals(upperAt, uppersFrom);
  if (lowerCount > 0) assertEquals(lowerAt, uppersFrom + upperCount * size.upper);
  const leavesFrom = uppersFrom + upperCount * size.upper + lowerCount * size.lower;
  if (leafCount > 0) assertEquals(leafAt, leavesFrom);
  assertEquals(i64(640), leavesFrom + leafCount * size.leaf);

  // Breadth first: tiles of the root in order of signed coordinates, children in order of their parents and slots.
  const next = [0, 0, 0];
  const bit = (mask: number, n: number): boolean =>
    ((grid[mask + (n >> 3)] ?? 0) >> (n & 7) & 1) === 1;
  const tiles = new Map<string, number>();
  let before: readonly number[] = [-Infinity, 0, 0];
  const shift = (field: bigint): number => Number(BigInt.asIntN(32, field << 12n));
  for (let tile = 0; tile < tableSize; tile++) {
    const entry = rootAt + size.root + tile * size.tile;
    const key = view.getBigUint64(entry, true);
    const place = [key >> 42n, key >> 21n & 0x1fffffn, key & 0x1fffffn].map(shift);
    assert(isBefore(before, place), `tile ${place} comes after ${before}`);
    before = place;
    tiles.set(place.join(), entry);
    const child = i64(entry + 8);
    if (child !== 0) assertEquals(rootAt + child, upperAt + size.upper * (next[2] ?? 0));
    if (child !== 0) next[2] = (next[2] ?? 0) + 1;
  }
  const walk = (
    level: 1 | 2,
    node: number,
    table: number,
    slots: number,
    childAt: number,
    child: number,
  ) => {
    for (let n = 0; n < slots; n++) {
      if (!bit(node + 32 + slots / 8, n)) continue;
      const offset = i64(node + table + n * size.tables[2]);
      assertEquals(node + offset, childAt + child * (next[level - 1] ?? 0));
      next[level - 1] = (next[level - 1] ?? 0) + 1;
    }
  };
  for (let n = 0; n < upperCount; n++) {
    walk(2, upperAt + n * size.upper, size.tables[0], 32768, lowerAt, size.lower);
  }
  for (let n = 0; n < lowerCount; n++) {
    walk(1, lowerAt + n * size.lower, size.tables[1], 4096, leafAt, size.leaf);
  }
  assertEquals(next, counts);
  for (let n = 0; n < leafCount; n++) checkLeafBox(grid, leafAt + n * size.leaf);

  return (x, y, z) => {
    const entry = tiles.get([x, y, z].map((one) => one & ~4095).join());
    if (entry === undefined) return { active: false, at: rootAt + size.background };
    const upperOffset = i64(entry + 8);
    if (upperOffset === 0) return { active: u32(entry + 16) !== 0, at: entry + size.tileValue };
    const upper = rootAt + upperOffset;
    const slot = (one: number, bits: number, from: number): number => one >> from & (1 << bits) - 1;
    const n = slot(x, 5, 7) << 10 | slot(y, 5, 7) << 5 | slot(z, 5, 7);
    const inUpper = upper + size.tables[0] + n * size.tables[2];
    if (!bit(upper + 4128, n)) return { active: bit(upper + 32, n), at: inUpper };
    const lower = upper + i64(inUpper);
    const m = slot(x, 4, 3) << 8 | slot(y, 4, 3) << 4 | slot(z, 4, 3);
    const inLower = lower + size.tables[1] + m * size.tables[2];
    if (!bit(lower + 544, m)) return { active: bit(lower + 32, m), at: inLower };
    const leaf = lower + i64(inLower);
    const v = (x & 7) << 6 | (y & 7) << 3 | z & 7;
    assertEquals([i32(leaf) & ~7, i32(leaf + 4) & ~7, i32(leaf + 8) & ~7], [
      x & ~7,
      y & ~7,
      z & ~7,
    ]);
    return {
      active: bit(leaf + 16, v),
      at: leaf + size.values + v * (size.leaf - size.values) / 512,
    };
  };
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const axis = [0, 1, 2].find((one) => a[one] !== b[one]);
  return axis !== undefined && (a[axis] ?? 0) < (b[axis] ?? 0);
}

/** The bounds of a leaf are tight. */
function checkLeafBox(grid: Uint8Array, leaf: number): void {
  const view = new DataView(grid.buffer, grid.byteOffset + leaf, 96);
  const on = Array.from({ length: 512 }, (_, n) => n)
    .filter((n) => (view.getUint8(16 + (n >> 3)) >> (n & 7) & 1) === 1);
  [6, 3, 0].forEach((shift, axis) => {
    const places = on.map((n) => n >> shift & 7);
    const low = view.getInt32(4 * axis, true);
    assertEquals([low & 7, view.getUint8(12 + axis)], [
      Math.min(...places),
      Math.max(...places) - Math.min(...places),
    ]);
  });
  assertEquals(view.getUint8(15) & 2, 2);
}

function checkSums(grid: Uint8Array, u32: (at: number) => number): void {
  assertEquals(u32(8), crcOf(grid.subarray(16, 736)));
  const blocks = Math.floor((grid.length - 736) / 4096);
  const words = new Uint32Array(blocks);
  for (let block = 0; block < blocks; block++) {
    const at = 736 + 4096 * block;
    words[block] = crcOf(grid.subarray(at, block === blocks - 1 ? grid.length : at + 4096));
  }
  assertEquals(u32(12), crcOf(new Uint8Array(words.buffer)));
}

/** Where the grids of a file of one uncompressed segment begin and end. */
export function payloads(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found: Uint8Array[] = [];
  for (let at = 0; at < file.length;) {
    assertEquals(new TextDecoder().decode(file.subarray(at, at + 8)), "NanoVDB2");
    const count = view.getUint16(at + 12, true);
    const lengths: number[] = [];
    at += 16;
    for (let grid = 0; grid < count; grid++) {
      lengths.push(Number(view.getBigUint64(at, true)));
      at += 176 + view.getUint32(at + 136, true);
    }
    for (const length of lengths) {
      found.push(file.subarray(at, at + length));
      at += length;
    }
  }
  return found;
}
