/**
 * The nodes of a NanoVDB grid, walked from the root in the order of rows.
 *
 * @module
 */
import { popcount } from "../../core/leaves.ts";
import type { NvdbBytes } from "./_bytes.ts";
import type { GridHeader, NodeRun } from "./_header.ts";
import { type InnerLayout, packedLeafBytes, ROOT_AT } from "./layout.ts";

/** Active leaves and tiles of a tree. */
export interface TreeParts {
  /** Start of each leaf in the grid, [leaves]. */
  readonly leafAt: Float64Array;
  /** The least voxel of each leaf, [leaves, 3]. */
  readonly leafOrigins: Int32Array<ArrayBuffer>;
  /** Place of the value of each tile in the grid, [tiles]. */
  readonly tileAt: Float64Array;
  /** The minimum corner of each tile, [tiles, 3]. */
  readonly tileOrigins: Int32Array<ArrayBuffer>;
  /** Voxels of each tile along each axis, [tiles]. */
  readonly tileSides: Uint16Array<ArrayBuffer>;
}

/** Nodes of one level in the order of rows. */
interface Level {
  readonly at: Float64Array;
  readonly origins: Int32Array<ArrayBuffer>;
}

/** Destination of tiles. */
class TileList {
  count = 0;
  readonly at: Float64Array;
  readonly origins: Int32Array<ArrayBuffer>;
  readonly sides: Uint16Array<ArrayBuffer>;

  constructor(room: number) {
    this.at = new Float64Array(room);
    this.origins = new Int32Array(3 * room);
    this.sides = new Uint16Array(room);
  }

  add(at: number, side: number, x: number, y: number, z: number): void {
    this.at[this.count] = at;
    this.sides[this.count] = side;
    this.origins.set([x, y, z], 3 * this.count);
    this.count++;
  }
}

/**
 * Lists leaves and active tiles.
 *
 * Whatever the offsets in nodes are: each node is met exactly once, and lies among those of its level.
 */
export function walkTree(bytes: NvdbBytes, header: GridHeader): TreeParts {
  const { layout, uppers, lowers, leaves } = header;
  const root = readRoot(bytes, header);
  // No more tiles than masks have bits.
  const counts = [
    countTiles(bytes, root.uppers, layout.upper),
    root.tiles.length,
  ];
  const below = childLevel(bytes, root.uppers, {
    inner: layout.upper,
    run: lowers,
    name: "lower node",
    size: layout.lower.bytes,
  });
  counts.unshift(countTiles(bytes, below, layout.lower));
  counts.forEach((count, level) => {
    const said = header.tileCounts[level] ?? 0;
    const name = ["lower nodes", "upper nodes", "the root"][level];
    if (count !== said) {
      bytes.fail(`${name} have ${count} active tiles, ${said} expected`, 672 + 44 + 4 * level);
    }
  });
  const tiles = new TileList(counts.reduce((sum, count) => sum + count, 0));
  for (const { at, x, y, z } of root.tiles) tiles.add(at + layout.root.tileValue, 4096, x, y, z);
  listTiles(bytes, root.uppers, layout.upper, tiles);
  listTiles(bytes, below, layout.lower, tiles);
  const bottom = childLevel(bytes, below, {
    inner: layout.lower,
    run: leaves,
    name: "leaf",
    size: layout.leaf.bytes,
  });
  if (layout.leaf.bytes === 0) checkPackedLeaves(bytes, bottom.at, header.leavesEnd);
  checkOrigins(bytes, bottom, ~7, 15);
  checkOrigins(bytes, below, ~127, 24);
  checkOrigins(bytes, root.uppers, ~4095, 24);
  if (uppers.count !== root.uppers.at.length) {
    bytes.fail(`the root has ${root.uppers.at.length} of ${uppers.count} upper nodes`, ROOT_AT);
  }
  return {
    leafAt: bottom.at,
    leafOrigins: bottom.origins,
    tileAt: tiles.at,
    tileOrigins: tiles.origins,
    tileSides: tiles.sides,
  };
}

interface RootTile {
  /** Its place in the grid. */
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Reads the root's table and sorts it: its order is free, that of rows is not. */
function readRoot(
  bytes: NvdbBytes,
  { layout: { root, upper }, tableSize, uppers }: GridHeader,
): { readonly uppers: Level; readonly tiles: readonly RootTile[] } {
  const entries = Array.from({ length: tableSize }, (_, tile): RootTile => {
    const at = ROOT_AT + root.bytes + tile * root.tileBytes;
    const [low, high] = [bytes.u32(at), bytes.u32(at + 4)];
    const [x, y, z] = [high >>> 10, (low >>> 21 | high << 11) & 0x1fffff, low & 0x1fffff];
    if (x > 0xfffff || y > 0xfffff || z > 0xfffff) {
      bytes.fail(`tile ${tile} of the root has a key that no voxel has`, at);
    }
    return { at, x: x << 12, y: y << 12, z: z << 12 };
  });
  entries.sort((a, b) => a.x - b.x || a.y - b.y || a.z - b.z);
  entries.forEach((one, n) => {
    const before = entries[n - 1];
    if (before?.x === one.x && before.y === one.y && before.z === one.z) {
      bytes.fail(`the root has two tiles at ${one.x}, ${one.y}, ${one.z}`, one.at);
    }
  });
  const parents = entries.filter(({ at }) => bytes.u32(at + 8) !== 0 || bytes.u32(at + 12) !== 0);
  const tiles = entries.filter(({ at }) =>
    bytes.u32(at + 8) === 0 && bytes.u32(at + 12) === 0 && bytes.u32(at + 16) !== 0
  );
  const level: Level = {
    at: new Float64Array(parents.length),
    origins: new Int32Array(3 * parents.length),
  };
  const met = new NodesMet(bytes, { run: uppers, name: "upper node", size: upper.bytes });
  parents.forEach(({ at, x, y, z }, n) => {
    level.at[n] = met.take(ROOT_AT + bytes.i64(at + 8), at + 8);
    level.origins.set([x, y, z], 3 * n);
  });
  return { uppers: level, tiles };
}

/** A level that nodes are looked for in. */
interface Target {
  readonly run: NodeRun;
  readonly name: string;
  /** Bytes of a node, or 0 where nodes differ. */
  readonly size: number;
}

/** Takes each node of a level once. */
class NodesMet {
  readonly #bytes: NvdbBytes;
  readonly #target: Target;
  readonly #seen: Uint8Array;

  constructor(bytes: NvdbBytes, target: Target) {
    this.#bytes = bytes;
    this.#target = target;
    this.#seen = new Uint8Array(target.size === 0 ? 0 : target.run.count);
  }

  /** Checks that a node lies there. */
  take(node: number, from: number): number {
    const { run: { at, count }, name, size } = this.#target;
    if (size === 0) {
      if (node < at || node % 8 !== 0 || !(node + 96 <= this.#bytes.length)) {
        this.#bytes.fail(`an offset leads to byte ${node}, where no ${name} is`, from);
      }
      return node;
    }
    const which = (node - at) / size;
    if (!(Number.isInteger(which) && which >= 0 && which < count)) {
      this.#bytes.fail(`an offset leads to byte ${node}, where no ${name} is`, from);
    }
    if (this.#seen[which] !== 0) this.#bytes.fail(`two offsets lead to ${name} ${which}`, from);
    this.#seen[which] = 1;
    return node;
  }
}

/** The children of all nodes of a level. */
function childLevel(
  bytes: NvdbBytes,
  parents: Level,
  { inner, ...target }: Target & { readonly inner: InnerLayout },
): Level {
  const { count } = target.run;
  const level: Level = { at: new Float64Array(count), origins: new Int32Array(3 * count) };
  const met = new NodesMet(bytes, target);
  const { view } = bytes;
  const { childSide: side, log2, table, entry } = inner;
  const edge = (1 << log2) - 1;
  let found = 0;
  for (let n = 0; n < parents.at.length; n++) {
    const node = parents.at[n] ?? 0;
    const [x = 0, y = 0, z = 0] = parents.origins.subarray(3 * n, 3 * n + 3);
    const mask = node + inner.childMask;
    for (let word = 0; word < inner.slots / 32; word++) {
      for (let bits = view.getUint32(mask + 4 * word, true); bits !== 0; bits &= bits - 1) {
        const slot = word * 32 + 31 - Math.clz32(bits & -bits);
        const from = node + table + slot * entry;
        if (found === count) {
          bytes.fail(`there are more than ${count} times a ${target.name}`, from);
        }
        level.at[found] = met.take(node + bytes.i64(from), from);
        level.origins[3 * found] = x + (slot >>> 2 * log2) * side;
        level.origins[3 * found + 1] = y + (slot >>> log2 & edge) * side;
        level.origins[3 * found + 2] = z + (slot & edge) * side;
        found++;
      }
    }
  }
  if (found < count) {
    bytes.fail(`offsets lead to ${found} of ${count} nodes (${target.name})`, 672 + 32);
  }
  return level;
}

/** Words of a mask of tiles: active and no children. */
function tileBits(
  view: DataView,
  node: number,
  { valueMask, childMask }: InnerLayout,
  word: number,
): number {
  return view.getUint32(node + valueMask + 4 * word, true) &
    ~view.getUint32(node + childMask + 4 * word, true);
}

function countTiles({ view }: NvdbBytes, { at }: Level, inner: InnerLayout): number {
  let count = 0;
  for (const node of at) {
    for (let word = 0; word < inner.slots / 32; word++) {
      count += popcount(tileBits(view, node, inner, word));
    }
  }
  return count;
}

function listTiles({ view }: NvdbBytes, nodes: Level, inner: InnerLayout, tiles: TileList): void {
  const { childSide: side, log2, table, entry } = inner;
  const edge = (1 << log2) - 1;
  nodes.at.forEach((node, n) => {
    const [x = 0, y = 0, z = 0] = nodes.origins.subarray(3 * n, 3 * n + 3);
    for (let word = 0; word < inner.slots / 32; word++) {
      for (let bits = tileBits(view, node, inner, word); bits !== 0; bits &= bits - 1) {
        const slot = word * 32 + 31 - Math.clz32(bits & -bits);
        tiles.add(
          node + table + slot * entry,
          side,
          x + (slot >>> 2 * log2) * side,
          y + (slot >>> log2 & edge) * side,
          z + (slot & edge) * side,
        );
      }
    }
  });
}

/** Nodes that say where their active voxels are have to be where their parents have them. */
function checkOrigins(
  bytes: NvdbBytes,
  { at, origins }: Level,
  mask: number,
  flagsAt: number,
): void {
  at.forEach((node, n) => {
    if ((bytes.u8(node + flagsAt) & 2) === 0) return;
    for (let axis = 0; axis < 3; axis++) {
      const said = bytes.i32(node + 4 * axis) & mask;
      const origin = origins[3 * n + axis] ?? 0;
      if (said !== origin) {
        bytes.fail(
          `a node at ${"xyz"[axis]} = ${origin} says that it is at ${said}`,
          node + 4 * axis,
        );
      }
    }
  });
}

/** Leaves that differ in size may not overlap; then no two offsets lead to one. */
function checkPackedLeaves(bytes: NvdbBytes, at: Float64Array, end: number): void {
  const sorted = at.toSorted();
  sorted.forEach((leaf, n) => {
    const flags = bytes.u8(leaf + 15);
    const next = sorted[n + 1] ?? end;
    if (flags >>> 5 > 4 || leaf + packedLeafBytes(flags) > next) {
      bytes.fail(`a leaf of ${64 << (flags >>> 5)} bytes of values does not fit`, leaf + 15);
    }
  });
}
