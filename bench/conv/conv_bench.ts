/**
 * Convolutions of a sphere's shell: kernel maps, layers, gradients and the choice of backends; `conv_protocol.ts` measures
 * more.
 *
 * @module
 */

import {
  type Context,
  convPlan,
  sparseConv,
  sparseConvBackward,
  type Tensor,
  tuneConv,
} from "../_api.ts";
import { type BenchRow, benchTable, row, shared } from "../_harness.ts";
import { BenchLayer, gridOfSet, toleranceOf, type Widths } from "./_layers.ts";

const shell = (context: Context) => gridOfSet(context, "sphere256");

/** The sum over rows of the products of two tensors. */
function dot(a: Tensor | undefined, b: Tensor): number {
  const [left, right] = [a?.readSync() as Float32Array, b.readSync() as Float32Array];
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? NaN), 0);
}

function layerRows(widths: Widths): BenchRow[] {
  const on = ({ plan }: BenchLayer): string =>
    `${plan.target.numVoxels} voxels, ${widths.join(" to ")} channels`;
  const layerOf = (dtype: "f32" | "f16") => (context: Context) =>
    new BenchLayer(shared(context, shell), widths, dtype);
  const single = layerOf("f32");
  return [
    ...([["f32", single], ["f16", layerOf("f16")]] as const).map(([dtype, make]) =>
      row(sparseConv, make, {
        on: (layer) => `${on(layer)}, ${dtype}`,
        run: (layer) => layer.run("forward"),
        check: (_, layer) => layer.relativeError() <= toleranceOf(dtype),
      })
    ),
    ...(["features", "weights"] as const).map((wanted) =>
      row(sparseConvBackward, single, {
        on: (layer) => `${wanted}, ${on(layer)}`,
        run: ({ plan, features, weights, gradients }) =>
          sparseConvBackward(plan, features, weights, gradients, { wanted: [wanted] }),
        // The layer is linear in each: both gradients give the same scalar.
        check: (result, { plan, features, weights, gradients }) => {
          using both = sparseConvBackward(plan, features, weights, gradients);
          const [a, b] = [dot(both.features, features), dot(both.weights, weights)];
          return Math.abs(a - b) <= 1e-3 * Math.abs(a) && result[wanted] !== undefined;
        },
      })
    ),
  ];
}

await benchTable(import.meta.main, [
  ...([[3, 1], [5, 1], [2, 2], [3, 2]] as const).map(([kernel, stride]) =>
    row(convPlan, shell, {
      on: ({ numVoxels }) => `${numVoxels} voxels, kernel ${kernel}, stride ${stride}`,
      run: (grid) => {
        const plan = convPlan(grid, {
          kernel,
          stride,
          ...stride === 1 ? { target: grid } : {},
        });
        plan.prepare();
        return plan;
      },
      // Every voxel is read by its own center tap, or by the blocks of its stride.
      check: (plan, { numVoxels }) =>
        plan.explain().emptyTargets === 0 && plan.explain().pairs >= numVoxels,
    })
  ),
  ...([[8, 16], [32, 32], [64, 64]] as const).flatMap(layerRows),
  row(tuneConv, (context) => {
    const grid = shared(context, shell);
    return convPlan(grid, { kernel: 3, target: grid });
  }, {
    on: ({ target }) => `${target.numVoxels} voxels, 16 to 16 channels, one run each`,
    run: (plan) => tuneConv(plan, { dtype: "f16", inChannels: 16, outChannels: 16, runs: 1 }),
    check: (timings) => Object.keys(timings).length > 0,
  }),
]);
