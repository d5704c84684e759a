/**
 * NaN of all kinds, and the one that they become.
 *
 * @module
 */

import type { Float } from "../mod.ts";
import type { NumberArray } from "./_compare.ts";

type Bits = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | BigUint64Array<ArrayBuffer>;

/** NaN with signs and payloads, the one that all of them become, and those bits as numbers. */
const FORMATS: Readonly<
  Record<Float, { odd: Bits; plain: bigint; view: (buffer: ArrayBuffer) => NumberArray }>
> = {
  f16: {
    odd: Uint16Array.of(0x7e00, 0xfe01, 0x7fff, 0xfc01),
    plain: 0x7e00n,
    view: (buffer) => new Float16Array(buffer),
  },
  bf16: {
    odd: Uint16Array.of(0x7fc0, 0xffc1, 0x7fff, 0xff81),
    plain: 0x7fc0n,
    view: (buffer) => new Uint16Array(buffer),
  },
  f32: {
    odd: Uint32Array.of(0x7fc00000, 0xffc00001, 0x7fffffff, 0xff800001),
    plain: 0x7fc00000n,
    view: (buffer) => new Float32Array(buffer),
  },
  f64: {
    odd: BigUint64Array.of(
      0x7ff8000000000000n,
      0xfff8000000000001n,
      0x7fffffffffffffffn,
      0xfff0000000000001n,
    ),
    plain: 0x7ff8000000000000n,
    view: (buffer) => new Float64Array(buffer),
  },
};

/** Four NaN with signs and payloads, the last one signaling, each so many times. */
export function oddNans(dtype: Float, times = 1): NumberArray {
  const { odd, view } = FORMATS[dtype];
  const bytes = new Uint8Array(odd.buffer);
  const size = odd.BYTES_PER_ELEMENT;
  const repeated = Uint8Array.from(
    { length: bytes.length * times },
    (_, at) => bytes[Math.floor(at / size / times) * size + at % size] ?? 0,
  );
  return view(repeated.buffer);
}

/** Copies of the one NaN that a format keeps. */
export function plainNans(dtype: Float, count: number): NumberArray {
  const { odd, plain, view } = FORMATS[dtype];
  const bits = odd instanceof BigUint64Array
    ? new BigUint64Array(count).fill(plain)
    : odd instanceof Uint32Array
    ? new Uint32Array(count).fill(Number(plain))
    : new Uint16Array(count).fill(Number(plain));
  return view(bits.buffer);
}
