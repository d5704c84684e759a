/** Gradients of the convolution of a sphere's shell. */

import { sparseConvBackward } from "../../lib/conv/mod.ts";
import { type Float, openContext, type Tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { BenchLayer, gridOfSet } from "./_layers.ts";

const context = openContext();
const grid = gridOfSet(context, "sphere256");

/** The sum over rows of the products of two tensors. */
function dot(a: Tensor<Float> | undefined, b: Tensor<Float>): number {
  const [left, right] = [a?.readSync() as Float32Array, b.readSync() as Float32Array];
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? NaN), 0);
}

for (const widths of [[8, 16], [32, 32], [64, 64]] as const) {
  const layer = new BenchLayer(grid, widths, "f32");
  const { plan, features, weights, gradients } = layer;
  for (const wanted of ["features", "weights"] as const) {
    benchOperator(
      `sparseConvBackward, ${wanted}, ${grid.numVoxels} voxels, ${widths.join(" to ")} channels`,
      context,
      () => sparseConvBackward(plan, features, weights, gradients, { wanted: [wanted] }),
      // The layer is linear in each: both gradients give the same scalar.
      (result) => {
        using both = sparseConvBackward(plan, features, weights, gradients);
        const [a, b] = [dot(both.features, features), dot(both.weights, weights)];
        return Math.abs(a - b) <= 1e-3 * Math.abs(a) && result[wanted] !== undefined;
      },
    );
  }
}
