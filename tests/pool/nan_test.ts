import {
  averagePool,
  averagePoolBackward,
  type Float,
  gridFromDense,
  maxPool,
  maxPoolBackward,
  scope,
  tensor,
  upsampleNearestBackward,
  voxelMean,
  voxelMeanBackward,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, type NumberArray } from "../_compare.ts";

type Bits = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | BigUint64Array<ArrayBuffer>;

/** NaN with signs and payloads, the one that all of them become, and those bits as numbers. */
const FORMATS: Readonly<
  Record<Float, { odd: Bits; plain: bigint; view: (bits: Bits) => NumberArray }>
> = {
  f16: {
    odd: Uint16Array.of(0x7e00, 0xfe01, 0x7fff, 0xfc01),
    plain: 0x7e00n,
    view: ({ buffer }) => new Float16Array(buffer),
  },
  bf16: {
    odd: Uint16Array.of(0x7fc0, 0xffc1, 0x7fff, 0xff81),
    plain: 0x7fc0n,
    view: ({ buffer }) => new Uint16Array(buffer),
  },
  f32: {
    odd: Uint32Array.of(0x7fc00000, 0xffc00001, 0x7fffffff, 0xff800001),
    plain: 0x7fc00000n,
    view: ({ buffer }) => new Float32Array(buffer),
  },
  f64: {
    odd: BigUint64Array.of(
      0x7ff8000000000000n,
      0xfff8000000000001n,
      0x7fffffffffffffffn,
      0xfff0000000000001n,
    ),
    plain: 0x7ff8000000000000n,
    view: ({ buffer }) => new Float64Array(buffer),
  },
};

/** Copies of the one NaN that a format keeps. */
function plainNans(dtype: Float, count: number): NumberArray {
  const { odd, plain, view } = FORMATS[dtype];
  return view(
    odd instanceof BigUint64Array
      ? new BigUint64Array(count).fill(plain)
      : odd instanceof Uint32Array
      ? new Uint32Array(count).fill(Number(plain))
      : new Uint16Array(count).fill(Number(plain)),
  );
}

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`poolings and means of ${dtype} make one NaN of all`, (context) =>
    scope((own) => {
      const fine = own(gridFromDense({ context, dims: [1, 1, 4] }));
      const { odd, view } = FORMATS[dtype];
      const nans = own(tensor(view(odd) as Float32Array<ArrayBuffer>, { context, dtype }));
      const grids = { fine, coarse: fine };
      const one = { factor: 1 };
      const rows = own(tensor(BigInt64Array.of(0n, 1n, 2n, 3n), { context }));
      const same = plainNans(dtype, 4);
      for (
        const result of [
          maxPool(grids, nans, one),
          maxPoolBackward(grids, nans, nans, one),
          averagePool(grids, nans, one),
          averagePoolBackward(grids, nans, one),
          upsampleNearestBackward(grids, nans, one),
          voxelMeanBackward(fine, rows, nans),
        ]
      ) {
        assertBits(own(result).readSync(), same);
      }
      const means = own(voxelMean(fine, rows, nans));
      assertBits(means.readSync(), plainNans(dtype === "f64" ? "f64" : "f32", 4));
    }));
}
