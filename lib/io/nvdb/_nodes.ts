/**
 * The nodes above the leaves of a NanoVDB grid, written.
 *
 * @module
 */
import { endsOf, floodSides } from "./_flood.ts";
import { type InnerLayout, ROOT_AT } from "./layout.ts";
import { type GridMemory, SIDES, type TreeContent, type TreePlan } from "./_plan.ts";
import { scalarOf, Summaries } from "./_stats.ts";
import { type NodeLevel, nodesAbove, ParentCursor } from "./_topology.ts";
import { type LevelSums, writeLeaves } from "./_write_leaves.ts";

/** Nodes that are written. */
interface InnerRun {
  readonly level: NodeLevel;
  readonly at: number;
  readonly inner: InnerLayout;
  /** Voxels of a node along each axis. */
  readonly side: number;
}

/** Nodes and values below nodes. */
interface ChildRun extends LevelSums {
  readonly level: NodeLevel;
  readonly at: number;
  readonly size: number;
  readonly tileSide: number;
}

/** Writes the nodes of a grid; returns the least and the greatest active voxel. */
export function writeTree(memory: GridMemory, content: TreeContent, plan: TreePlan): Int32Array {
  const { layout, leaves } = content;
  const { uppers, lowers, lowerAt, leafAt, upperAt, leafCount } = plan;
  const bottom = writeLeaves(memory, content, plan);
  const writer = new InnerWriter(memory, content);
  const lower = writer.write({ level: lowers, at: lowerAt, inner: layout.lower, side: 128 }, {
    ...bottom,
    level: { origins: leaves.origins, count: leafCount },
    at: leafAt,
    size: layout.leaf.bytes,
    tileSide: SIDES[0],
  });
  const upper = writer.write({ level: uppers, at: upperAt, inner: layout.upper, side: 4096 }, {
    ...lower,
    level: lowers,
    at: lowerAt,
    size: layout.lower.bytes,
    tileSide: SIDES[1],
  });
  return writer.writeRoot(plan, upper.sums);
}

/** Writes nodes that have children and tiles. */
class InnerWriter {
  readonly #memory: GridMemory;
  readonly #content: TreeContent;

  constructor(memory: GridMemory, content: TreeContent) {
    this.#memory = memory;
    this.#content = content;
  }

  /** Writes the nodes of a level above another one. */
  write(own: InnerRun, below: ChildRun): LevelSums {
    const memory = this.#memory;
    const { level, at, inner, side } = own;
    const { table, entry, slots } = inner;
    const sums = new Summaries(level.count);
    for (let node = 0; node < level.count; node++) {
      const start = at + node * inner.bytes;
      memory.view.setUint32(start + 24, 2, true);
      memory.fillOutside(start + table, entry, slots);
    }
    this.#eachTile(below.tileSide, level, side, (tile, node, x, y, z) => {
      const start = at + node * inner.bytes;
      const slot = slotOf(own, x, y, z);
      memory.setBit(start + inner.valueMask, slot);
      memory.writeValue(start + table + slot * entry, this.#content.voxelCount + tile);
      this.#addTile(sums, node, { tile, x, y, z, side: below.tileSide });
    });
    const cursor = new ParentCursor(level, side);
    for (let child = 0; child < below.level.count; child++) {
      const [x = 0, y = 0, z = 0] = below.level.origins.subarray(3 * child, 3 * child + 3);
      const node = cursor.of(x, y, z);
      const start = at + node * inner.bytes;
      const slot = slotOf(own, x, y, z);
      const place = start + table + slot * entry;
      memory.setBit(start + inner.childMask, slot);
      memory.bytes.fill(0, place, place + entry);
      memory.view.setBigInt64(place, BigInt(below.at + child * below.size - start), true);
      sums.addNode(node, below.sums, child);
    }
    for (let node = 0; node < level.count; node++) {
      const start = at + node * inner.bytes;
      memory.writeWords(start, sums.boxes, 6 * node, 6);
      memory.writeStats(start, inner.stats, sums, node);
    }
    return { sums, ends: this.#flood(own, below) };
  }

  /** Gives tiles that are not active the sign of their side; returns which side nodes begin and end on. */
  #flood(own: InnerRun, below: ChildRun): LevelSums["ends"] {
    const { level, at, inner, side } = own;
    const ends = endsOf(level.count);
    if (!this.#content.isLevelSet) return ends;
    const memory = this.#memory;
    const cursor = new ParentCursor(level, side);
    const { origins, count } = below.level;
    const childAt = new Int32Array(inner.slots);
    let child = 0;
    for (let node = 0; node < level.count; node++) {
      const start = at + node * inner.bytes;
      const first = child;
      childAt.fill(-1);
      for (; child < count; child++) {
        const [x = 0, y = 0, z = 0] = origins.subarray(3 * child, 3 * child + 3);
        if (cursor.of(x, y, z) !== node) break;
        childAt[slotOf(own, x, y, z)] = child;
      }
      const valueAt = (slot: number): number => start + inner.table + slot * inner.entry;
      const sideOf = (slot: number, sides: Uint8Array): number => {
        const which = childAt[slot] ?? -1;
        return which < 0 ? -1 : sides[which] ?? 0;
      };
      const fill = (slot: number, inside: boolean): void => {
        if (inside && !memory.hasBit(start + inner.valueMask, slot)) {
          memory.bytes.set(memory.inside, valueAt(slot));
        }
      };
      if (first < child) {
        const begins = below.ends.first[first] === 1;
        floodSides(inner.log2, begins, (slot) => sideOf(slot, below.ends.last), fill);
      }
      const endOf = (slot: number, sides: Uint8Array): number => {
        const found = sideOf(slot, sides);
        return found < 0 ? Number(memory.numberAt(valueAt(slot)) < 0) : found;
      };
      ends.first[node] = endOf(0, below.ends.first);
      ends.last[node] = endOf(inner.slots - 1, below.ends.last);
    }
    return ends;
  }

  /** Writes the root and its table; returns the bounds of the grid. */
  writeRoot({ uppers, upperAt }: TreePlan, upperSums: Summaries): Int32Array {
    const memory = this.#memory;
    const { layout: { root, upper }, tiles } = this.#content;
    const sums = new Summaries(1);
    const large = tiles.origins.filter((_, at) => tiles.sides[Math.floor(at / 3)] === SIDES[2]);
    const table = nodesAbove(SIDES[2], uppers.origins, large);
    memory.view.setUint32(ROOT_AT + 24, table.count, true);
    memory.bytes.set(memory.outside, ROOT_AT + root.background);
    const entryAt = (place: number): number => ROOT_AT + root.bytes + place * root.tileBytes;
    for (let place = 0; place < table.count; place++) {
      const [x = 0, y = 0, z = 0] = table.origins.subarray(3 * place, 3 * place + 3);
      const key = BigInt(x >>> 12) << 42n | BigInt(y >>> 12) << 21n | BigInt(z >>> 12);
      memory.view.setBigUint64(entryAt(place), key, true);
    }
    this.#eachTile(SIDES[2], table, SIDES[2], (tile, place, x, y, z) => {
      memory.view.setUint32(entryAt(place) + 16, 1, true);
      memory.writeValue(entryAt(place) + root.tileValue, this.#content.voxelCount + tile);
      this.#addTile(sums, 0, { tile, x, y, z, side: SIDES[2] });
    });
    const cursor = new ParentCursor(table, SIDES[2]);
    for (let node = 0; node < uppers.count; node++) {
      const [x = 0, y = 0, z = 0] = uppers.origins.subarray(3 * node, 3 * node + 3);
      const offset = BigInt(upperAt + node * upper.bytes - ROOT_AT);
      memory.view.setBigInt64(entryAt(cursor.of(x, y, z)) + 8, offset, true);
      sums.addNode(0, upperSums, node);
    }
    memory.writeWords(ROOT_AT, sums.boxes, 0, 6);
    if (table.count > 0) memory.writeStats(ROOT_AT, root.stats, sums, 0);
    return sums.boxes;
  }

  /** Calls back for each tile of a size, with its place in the level above. */
  #eachTile(
    size: number,
    level: NodeLevel,
    side: number,
    take: (tile: number, node: number, x: number, y: number, z: number) => void,
  ): void {
    const { origins, sides } = this.#content.tiles;
    const cursor = new ParentCursor(level, side);
    sides.forEach((one, tile) => {
      if (one !== size) return;
      const [x = 0, y = 0, z = 0] = origins.subarray(3 * tile, 3 * tile + 3);
      take(tile, cursor.of(x, y, z), x, y, z);
    });
  }

  #addTile(
    sums: Summaries,
    node: number,
    { tile, x, y, z, side }: { tile: number; x: number; y: number; z: number; side: number },
  ): void {
    const { values, voxelCount, hasStats, layout: { form } } = this.#content;
    sums.addBox(node, [x, y, z], [x + side - 1, y + side - 1, z + side - 1]);
    if (!hasStats) return;
    const row = voxelCount + tile;
    sums.addMany(node, scalarOf(values, form.channels, row), row, side ** 3);
  }
}

/** The slot of a voxel in the table of its node. */
function slotOf(
  { inner: { log2, childSide }, side }: InnerRun,
  x: number,
  y: number,
  z: number,
): number {
  const place = (one: number): number => Math.floor((one & side - 1) / childSide);
  return place(x) << 2 * log2 | place(y) << log2 | place(z);
}
