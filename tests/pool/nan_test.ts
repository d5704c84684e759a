import {
  averagePool,
  averagePoolBackward,
  maxPoolBackward,
  upsampleNearestBackward,
  voxelMeanBackward,
} from "../../lib/pool/mod.ts";
import { gridFromDense, maxPool, scope, tensor, voxelMean } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { oddNans, plainNans } from "../_nans.ts";

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`poolings and means of ${dtype} make one NaN of all`, (context) =>
    scope((own) => {
      const fine = own(gridFromDense({ context, dims: [1, 1, 4] }));
      const nans = own(tensor(oddNans(dtype) as Float32Array<ArrayBuffer>, { context, dtype }));
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
