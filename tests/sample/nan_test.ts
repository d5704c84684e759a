import {
  sampleBezier,
  sampleNearest,
  sampleTrilinearBackward,
  sampleTrilinearWithGrad,
} from "../../lib/sample/mod.ts";
import {
  type Context,
  type Float,
  gridFromDense,
  sampleTrilinear,
  scope,
  splatTrilinear,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { oddNans, plainNans } from "../_nans.ts";

/** Samples and sums at voxels that hold nothing but NaN, with one channel and with as many as are read together. */
function check(context: Context, dtype: Float, channels: number): void {
  scope((own) => {
    const grid = own(gridFromDense({ context, dims: [1, 1, 4] }));
    const shape = [4, channels];
    const odd = oddNans(dtype, channels) as Float32Array<ArrayBuffer>;
    const nans = own(tensor(odd, { context, dtype, shape }));
    // The first corner has all the weight, so that no sum makes a NaN of its own.
    const centers = Float32Array.from({ length: 12 }, (_, at) => at % 3 === 2 ? (at - 2) / 3 : 0);
    const points = own(tensor(centers, { context, shape: [4, 3] }));
    const withGrad = own(sampleTrilinearWithGrad(grid, points, nans));
    const back = own(sampleTrilinearBackward(grid, points, nans, nans));
    const same = plainNans(dtype, 4 * channels);
    for (
      const result of [
        sampleNearest(grid, points, nans),
        sampleTrilinear(grid, points, nans),
        sampleBezier(grid, points, nans),
        withGrad.samples,
        splatTrilinear(grid, points, nans),
        back.features,
      ]
    ) {
      assertBits(own(result).readSync(), same);
    }
  });
}

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`samples and sums of ${dtype} make one NaN of all`, (context) => {
    for (const channels of [1, 8]) check(context, dtype, channels);
  });
}
