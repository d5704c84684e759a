/**
 * The values of a NanoVDB grid, taken out of its nodes.
 *
 * @module
 */
import { countVoxels, eachVoxel, MASK_WORDS, popcount } from "../core/leaves.ts";
import type { NvdbBytes } from "./_nvdb_bytes.ts";
import type { GridHeader } from "./_nvdb_header.ts";
import { packedLeafBytes, type ValueForm } from "./_nvdb_layout.ts";
import type { TreeParts } from "./_nvdb_tree.ts";
import { valuesOf } from "./_samples.ts";
import type { NrrdArrays, NrrdValues } from "./nrrd.ts";
import type { NrrdType } from "./nrrd_header.ts";

/** Copies the masks of leaves, [leaves, 16]. */
export function readMasks(
  { words }: NvdbBytes,
  { layout }: GridHeader,
  { leafAt }: TreeParts,
): Uint32Array<ArrayBuffer> {
  const masks = new Uint32Array(leafAt.length * MASK_WORDS);
  leafAt.forEach((leaf, n) => {
    const at = (leaf + layout.leaf.valueMask) / 4;
    masks.set(words.subarray(at, at + MASK_WORDS), n * MASK_WORDS);
  });
  return masks;
}

/** What leaves hold, by kind. */
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

/** Sees bytes as numbers of a type; bytes behind the last whole one are left out. */
function viewOf<T extends NrrdType>(type: T, { bytes }: NvdbBytes): NrrdArrays[T] {
  const empty = valuesOf(type, new ArrayBuffer(0));
  const Kind = empty.constructor as new (
    buffer: ArrayBufferLike,
    at: number,
    length: number,
  ) => NrrdArrays[T];
  return new Kind(
    bytes.buffer,
    bytes.byteOffset,
    Math.floor(bytes.length / empty.BYTES_PER_ELEMENT),
  );
}

function fromHalf(type: string, { array }: ValueForm, values: NrrdValues): NrrdValues {
  if (type !== "half" || array !== "u16") return values;
  return new Float32Array(new Float16Array(values.buffer));
}

function readPlain({ bytes, header, leafAt, masks, count }: Source, form: ValueForm): NrrdValues {
  const { array, channels } = form;
  const from = viewOf(array, bytes);
  const to = valuesOf(array, new ArrayBuffer(count * form.bytes));
  const first = header.layout.leaf.values;
  // One loop for each kind of array keeps each of them fast.
  if (from instanceof Float32Array && to instanceof Float32Array) {
    copyVoxels(from, to, { leafAt, masks, first, channels });
  } else if (from instanceof Float64Array && to instanceof Float64Array) {
    copyVoxels(from, to, { leafAt, masks, first, channels });
  } else if (from instanceof BigInt64Array && to instanceof BigInt64Array) {
    // As pairs of words, which are never changed on their way.
    const words = new Uint32Array(to.buffer);
    copyVoxels(bytes.words, words, { leafAt, masks, first, channels: 2 * channels });
  } else {
    copyVoxels(from as Int32Array, to as Int32Array, { leafAt, masks, first, channels });
  }
  return to;
}

interface Plain {
  readonly leafAt: Float64Array;
  readonly masks: Uint32Array;
  /** Bytes of a leaf before its values. */
  readonly first: number;
  readonly channels: number;
}

type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array;

function copyVoxels(from: Numbers, to: Numbers, { leafAt, masks, first, channels }: Plain): void {
  const width = from.BYTES_PER_ELEMENT;
  let out = 0;
  for (let word = 0; word < masks.length; word++) {
    const base = ((leafAt[word >>> 4] ?? 0) + first) / width + ((word & 15) << 5) * channels;
    for (let bits = masks[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const at = base + (31 - Math.clz32(bits & -bits)) * channels;
      for (let channel = 0; channel < channels; channel++) to[out++] = from[at + channel] ?? 0;
    }
  }
}

function readBits({ bytes, header, leafAt, masks, count }: Source): Uint8Array<ArrayBuffer> {
  const { words } = bytes;
  const values = new Uint8Array(count);
  eachVoxel(masks, (leaf, voxel, row) => {
    const word = ((leafAt[leaf] ?? 0) + header.layout.leaf.values) / 4 + (voxel >>> 5);
    values[row] = (words[word] ?? 0) >>> (voxel & 31) & 1;
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
  const said = bytes.view.getBigUint64(leaf + 88, true);
  if (said !== prefixSums(mask)) {
    bytes.fail("the sums of a leaf are not those of its mask", leaf + 88);
  }
}

/** Numbers of bits up to each of the first seven pairs of words, nine bits each. */
export function prefixSums(mask: Uint32Array): bigint {
  let [sum, sums] = [0, 0n];
  for (let pair = 0; pair < 7; pair++) {
    sum += popcount(mask[2 * pair] ?? 0) + popcount(mask[2 * pair + 1] ?? 0);
    sums |= BigInt(sum) << BigInt(9 * pair);
  }
  return sums;
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
