/**
 * The leaves of a NanoVDB grid, written.
 *
 * @module
 */
import { countVoxels, MASK_WORDS, popcount } from "../../core/leaves.ts";
import { type Ends, endsOf } from "./_flood.ts";
import type { GridMemory, TreeContent, TreePlan } from "./_plan.ts";
import { Summaries } from "./_stats.ts";
import { prefixSums } from "./_values.ts";

/** Statistics of the nodes of a level. */
export interface LevelSums {
  readonly sums: Summaries;
  readonly ends: Ends;
}

/** Writes all leaves. */
export function writeLeaves(memory: GridMemory, content: TreeContent, plan: TreePlan): LevelSums {
  const { layout: { leaf: layout }, leaves: { masks }, type } = content;
  const { leafAt, leafCount } = plan;
  const sums = sumLeaves(content, leafCount);
  const ends = endsOf(leafCount);
  const room = new LeafRoom(memory, content);
  let firstRow = 0;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    const at = leafAt + leaf * layout.bytes;
    const mask = masks.subarray(leaf * MASK_WORDS, (leaf + 1) * MASK_WORDS);
    for (let axis = 0; axis < 3; axis++) {
      const low = sums.boxes[6 * leaf + axis] ?? 0;
      memory.view.setInt32(at + 4 * axis, low, true);
      memory.view.setUint8(at + 12 + axis, (sums.boxes[6 * leaf + 3 + axis] ?? 0) - low);
    }
    memory.view.setUint8(at + 15, 2);
    memory.writeWords(at + layout.valueMask, mask, 0, MASK_WORDS);
    if (type === "onIndex") {
      memory.view.setBigUint64(at + 80, BigInt(firstRow + 1), true);
      memory.writeWords(at + 88, prefixSums(mask), 0, 2);
    }
    memory.writeStats(at, layout.stats, sums, leaf);
    const place = { at: at + layout.values, mask, firstRow };
    if (type === "mask" || type === "onIndex") firstRow += countVoxels(mask);
    else if (type === "bool") firstRow = writeBits(memory, place);
    else {
      firstRow = room.fill(mask, firstRow);
      if (content.isLevelSet) room.flood(mask, ends, leaf);
      memory.bytes.set(room.bytes, place.at);
    }
  }
  return { sums, ends };
}

function sumLeaves(
  { leaves: { origins, masks }, hasStats, values, layout: { form: { channels } } }: TreeContent,
  leafCount: number,
): Summaries {
  const sums = new Summaries(leafCount);
  let row = 0;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    boundLeaf(sums.boxes, leaf, origins, masks);
    let count = 0;
    for (let word = 0; word < MASK_WORDS; word++) {
      count += popcount(masks[MASK_WORDS * leaf + word] ?? 0);
    }
    if (hasStats) sums.addRun(leaf, { values, channels, first: row, count });
    row += count;
  }
  return sums;
}

/** Finds the least and the greatest voxel of a leaf along each axis. */
function boundLeaf(
  boxes: Int32Array,
  leaf: number,
  origins: Int32Array,
  masks: Uint32Array,
): void {
  let [planes, early, late] = [0, 0, 0];
  for (let x = 0; x < 8; x++) {
    const low = masks[MASK_WORDS * leaf + 2 * x] ?? 0;
    const high = masks[MASK_WORDS * leaf + 2 * x + 1] ?? 0;
    if ((low | high) !== 0) planes |= 1 << x;
    early |= low;
    late |= high;
  }
  // A byte for each y, with a bit for each z.
  let [lines, bits] = [0, 0];
  for (let y = 0; y < 8; y++) {
    const line = (y < 4 ? early : late) >>> 8 * (y & 3) & 255;
    if (line !== 0) lines |= 1 << y;
    bits |= line;
  }
  for (let axis = 0; axis < 3; axis++) {
    const on = axis === 0 ? planes : axis === 1 ? lines : bits;
    const origin = origins[3 * leaf + axis] ?? 0;
    boxes[6 * leaf + axis] = origin + 31 - Math.clz32(on & -on);
    boxes[6 * leaf + 3 + axis] = origin + 31 - Math.clz32(on);
  }
}

/** Writes the values of a leaf, a bit each, and returns the first row of the next one. */
function writeBits(
  memory: GridMemory,
  { at, mask, firstRow }: {
    readonly at: number;
    readonly mask: Uint32Array;
    readonly firstRow: number;
  },
): number {
  const { values } = memory;
  let row = firstRow;
  for (let word = 0; word < MASK_WORDS; word++) {
    for (let bits = (mask[word] ?? 0) | 0; bits !== 0; bits &= bits - 1) {
      if (values[row++] !== 0) memory.setBit(at, word << 5 | 31 - Math.clz32(bits & -bits));
    }
  }
  return row;
}

/** The values of one leaf at a time, before they go to the grid: here numbers are aligned and places small. */
class LeafRoom {
  /** The 512 values. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #words: Uint32Array;
  readonly #numbers: Float32Array | Float64Array;
  readonly #empty: Uint8Array;
  readonly #memory: GridMemory;
  /** Bytes of a value. */
  readonly #width: number;

  /** Makes room. */
  constructor(memory: GridMemory, { layout: { form: { bytes: width } } }: TreeContent) {
    const buffer = new ArrayBuffer(512 * width);
    this.bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#numbers = width === 4 ? new Float32Array(buffer) : new Float64Array(buffer);
    this.#empty = new Uint8Array(512 * width);
    this.#memory = memory;
    this.#width = width;
    for (let at = 0; at < this.#empty.length; at++) {
      this.#empty[at] = memory.outside[at % width] ?? 0;
    }
  }

  /** Takes the values of a leaf, and returns the first row of the next one. */
  fill(mask: Uint32Array, firstRow: number): number {
    this.bytes.set(this.#empty);
    const { values, valueWords } = this.#memory;
    const width = this.#width;
    return width % 4 === 0 && (values.byteOffset & 3) === 0
      ? spread(valueWords, this.#words, { mask, firstRow, width: width / 4 })
      : spread(values, this.bytes, { mask, firstRow, width });
  }

  /** Gives voxels that are not active the sign of their side; all of them have that of the outside so far. */
  flood(mask: Uint32Array, ends: Ends, leaf: number): void {
    // Level sets have real numbers, one for each voxel.
    const numbers = this.#numbers;
    const { insideNumber } = this.#memory;
    let word = 0;
    while (mask[word] === 0) word++;
    const bits = (mask[word] ?? 0) | 0;
    let plane = (numbers[word << 5 | 31 - Math.clz32(bits & -bits)] ?? 0) < 0;
    for (let first = 0; first < 512; first += 64) {
      if (((mask[first >>> 5] ?? 0) & 1) === 1) plane = (numbers[first] ?? 0) < 0;
      let line = plane;
      for (let from = first; from < first + 64; from += 8) {
        const row = (mask[from >>> 5] ?? 0) >>> (from & 31) & 255;
        if ((row & 1) === 1) line = (numbers[from] ?? 0) < 0;
        if (row === 255 || (row === 0 && !line)) continue;
        let inside = line;
        for (let z = 0; z < 8; z++) {
          if ((row >>> z & 1) === 1) inside = (numbers[from + z] ?? 0) < 0;
          else if (inside) numbers[from + z] = insideNumber;
        }
      }
    }
    ends.first[leaf] = Number((numbers[0] ?? 0) < 0);
    ends.last[leaf] = Number((numbers[511] ?? 0) < 0);
  }
}

/** Moves rows, of words or bytes, to the places of their voxels; returns the row behind the last one. */
function spread<T extends Uint32Array | Uint8Array>(
  from: T,
  to: T,
  { mask, firstRow, width }: {
    readonly mask: Uint32Array;
    readonly firstRow: number;
    readonly width: number;
  },
): number {
  let row = firstRow;
  for (let word = 0; word < MASK_WORDS; word++) {
    for (let bits = (mask[word] ?? 0) | 0; bits !== 0; bits &= bits - 1, row++) {
      const voxel = word << 5 | 31 - Math.clz32(bits & -bits);
      if (width === 1) to[voxel] = from[row] ?? 0;
      else for (let k = 0; k < width; k++) to[voxel * width + k] = from[row * width + k] ?? 0;
    }
  }
  return row;
}
