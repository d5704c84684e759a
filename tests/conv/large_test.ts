import { assert, assertInstanceOf } from "@std/assert";
import {
  CONV_BACKENDS,
  type ConvBackendName,
  type ConvPlan,
  sparseConvBackward,
} from "../../lib/conv/mod.ts";
import { randomNormal } from "../../lib/jagged/mod.ts";
import {
  type Context,
  convPlan,
  type Float,
  fullTensor,
  gridFromDense,
  jaggedSum,
  NativeError,
  sparseConv,
  type Tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose, largestOf } from "../_compare.ts";
import { sizesOf } from "../_large.ts";

/** Voxels of the far corner that have features. */
const COUNT = 3;
/** Voxels of the far corner, a leaf, that are looked at. */
const LEAF = 512;
const CHANNELS = 32;

/** Voxels along an edge; the larger one makes more than 2^31 features. */
const sideOf = sizesOf(24, 440); // whole leaves

/** Features of which only the last rows are not 0. */
function lastRows<D extends Float>(context: Context, rows: number, own: Tensor<D>): Tensor<D> {
  const all = fullTensor([rows, CHANNELS], 0, { context, dtype: own.dtype });
  using end = all.slice(rows - COUNT);
  end.write(own.readSync());
  return all;
}

/** The backends that a plan has. */
function backendsOf(plan: ConvPlan, dtype: Float): ConvBackendName[] {
  return CONV_BACKENDS.filter((backend) => {
    try {
      plan.explain({ dtype, inChannels: CHANNELS, outChannels: CHANNELS, backend });
      return true;
    } catch (error) {
      assertInstanceOf(error, NativeError);
      return false;
    }
  });
}

for (const dtype of ["f16", "f32"] as const) {
  const title = (on: Pick<Context, "device">): string =>
    `convolutions of ${sideOf(on) ** 3 * CHANNELS} ${dtype} features reach the last voxel`;
  eachBackend(title, (context) => {
    const [side, part] = [sideOf(context), 16];
    using grid = gridFromDense({ context, dims: side });
    using corner = gridFromDense({ context, dims: part, ijkMin: side - part });
    using plan = convPlan(grid, { kernel: 3, target: grid });
    using small = convPlan(corner, { kernel: 3, target: corner });
    const options = { context, dtype };
    using weights = randomNormal([CHANNELS, CHANNELS, 3, 3, 3], { ...options, seed: 1 });
    using own = randomNormal([COUNT, CHANNELS], { ...options, seed: 2 });
    const run = (tied: ConvPlan, rows: number, backend: ConvBackendName): number[][] => {
      using features = lastRows(context, rows, own);
      using results = sparseConv(tied, features, weights, { backend });
      using end = results.slice(rows - LEAF);
      // What lies elsewhere would change the sum.
      using sums = jaggedSum(results);
      using made = sparseConvBackward(tied, features, weights, features, { backend });
      using slopes = made.features?.slice(rows - LEAF);
      using all = made.features && jaggedSum(made.features);
      const parts = [end, sums, slopes, all, made.weights];
      return parts.map((part) => Array.from(part?.readSync() ?? [], Number));
    };
    for (const backend of backendsOf(small, dtype)) {
      const expected = run(small, part ** 3, backend);
      const actual = run(plan, side ** 3, backend);
      expected.forEach((numbers, at) => {
        const most = largestOf(numbers);
        assert(most > 0);
        assertClose(actual[at] ?? [], numbers, { absolute: 2e-3 * most, relative: 2e-3 });
      });
    }
  });
}
