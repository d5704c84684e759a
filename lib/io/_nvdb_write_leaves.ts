/**
 * The leaves of a NanoVDB grid, written.
 *
 * @module
 */
import { countVoxels, MASK_WORDS, popcount } from "../core/leaves.ts";
import { type Ends, endsOf } from "./_nvdb_flood.ts";
import type { GridMemory, TreeContent, TreePlan } from "./_nvdb_plan.ts";
import { Summaries } from "./_nvdb_stats.ts";
import { prefixSums } from "./_nvdb_values.ts";

/** What is known of the nodes of a level. */
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
    firstRow = writeLeafValues(memory, content, { at: at + layout.values, mask, firstRow });
    memory.writeStats(at, layout.stats, sums, leaf);
    if (content.isLevelSet) {
      floodLeaf(memory, content, { at: at + layout.values, mask, ends, leaf });
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

/** Where the values of a leaf go, and where they begin among all. */
interface LeafRun {
  readonly at: number;
  readonly mask: Uint32Array;
  readonly firstRow: number;
}

/** Writes the values of a leaf and returns the first row of the next one. */
function writeLeafValues(
  memory: GridMemory,
  { layout: { form }, type }: TreeContent,
  run: LeafRun,
): number {
  if (type === "mask" || type === "onIndex") return run.firstRow + countVoxels(run.mask);
  if (type === "bool") return writeBits(memory, run);
  memory.fillOutside(run.at, form.bytes, 512);
  return form.bytes % 4 === 0 && memory.values.byteOffset % 4 === 0
    ? writeWords(memory, run, form.bytes / 4)
    : writeBytes(memory, run, form.bytes);
}

function writeBits(memory: GridMemory, { at, mask, firstRow }: LeafRun): number {
  const { values } = memory;
  let row = firstRow;
  for (let word = 0; word < MASK_WORDS; word++) {
    for (let bits = mask[word] ?? 0; bits !== 0; bits &= bits - 1) {
      if (values[row++] !== 0) memory.setBit(at, word << 5 | 31 - Math.clz32(bits & -bits));
    }
  }
  return row;
}

function writeWords(memory: GridMemory, { at, mask, firstRow }: LeafRun, words: number): number {
  const { view, valueWords } = memory;
  let from = firstRow * words;
  for (let word = 0; word < MASK_WORDS; word++) {
    for (let bits = mask[word] ?? 0; bits !== 0; bits &= bits - 1) {
      let to = at + (word << 5 | 31 - Math.clz32(bits & -bits)) * 4 * words;
      for (const end = from + words; from < end; to += 4) {
        view.setUint32(to, valueWords[from++] ?? 0, true);
      }
    }
  }
  return from / words;
}

function writeBytes(
  { bytes, values }: GridMemory,
  { at, mask, firstRow }: LeafRun,
  width: number,
): number {
  let from = firstRow * width;
  for (let word = 0; word < MASK_WORDS; word++) {
    for (let bits = mask[word] ?? 0; bits !== 0; bits &= bits - 1) {
      let to = at + (word << 5 | 31 - Math.clz32(bits & -bits)) * width;
      for (const end = from + width; from < end;) bytes[to++] = values[from++] ?? 0;
    }
  }
  return from / width;
}

/** Gives voxels that are not active the sign of their side; all of them have that of the outside so far. */
function floodLeaf(
  memory: GridMemory,
  { layout: { form: { bytes } } }: TreeContent,
  { at, mask, ends, leaf }: {
    readonly at: number;
    readonly mask: Uint32Array;
    readonly ends: Ends;
    readonly leaf: number;
  },
): void {
  const { view, insideNumber } = memory;
  const isSingle = bytes === 4;
  const isInside = (voxel: number): boolean =>
    (isSingle ? view.getFloat32(at + 4 * voxel, true) : view.getFloat64(at + 8 * voxel, true)) < 0;
  let word = 0;
  while (mask[word] === 0) word++;
  const bits = mask[word] ?? 0;
  let plane = isInside(word << 5 | 31 - Math.clz32(bits & -bits));
  for (let first = 0; first < 512; first += 64) {
    if (((mask[first >>> 5] ?? 0) & 1) === 1) plane = isInside(first);
    let line = plane;
    for (let from = first; from < first + 64; from += 8) {
      const row = (mask[from >>> 5] ?? 0) >>> (from & 31) & 255;
      if ((row & 1) === 1) line = isInside(from);
      if (row === 255 || (row === 0 && !line)) continue;
      let inside = line;
      for (let z = 0; z < 8; z++) {
        if ((row >>> z & 1) === 1) inside = isInside(from + z);
        else if (inside) {
          if (isSingle) view.setFloat32(at + 4 * (from + z), insideNumber, true);
          else view.setFloat64(at + 8 * (from + z), insideNumber, true);
        }
      }
    }
  }
  ends.first[leaf] = Number(isInside(0));
  ends.last[leaf] = Number(isInside(511));
}
