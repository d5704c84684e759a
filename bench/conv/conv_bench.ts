/**
 * Convolutions of a sphere's shell: kernel maps, layers, gradients and the choice of backends; `conv_protocol.ts` measures
 * more.
 *
 * @module
 */

import {
  coarsenedGrid,
  coarsenedGrids,
  type Context,
  convPlan,
  type GridBatch,
  type Own,
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

/** The elements of a tensor as numbers; none of no tensor. */
function numbersOf(held: Tensor | undefined): Float64Array {
  const data = held?.readSync() ?? new Float64Array();
  return data instanceof Uint16Array
    ? Float64Array.from(data, (bits) => new Float32Array(Uint32Array.of(bits << 16).buffer)[0] ?? 0)
    : Float64Array.from(data as Float32Array);
}

/** Whether a bf16 result is ReLU of two others' sum, one of which was rounded before. */
function isResidualSum(result: Tensor, sum: Tensor, residual: Tensor): boolean {
  const [a, b] = [numbersOf(sum), numbersOf(residual)];
  return numbersOf(result).every((one, at) => {
    const wanted = Math.max(0, (a[at] ?? NaN) + (b[at] ?? NaN));
    return Math.abs(one - wanted) <= 2 ** -7 * (Math.abs(a[at] ?? NaN) + Math.abs(one) + 1e-3);
  });
}

/** The levels of a network, and the plans of each. */
class BenchLevels implements Disposable {
  readonly #owned = new DisposableStack();
  readonly voxels: number;

  constructor(grid: GridBatch, makeLevels: (own: Own) => readonly GridBatch[]) {
    const own: Own = (value) => this.#owned.use(value);
    const levels = [grid, ...makeLevels(own)];
    for (const [at, coarse] of levels.entries()) {
      own(convPlan(coarse, { kernel: 3, target: coarse })).prepare();
      const fine = levels[at - 1];
      if (fine === undefined) continue;
      const down = own(convPlan(fine, { kernel: 2, stride: 2, target: coarse }));
      down.prepare();
      own(down.reverse()).prepare();
    }
    this.voxels = levels.at(-1)?.numVoxels ?? 0;
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }
}

const together = (grid: GridBatch) =>
  new BenchLevels(grid, (own) => own(coarsenedGrids(grid, { factor: 2, levels: 4 })).levels);

const apart = (grid: GridBatch) =>
  new BenchLevels(grid, (own) => {
    const levels = [grid];
    for (let level = 0; level < 4; level++) {
      levels.push(own(coarsenedGrid(levels[level] ?? grid, { factor: 2 })));
    }
    return levels.slice(1);
  });

function layerRows(widths: Widths): BenchRow[] {
  const on = ({ plan }: BenchLayer): string =>
    `${plan.target.numVoxels} voxels, ${widths.join(" to ")} channels`;
  const layerOf = (dtype: "f32" | "f16" | "bf16") => (context: Context) =>
    new BenchLayer(shared(context, shell), widths, dtype);
  const single = layerOf("f32");
  const halves = layerOf("bf16");
  return [
    row(sparseConv, halves, {
      on: (layer) => `${on(layer)}, bf16, residual and relu`,
      run: ({ plan, features, weights, gradients }) =>
        sparseConv(plan, features, weights, { residual: gradients, activation: "relu" }),
      check: (result, layer) => {
        using plain = layer.run("forward");
        return isResidualSum(result, plain as Tensor, layer.gradients);
      },
    }),
    row(sparseConvBackward, halves, {
      on: (layer) => `weights in f32, ${on(layer)}, bf16`,
      run: ({ plan, features, weights, gradients }) =>
        sparseConvBackward(plan, features, weights, gradients, {
          wanted: ["weights"],
          weightsDType: "f32",
        }),
      check: ({ weights: wide }, layer) => {
        using rounded = layer.run("weights") as ReturnType<typeof sparseConvBackward>;
        const [a, b] = [numbersOf(wide), numbersOf(rounded.weights)];
        return a.every((one, at) => Math.abs(one - (b[at] ?? NaN)) <= 2 ** -8 * Math.abs(one));
      },
    }),
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
  ...([[coarsenedGrids, together], [coarsenedGrid, apart]] as const).map(([operator, run]) =>
    row(operator, shell, {
      on: ({ numVoxels }) => `${numVoxels} voxels, 4 levels and 13 kernel maps`,
      run,
      check: ({ voxels }, grid) => {
        using other = apart(grid);
        return voxels === other.voxels;
      },
    })
  ),
  ...([[4, 32], [8, 16], [32, 32], [64, 64]] as const).flatMap(layerRows),
  row(tuneConv, (context) => {
    const grid = shared(context, shell);
    return convPlan(grid, { kernel: 3, target: grid });
  }, {
    on: ({ target }) => `${target.numVoxels} voxels, 16 to 16 channels, one run each`,
    run: (plan) => tuneConv(plan, { dtype: "f16", inChannels: 16, outChannels: 16, runs: 1 }),
    check: (timings) => Object.keys(timings).length > 0,
  }),
]);
