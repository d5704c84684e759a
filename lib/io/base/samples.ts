/**
 * Samples of volumes in memory: byte order, element types and the order of axes.
 *
 * @module
 */

/**
 * The scalar types, by the library's short names.
 *
 * @category Volumes
 */
export type NrrdType = "i8" | "u8" | "i16" | "u16" | "i32" | "u32" | "i64" | "u64" | "f32" | "f64";

/** Bytes of a sample. */
export const NRRD_TYPE_BYTES: Readonly<Record<NrrdType, number>> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  i64: 8,
  u64: 8,
  f32: 4,
  f64: 8,
};

/**
 * The typed arrays of samples, by type.
 *
 * @category Volumes
 */
export interface NrrdArrays {
  /** 8-bit signed integers. */
  readonly i8: Int8Array<ArrayBuffer>;
  /** 8-bit unsigned integers. */
  readonly u8: Uint8Array<ArrayBuffer>;
  /** 16-bit signed integers. */
  readonly i16: Int16Array<ArrayBuffer>;
  /** 16-bit unsigned integers. */
  readonly u16: Uint16Array<ArrayBuffer>;
  /** 32-bit signed integers. */
  readonly i32: Int32Array<ArrayBuffer>;
  /** 32-bit unsigned integers. */
  readonly u32: Uint32Array<ArrayBuffer>;
  /** 64-bit signed integers. */
  readonly i64: BigInt64Array<ArrayBuffer>;
  /** 64-bit unsigned integers. */
  readonly u64: BigUint64Array<ArrayBuffer>;
  /** Single precision. */
  readonly f32: Float32Array<ArrayBuffer>;
  /** Double precision. */
  readonly f64: Float64Array<ArrayBuffer>;
}

/**
 * Samples of any type.
 *
 * @category Volumes
 */
export type NrrdValues = NrrdArrays[NrrdType];

const HOST_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? "little" : "big";
/** Brings samples to this machine's order and to an offset that fits their type; copies where that is needed. */
export function toHostOrder(
  bytes: Uint8Array,
  width: number,
  endian: "little" | "big" | undefined,
): Uint8Array {
  const swaps = width > 1 && endian !== HOST_ENDIAN;
  if (!swaps) return bytes.byteOffset % width === 0 ? bytes : bytes.slice();
  const swapped = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += width) {
    for (let byte = 0; byte < width; byte++) {
      swapped[at + byte] = bytes[at + width - 1 - byte] ?? 0;
    }
  }
  return swapped;
}

/** Arrays of samples that are plain numbers. */
export type NumberArrays =
  | Int8Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** Sees bytes as samples of a type. */
export function typedNumbers(
  type: Exclude<NrrdType, "i64" | "u64">,
  buffer: ArrayBuffer,
): NumberArrays {
  switch (type) {
    case "i8":
      return new Int8Array(buffer);
    case "u8":
      return new Uint8Array(buffer);
    case "i16":
      return new Int16Array(buffer);
    case "u16":
      return new Uint16Array(buffer);
    case "i32":
      return new Int32Array(buffer);
    case "u32":
      return new Uint32Array(buffer);
    case "f32":
      return new Float32Array(buffer);
    case "f64":
      return new Float64Array(buffer);
  }
  return type satisfies never;
}

/** Sees bytes as samples of any type. */
export function valuesOf(type: NrrdType, buffer: ArrayBuffer): NrrdValues {
  switch (type) {
    case "i64":
      return new BigInt64Array(buffer);
    case "u64":
      return new BigUint64Array(buffer);
    default:
      return typedNumbers(type, buffer);
  }
}

/** Order of samples in a source. */
export interface SampleOrder {
  /** Extents of a volume, the last one varying fastest in the result. */
  readonly shape: readonly number[];
  /** Stride between neighbors along each of these in the source, in samples. */
  readonly strides: readonly number[];
}

/**
 * Copies samples, in the order of this machine, so that the last axis varies fastest.
 *
 * @param bytes The samples, at an offset that fits them.
 * @param width Bytes of a sample.
 * @param order The axes.
 */
export function reordered(
  bytes: Uint8Array,
  width: number,
  order: SampleOrder,
): ArrayBuffer {
  const out = new ArrayBuffer(bytes.length);
  const { buffer, byteOffset, length } = bytes;
  // Words of eight bytes go as two of four: as floating-point numbers they might change.
  reorder(
    wordsOf(buffer, byteOffset, length, width),
    wordsOf(out, 0, length, width),
    order,
    width > 4 ? 2 : 1,
  );
  return out;
}

/** Unsigned words, so that copying never changes a bit. */
type Words = Uint8Array | Uint16Array | Uint32Array;

function wordsOf(buffer: ArrayBufferLike, offset: number, length: number, width: number): Words {
  switch (width) {
    case 1:
      return new Uint8Array(buffer, offset, length);
    case 2:
      return new Uint16Array(buffer, offset, length / 2);
    default:
      return new Uint32Array(buffer, offset, length / 4);
  }
}

/** Columns and rows that are copied together, so that both ends stay in the cache. */
const BLOCK = 32;

/** Copies samples of `width` words each. */
function reorder(from: Words, to: Words, { shape, strides }: SampleOrder, width: number): void {
  const [nx = 1, ny = 1, nz = 1] = shape;
  const [sx = 1, sy = 1, sz = 1] = strides.map((stride) => stride * width);
  const parts = partOffsets(shape.slice(3), strides.slice(3), width);
  const each = parts.length;
  for (let y = 0; y < ny; y++) {
    for (let xs = 0; xs < nx; xs += BLOCK) {
      for (let zs = 0; zs < nz; zs += BLOCK) {
        const [xe, ze] = [Math.min(nx, xs + BLOCK), Math.min(nz, zs + BLOCK)];
        for (let x = xs; x < xe; x++) {
          let out = ((x * ny + y) * nz + zs) * each;
          let at = x * sx + y * sy + zs * sz;
          for (let z = zs; z < ze; z++, at += sz) {
            for (let part = 0; part < each; part++) to[out++] = from[at + (parts[part] ?? 0)] ?? 0;
          }
        }
      }
    }
  }
}

/** Offsets of the words of a voxel from its first one. */
function partOffsets(
  extents: readonly number[],
  strides: readonly number[],
  width: number,
): Float64Array {
  let offsets = [0];
  extents.forEach((extent, axis) => {
    const stride = (strides[axis] ?? 0) * width;
    offsets = offsets.flatMap((offset) =>
      Array.from({ length: extent }, (_, at) => offset + at * stride)
    );
  });
  return Float64Array.from(
    offsets.flatMap((offset) => Array.from({ length: width }, (_, word) => offset + word)),
  );
}

/** Strides of samples of which x varies fastest, then y. */
export function fileStrides([nx = 1, ny = 1]: readonly number[]): readonly number[] {
  return [1, nx, nx * ny];
}
