/**
 * The values of a NanoVDB grid, taken out of its nodes.
 *
 * @module
 */
import { countVoxels, eachVoxel, MASK_WORDS, popcount } from "../../core/leaves.ts";
import type { NvdbBytes } from "./_bytes.ts";
import type { GridHeader } from "./_header.ts";
import { packedLeafBytes, type ValueForm } from "./layout.ts";
import type { TreeParts } from "./_tree.ts";
import { type NrrdValues, valuesOf } from "../base/samples.ts";
import { float16Arrays } from "../../../ffi/base/float16.ts";

/** Copies the masks of leaves, [leaves, 16]. */
export function readMasks(
  { view }: NvdbBytes,
  { layout }: GridHeader,
  { leafAt }: TreeParts,
): Uint32Array<ArrayBuffer> {
  const masks = new Uint32Array(leafAt.length * MASK_WORDS);
  for (let word = 0; word < masks.length; word++) {
    const at = (leafAt[word >>> 4] ?? 0) + layout.leaf.valueMask;
    masks[word] = view.getUint32(at + 4 * (word & 15), true);
  }
  return masks;
}

/** Contents of leaves, by kind. */
interface Source {
  readonly bytes: NvdbBytes;
  readonly header: GridHeader;
  readonly leafAt: Float64Array;
  readonly masks: Uint32Array;
  readonly count: number;
}

/** Values of the voxels of leaves, in the order of rows. */
export function readValues(source: Source): NrrdValues {
  const { header: { type, layout: { form } }, count } = source;
  switch (type) {
    case "mask":
      return new Uint8Array(count).fill(1);
    case "bool":
      return readBits(source);
    case "index":
    case "onIndex":
      return readIndexes(source, type === "index");
    case "point":
      return readPoints(source);
    case "fp4":
    case "fp8":
    case "fp16":
    case "fpN":
      return readCodes(source);
    default:
      return fromHalf(type, form, readPlain(source, form));
  }
}

/** Values as they are in nodes at listed places, such as those of tiles. */
export function readValuesAt(
  bytes: NvdbBytes,
  { type, layout: { form } }: GridHeader,
  places: ArrayLike<number>,
): NrrdValues {
  const out = new Uint8Array(places.length * form.bytes);
  for (let n = 0; n < places.length; n++) {
    const at = places[n] ?? 0;
    bytes.need("a value", at, form.bytes);
    out.set(bytes.bytes.subarray(at, at + form.bytes), n * form.bytes);
  }
  if (type === "mask") out.fill(1);
  const values = fromHalf(type, form, valuesOf(form.array, out.buffer));
  if (type !== "point") return values;
  return BigUint64Array.from(
    { length: places.length * 2 },
    (_, at) => at % 2 === 0 ? BigInt(values[at / 2] ?? 0) : 0n,
  );
}

function fromHalf(type: string, { array }: ValueForm, values: NrrdValues): NrrdValues {
  if (type !== "half" || array !== "u16") return values;
  return new Float32Array(new (float16Arrays())(values.buffer));
}

/** Values as they are in leaves: numbers are moved as bits, in words where they have whole ones. */
function readPlain({ bytes, header, leafAt, masks, count }: Source, form: ValueForm): NrrdValues {
  const to = valuesOf(form.array, new ArrayBuffer(count * form.bytes));
  const leaves = { bytes: bytes.bytes, leafAt, masks, first: header.layout.leaf.values };
  if (form.bytes % 4 === 0) copyWords(leaves, new Uint32Array(to.buffer), form.bytes / 4);
  else copyBytes(leaves, new Uint8Array(to.buffer), form.bytes);
  return to;
}

interface Leaves {
  readonly bytes: Uint8Array;
  readonly leafAt: Float64Array;
  readonly masks: Uint32Array;
  /** Bytes of a leaf before its values. */
  readonly first: number;
}

// The values of each leaf go to memory of their own first, where words are aligned and places are small numbers. One loop
// for each kind of array keeps both fast.

function copyWords({ bytes, leafAt, masks, first }: Leaves, to: Uint32Array, words: number): void {
  const leaf = new Uint32Array(512 * words);
  const leafBytes = new Uint8Array(leaf.buffer);
  let out = 0;
  for (let n = 0; n < leafAt.length; n++) {
    const at = (leafAt[n] ?? 0) + first;
    leafBytes.set(bytes.subarray(at, at + leafBytes.length));
    for (let word = 0; word < MASK_WORDS; word++) {
      for (let bits = (masks[MASK_WORDS * n + word] ?? 0) | 0; bits !== 0; bits &= bits - 1) {
        const voxel = word << 5 | 31 - Math.clz32(bits & -bits);
        if (words === 1) to[out++] = leaf[voxel] ?? 0;
        else for (let k = 0; k < words; k++) to[out++] = leaf[voxel * words + k] ?? 0;
      }
    }
  }
}

function copyBytes({ bytes, leafAt, masks, first }: Leaves, to: Uint8Array, width: number): void {
  const leaf = new Uint8Array(512 * width);
  let out = 0;
  for (let n = 0; n < leafAt.length; n++) {
    const at = (leafAt[n] ?? 0) + first;
    leaf.set(bytes.subarray(at, at + leaf.length));
    for (let word = 0; word < MASK_WORDS; word++) {
      for (let bits = (masks[MASK_WORDS * n + word] ?? 0) | 0; bits !== 0; bits &= bits - 1) {
        let from = (word << 5 | 31 - Math.clz32(bits & -bits)) * width;
        for (const end = out + width; out < end;) to[out++] = leaf[from++] ?? 0;
      }
    }
  }
}

function readBits({ bytes, header, leafAt, masks, count }: Source): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(count);
  eachVoxel(masks, (leaf, voxel, row) => {
    const at = (leafAt[leaf] ?? 0) + header.layout.leaf.values + (voxel >>> 3);
    values[row] = bytes.u8(at) >>> (voxel & 7) & 1;
  });
  return values;
}

const TWO_32 = 2 ** 32;

/** Numbers of values, as they are written in blind data or another file. */
function readIndexes(
  { bytes, header, leafAt, masks, count }: Source,
  dense: boolean,
): BigUint64Array<ArrayBuffer> {
  const values = new BigUint64Array(count);
  const pairs = new Uint32Array(values.buffer);
  const { slotCount } = header;
  const offsets = new Float64Array(leafAt.length);
  leafAt.forEach((leaf, n) => {
    const offset = bytes.u64(leaf + 80);
    const own = masks.subarray(n * MASK_WORDS, (n + 1) * MASK_WORDS);
    const length = dense ? 512 : countVoxels(own);
    if (offset + length > slotCount) {
      bytes.fail(
        `a leaf has values ${offset} to ${offset + length}, there are ${slotCount}`,
        leaf + 80,
      );
    }
    if (!dense) checkPrefix(bytes, leaf, own);
    offsets[n] = offset;
  });
  let [row, rank] = [0, 0];
  for (let word = 0; word < masks.length; word++) {
    const leaf = word >>> 4;
    const first = offsets[leaf] ?? 0;
    if ((word & 15) === 0) rank = 0;
    for (let bits = masks[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const value = first + (dense ? (word & 15) << 5 | 31 - Math.clz32(bits & -bits) : rank++);
      pairs[2 * row] = value;
      pairs[2 * row + 1] = value / TWO_32;
      row++;
    }
  }
  return values;
}

/** The sums in a leaf have to be those of its mask. */
function checkPrefix(bytes: NvdbBytes, leaf: number, mask: Uint32Array): void {
  const [low, high] = prefixSums(mask);
  if (bytes.u32(leaf + 88) !== low || bytes.u32(leaf + 92) !== high) {
    bytes.fail("the sums of a leaf are not those of its mask", leaf + 88);
  }
}

/** Numbers of bits up to each of the first seven pairs of words, nine bits each: the lower and the higher word. */
export function prefixSums(mask: Uint32Array): readonly [low: number, high: number] {
  let [sum, low, high] = [0, 0, 0];
  for (let pair = 0; pair < 7; pair++) {
    sum += popcount(mask[2 * pair] ?? 0) + popcount(mask[2 * pair + 1] ?? 0);
    if (pair < 4) low |= sum << 9 * pair;
    if (pair === 3) high = sum >>> 5;
    if (pair > 3) high |= sum << 9 * pair - 32;
  }
  return [low >>> 0, high >>> 0];
}

/** The first point of each voxel, and how many it has. */
function readPoints({ bytes, leafAt, masks, count }: Source): BigUint64Array<ArrayBuffer> {
  const values = new BigUint64Array(2 * count);
  eachVoxel(masks, (leaf, voxel, row) => {
    const at = leafAt[leaf] ?? 0;
    const end = bytes.view.getUint16(at + 96 + 2 * voxel, true);
    const start = voxel === 0 ? 0 : bytes.view.getUint16(at + 94 + 2 * voxel, true);
    if (end < start) bytes.fail("the points of a leaf are counted backwards", at + 96 + 2 * voxel);
    values[2 * row] = bytes.view.getBigUint64(at + 80, true) + BigInt(start);
    values[2 * row + 1] = BigInt(end - start);
  });
  return values;
}

/** Values in few bits, between the least and the greatest of their leaf. */
function readCodes({ bytes, header, leafAt, masks, count }: Source): Float32Array<ArrayBuffer> {
  const { type } = header;
  const values = new Float32Array(count);
  const fixed = type === "fp4" ? 4 : type === "fp8" ? 8 : type === "fp16" ? 16 : 0;
  let [last, bits, least, quantum] = [-1, 0, 0, 0];
  eachVoxel(masks, (leaf, voxel, row) => {
    const at = leafAt[leaf] ?? 0;
    if (leaf !== last) {
      last = leaf;
      bits = fixed === 0 ? (packedLeafBytes(bytes.u8(at + 15)) - 96) / 64 : fixed;
      least = bytes.view.getFloat32(at + 80, true);
      quantum = bytes.view.getFloat32(at + 84, true);
    }
    const bit = voxel * bits;
    const code = bits === 16
      ? bytes.view.getUint16(at + 96 + 2 * voxel, true)
      : bytes.u8(at + 96 + (bit >>> 3)) >>> (bit & 7) & (1 << bits) - 1;
    values[row] = Math.fround(code * quantum) + least;
  });
  return values;
}
