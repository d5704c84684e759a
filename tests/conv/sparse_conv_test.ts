import { assertEquals } from "@std/assert";
import type { SparseConvOptions } from "../../lib/conv/mod.ts";
import {
  type Context,
  convPlan,
  type Float,
  gridFromDense,
  JaggedTensor,
  sparseConv,
  tensor,
} from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import type { Ijk } from "../grid/_oracle.ts";
import { SPREAD } from "../topology/_kernels.ts";
import { cloud, draw, Layer, put, readNumbers, rounded } from "./_layers.ts";
import { convolve, dot, type Round } from "./_oracle.ts";

const DTYPES = ["f16", "bf16", "f32", "f64"] as const satisfies readonly Float[];

/** How sums of an element type are kept. */
function sumsOf(dtype: Float): Round {
  return dtype === "f64" ? (value) => value : Math.fround;
}

/** Runs a layer and reads its results. */
function run<D extends Float>(layer: Layer<D>, options?: SparseConvOptions<D>): Float64Array {
  using result = sparseConv(layer.plan, layer.held.features, layer.held.weights, options);
  assertEquals(result.shape, [layer.plan.target.numVoxels, layer.channels.outChannels]);
  return readNumbers(result);
}

/** What brute force says, summed in the order that is stated. */
function expected(layer: Layer<Float>): Float64Array {
  const { map, features, weights, channels, dtype } = layer;
  return rounded(dtype, convolve(map, features, weights, channels, sumsOf(dtype)));
}

/** Whose sums run in the stated order. */
const STATED = { backend: "gather-scatter" } as const;

/** Compares doubles within what a fused product of doubles may make of them. */
const CLOSE = { absolute: 1e-12, relative: 1e-12 };

eachBackend("sparseConv() convolves a row as worked out by hand", (context) => {
  using row = gridFromDense({ context, dims: [1, 1, 3] });
  using features = tensor([1, 10, 100, 2, 20, 200], { context, shape: [3, 2] });
  using weights = tensor([1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 5, 0], { context, shape: [2, 2, 1, 1, 3] });
  // Channel 0: 1 * below + 2 * above of the first, and once the one above of the second.
  // Channel 1: 3 * below of the first, and 5 * the voxel itself of the second.
  using plan = convPlan(row, { kernel: [1, 1, 3], target: row });
  using result = sparseConv(plan, features, weights);
  assertEquals(
    [...result.readSync()],
    [202, 50, 41 + 200, 13, 100, 1300].with(0, 202).with(2, 241),
  );
});

eachBackend("sparseConv() sums any number of channels in the stated order", (context) => {
  using grid = build(context, [cloud(1, 4), [], [[40, -3, 7]]]);
  const counts = [1, 3, 5, 7, 17, 33, 100, 200];
  for (const [at, inChannels] of counts.entries()) {
    const outChannels = counts[(at * 3 + 2) % counts.length] ?? 1;
    for (const dtype of ["f32", "f64"] as const) {
      using layer = new Layer(grid, { kernel: [3, 1, 2], target: grid }, {
        inChannels,
        outChannels,
        dtype,
      });
      const close = dtype === "f64" ? CLOSE : {};
      assertClose(run(layer), expected(layer), close);
    }
  }
});

eachBackend("sparseConv() sums in f32 and rounds once", (context) => {
  using grid = build(context, [cloud(2, 5)]);
  for (const dtype of DTYPES) {
    using layer = new Layer(grid, { kernel: 3, target: grid }, {
      inChannels: 6,
      outChannels: 9,
      dtype,
    });
    assertClose(run(layer, STATED), expected(layer), dtype === "f64" ? CLOSE : {});
  }
});

eachBackend("sparseConv() takes every kernel and stride both ways", (context) => {
  using grid = build(context, [SPREAD, cloud(3, 4, 0.5, [-9, 6, 0])]);
  const channels = { inChannels: 3, outChannels: 2, dtype: "f64" } as const;
  const cases: readonly (readonly [number | Ijk, number | Ijk])[] = [
    ...[1, 2, 3, 4, 5, 6, 7].map((kernel) => [kernel, 1] as const),
    [2, 2],
    [3, 2],
    [4, 3],
    [[3, 5, 7], [1, 2, 3]],
    [[1, 1, 2], [3, 3, 3]],
  ];
  for (const [kernel, stride] of cases) {
    for (const transposed of [false, true]) {
      using layer = new Layer(grid, { kernel, stride, transposed }, channels);
      assertClose(run(layer), expected(layer), CLOSE);
    }
  }
});

eachBackend("sparseConv() is what a dense convolution is at the same voxels", (context) => {
  const size = 6;
  using cube = gridFromDense({ context, dims: size });
  using layer = new Layer(cube, { kernel: 3, target: cube }, {
    inChannels: 2,
    outChannels: 3,
    dtype: "f64",
  });
  // One leaf holds the whole cube, so rows are x slowest, z fastest.
  const at = (i: number, j: number, k: number): number =>
    [i, j, k].every((one) => one >= 0 && one < size) ? (i * size + j) * size + k : -1;
  const dense = new Float64Array(size ** 3 * 3);
  for (let row = 0; row < size ** 3; row++) {
    const [i, j, k] = [Math.floor(row / 36), Math.floor(row / 6) % 6, row % 6];
    for (let out = 0; out < 3; out++) {
      let sum = 0;
      for (let tap = 0; tap < 27; tap++) {
        const [a, b, c] = [Math.floor(tap / 9) - 1, Math.floor(tap / 3) % 3 - 1, tap % 3 - 1];
        const read = at(i + a, j + b, k + c);
        for (let channel = 0; channel < 2 && read >= 0; channel++) {
          sum += (layer.features[read * 2 + channel] ?? NaN) *
            (layer.weights[(out * 2 + channel) * 27 + tap] ?? NaN);
        }
      }
      dense[row * 3 + out] = sum;
    }
  }
  assertClose(run(layer), dense, CLOSE);
});

eachBackend("sparseConv() along a reverse plan is the adjoint", (context) => {
  using grid = build(context, [cloud(4, 5, 0.5), []]);
  const channels = { inChannels: 3, outChannels: 5, dtype: "f64" } as const;
  for (
    const options of [
      { kernel: [3, 5, 7], target: grid },
      { kernel: 3, stride: 2 },
      { kernel: 2, stride: [1, 2, 3], transposed: true },
    ] as const
  ) {
    using layer = new Layer(grid, options, channels);
    using back = layer.plan.reverse();
    const { inChannels, outChannels } = channels;
    const { taps, kernel } = layer.plan;
    const turned = layer.weights.map((_, at) => {
      const [o, rest] = [Math.floor(at / taps) % outChannels, at % taps];
      const i = Math.floor(at / (taps * outChannels));
      return layer.weights[(o * inChannels + i) * taps + rest] ?? NaN;
    });
    using weights = put(context, "f64", turned, [inChannels, outChannels, ...kernel]);
    using result = sparseConv(back, layer.held.gradients, weights);
    const forth = dot(run(layer), layer.gradients);
    assertClose([dot(readNumbers(result), layer.features)], [forth], {
      relative: 1e-11,
      absolute: 1e-11,
    });
  }
});

eachBackend("sparseConv() by a flipped kernel is transposed at stride 1", (context) => {
  using grid = build(context, [cloud(5, 5)]);
  using layer = new Layer(grid, { kernel: 3, target: grid, transposed: true }, {
    inChannels: 2,
    outChannels: 4,
    dtype: "f64",
  });
  const flipped = layer.weights.map((_, at) => layer.weights[at - at % 27 + 26 - at % 27] ?? NaN);
  using weights = put(context, "f64", flipped, layer.held.weights.shape);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  using result = sparseConv(plan, layer.held.features, weights);
  assertClose(readNumbers(result), run(layer), CLOSE);
});

eachBackend("sparseConv() treats the grids of a batch alone", (context) => {
  const lists = [cloud(6, 4), [], [[5, 5, 5]] as Ijk[], cloud(7, 3, 0.9, [7, 7, 7])];
  using batch = build(context, lists);
  using plan = convPlan(batch, { kernel: 3, stride: 2 });
  const numbers = draw(1, batch.numVoxels * 4, "f32");
  using features = put(context, "f32", numbers, [batch.numVoxels, 4]);
  using weights = put(context, "f32", draw(2, 8 * 4 * 27, "f32"), [8, 4, 3, 3, 3]);
  using result = sparseConv(plan, features, weights);
  const all = readNumbers(result);
  for (const [b, list] of lists.entries()) {
    using single = build(context, [list]);
    using own = convPlan(single, { kernel: 3, stride: 2 });
    const [first, last] = [Number(batch.offsets[b]), Number(batch.offsets[b + 1])];
    using part = features.slice(first, last);
    using alone = sparseConv(own, part, weights);
    const [begin, end] = [Number(plan.target.offsets[b]), Number(plan.target.offsets[b + 1])];
    assertBits(all.slice(begin * 8, end * 8), readNumbers(alone));
  }
});

eachBackend("sparseConv() keeps lists", (context) => {
  using grid = build(context, [cloud(8, 3), [], [[0, 0, 0]]]);
  using plan = convPlan(grid, { kernel: 2 });
  const tensorOf = () => put(context, "f64", draw(3, grid.numVoxels * 2), [grid.numVoxels, 2]);
  using lists = new JaggedTensor(tensorOf(), grid.offsets);
  using rows = tensorOf();
  using weights = put(context, "f64", draw(4, 3 * 2 * 8), [3, 2, 2, 2, 2]);
  using result = sparseConv(plan, lists, weights);
  using flat = sparseConv(plan, rows, weights);
  assertEquals(result.offsets, plan.target.offsets);
  assertBits(result.data.readSync(), flat.readSync());
});

eachBackend("sparseConv() adds a bias and cuts off what is below 0", (context) => {
  using grid = build(context, [cloud(9, 4), []]);
  for (const dtype of DTYPES) {
    using layer = new Layer(grid, { kernel: 3, target: grid }, {
      inChannels: 4,
      outChannels: 6,
      dtype,
    });
    const numbers = draw(5, 6, dtype);
    using bias = put(context, dtype, numbers, [6]);
    const { map, features, weights, channels } = layer;
    const round = sumsOf(dtype);
    const sums = convolve(map, features, weights, channels, round)
      .map((sum, at) => round(sum + (numbers[at % 6] ?? NaN)));
    const close = dtype === "f64" ? CLOSE : {};
    assertClose(run(layer, { bias, ...STATED }), rounded(dtype, sums), close);
    const cut = rounded(dtype, sums.map((sum) => Math.max(0, sum)));
    assertClose(run(layer, { bias, activation: "relu", ...STATED }), cut, close);
  }
});

eachBackend(
  "sparseConv() lets taps that are missing add nothing, whatever their weights",
  (context) => {
    using grid = build(context, [[[0, 0, 0], [0, 0, 1], [9, 9, 9]]]);
    using plan = convPlan(grid, { kernel: [1, 1, 3], target: grid });
    using features = tensor([1, 2, 3], { context, shape: [3, 1] });
    using weights = tensor([Infinity, 1, NaN], { context, shape: [1, 1, 1, 1, 3] });
    using result = sparseConv(plan, features, weights);
    assertEquals([...result.readSync()], [NaN, Infinity, 3]);
    const bits = new Uint32Array(result.readSync().buffer);
    assertEquals(bits[0], 0x7fc00000);
  },
);

eachBackend("sparseConv() of one tap is a product of matrices", (context) => {
  using grid = build(context, [cloud(10, 4)]);
  using layer = new Layer(grid, { kernel: 1, target: grid }, {
    inChannels: 20,
    outChannels: 40,
    dtype: "f32",
  });
  using matrix = put(context, "f32", layer.weights, [40, 20]);
  using result = sparseConv(layer.plan, layer.held.features, matrix);
  assertBits(readNumbers(result), run(layer));
  assertClose(readNumbers(result), expected(layer), {});
});

eachBackend("sparseConv() takes no voxels, no grids and no channels", (context) => {
  for (const lists of [[], [[]], [[], []]]) {
    using grid = build(context, lists);
    using layer = new Layer(grid, { kernel: 3 }, { inChannels: 3, outChannels: 2, dtype: "f32" });
    assertEquals(run(layer).length, 0);
  }
  using grid = build(context, [[[5, 5, 5]]]);
  using nothing = new Layer(grid, { kernel: 3 }, { inChannels: 0, outChannels: 2, dtype: "f32" });
  using bias = tensor([3, -3], { context });
  assertEquals([...new Set(run(nothing, { bias, activation: "relu" }))], [3, 0]);
  using none = new Layer(grid, { kernel: 3 }, { inChannels: 2, outChannels: 0, dtype: "f16" });
  assertEquals(run(none).length, 0);
});

eachBackend("sparseConv() gives the same bits again", (context) => {
  using grid = build(context, [cloud(12, 14, 0.4)]);
  using layer = new Layer(grid, { kernel: 3, target: grid }, {
    inChannels: 33,
    outChannels: 17,
    dtype: "f32",
  });
  const first = run(layer);
  for (let round = 0; round < 3; round++) assertBits(run(layer), first);
  assertBits(run(layer, STATED), first);
});

Deno.test("sparseConv() gives the same bits on every device", () => {
  for (const dtype of DTYPES) {
    const results = contexts.map((context: Context) => {
      using grid = build(context, [cloud(13, 8, 0.5), [], SPREAD]);
      using layer = new Layer(grid, { kernel: [3, 3, 2], stride: [1, 2, 1] }, {
        inChannels: 70,
        outChannels: 37,
        dtype,
      });
      return run(layer, STATED);
    });
    for (const other of results.slice(1)) assertBits(other, results[0] ?? new Float64Array());
  }
});
