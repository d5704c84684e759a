/**
 * The leaves of a NanoVDB grid, written.
 *
 * @module
 */
import { countVoxels, MASK_WORDS } from "../core/leaves.ts";
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
    memory.words.set(mask, (at + layout.valueMask) / 4);
    if (type === "onIndex") {
      memory.view.setBigUint64(at + 80, BigInt(firstRow + 1), true);
      memory.view.setBigUint64(at + 88, prefixSums(mask), true);
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
    const mask = masks.subarray(leaf * MASK_WORDS, (leaf + 1) * MASK_WORDS);
    const [low, high] = boundsOfMask(mask);
    const origin = origins.subarray(3 * leaf, 3 * leaf + 3);
    sums.addBox(
      leaf,
      low.map((one, axis) => one + (origin[axis] ?? 0)),
      high.map((one, axis) => one + (origin[axis] ?? 0)),
    );
    const count = countVoxels(mask);
    if (hasStats) sums.addRun(leaf, { values, channels, first: row, count });
    row += count;
  }
  return sums;
}

/** The least and the greatest voxel of a leaf along each axis. */
function boundsOfMask(mask: Uint32Array): readonly [low: number[], high: number[]] {
  let [planes, early, late] = [0, 0, 0];
  for (let x = 0; x < 8; x++) {
    const [low = 0, high = 0] = [mask[2 * x], mask[2 * x + 1]];
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
  const all = [planes, lines, bits];
  return [all.map((one) => 31 - Math.clz32(one & -one)), all.map((one) => 31 - Math.clz32(one))];
}

/** Writes the values of a leaf and returns the first row of the next one. */
function writeLeafValues(
  memory: GridMemory,
  { layout: { form }, type, values }: TreeContent,
  { at, mask, firstRow }: {
    readonly at: number;
    readonly mask: Uint32Array;
    readonly firstRow: number;
  },
): number {
  const isPlain = type !== "mask" && type !== "onIndex" && type !== "bool";
  if (isPlain) memory.fillOutside(at, form.bytes, 512);
  const { channels } = form;
  // Both are of one kind, whichever it is.
  const to = memory.numbers as Float64Array;
  const from = values as Float64Array;
  const base = at / to.BYTES_PER_ELEMENT;
  let row = firstRow;
  for (let word = 0; word < MASK_WORDS; word++) {
    for (let bits = mask[word] ?? 0; bits !== 0; bits &= bits - 1, row++) {
      const voxel = word << 5 | 31 - Math.clz32(bits & -bits);
      if (isPlain) {
        for (let channel = 0; channel < channels; channel++) {
          to[base + voxel * channels + channel] = from[row * channels + channel] ?? 0;
        }
      } else if (type === "bool" && from[row] !== 0) memory.setBit(at, voxel);
    }
  }
  return row;
}

/** Gives voxels that are not active the sign of their side; all of them have that of the outside so far. */
function floodLeaf(
  { numbers }: GridMemory,
  { layout: { form: { bytes } } }: TreeContent,
  { at, mask, ends, leaf }: {
    readonly at: number;
    readonly mask: Uint32Array;
    readonly ends: Ends;
    readonly leaf: number;
  },
): void {
  // Level sets have real numbers, one for each voxel.
  const values = (numbers as Float32Array).subarray(at / bytes, at / bytes + 512);
  const isOn = (voxel: number): boolean => ((mask[voxel >>> 5] ?? 0) >>> (voxel & 31) & 1) === 1;
  const word = mask.findIndex((one) => one !== 0);
  const bits = mask[word] ?? 0;
  let plane = (values[word << 5 | 31 - Math.clz32(bits & -bits)] ?? 0) < 0;
  for (let first = 0; first < 512; first += 64) {
    if (isOn(first)) plane = (values[first] ?? 0) < 0;
    let line = plane;
    for (let from = first; from < first + 64; from += 8) {
      if (isOn(from)) line = (values[from] ?? 0) < 0;
      const row = (mask[from >>> 5] ?? 0) >>> (from & 31) & 255;
      let inside = line;
      for (let z = 0; z < 8; z++) {
        const value = values[from + z] ?? 0;
        if ((row >>> z & 1) === 1) inside = value < 0;
        else if (inside) values[from + z] = -value;
      }
    }
  }
  ends.first[leaf] = Number((values[0] ?? 0) < 0);
  ends.last[leaf] = Number((values[511] ?? 0) < 0);
}
