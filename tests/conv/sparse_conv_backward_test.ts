import { assertEquals, assertThrows } from "@std/assert";
import {
  CONV_BACKENDS,
  type ConvInputName,
  sparseConvBackward,
  type SparseConvBackwardOptions,
} from "../../lib/conv/mod.ts";
import {
  type Context,
  convPlan,
  type Float,
  gridFromDense,
  JaggedTensor,
  sparseConv,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose, largestOf } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { build } from "../grid/_grids.ts";
import { SPREAD } from "../topology/_kernels.ts";
import { cloud, Layer, put, readNumbers, rounded } from "./_layers.ts";
import { convolve, dot } from "./_oracle.ts";

const ALL = ["features", "weights", "bias", "residual"] as const satisfies readonly ConvInputName[];

/** Runs a layer backwards and reads all gradients. */
function backward<D extends Float>(
  layer: Layer<D>,
  options: SparseConvBackwardOptions<D> = {},
  gradients: Tensor<D> = layer.held.gradients,
): Record<ConvInputName, Float64Array> {
  const { features, weights } = layer.held;
  using result = sparseConvBackward(layer.plan, features, weights, gradients, {
    wanted: ALL,
    ...options,
  });
  assertEquals(result.features?.shape, features.shape);
  assertEquals(result.weights?.shape, weights.shape);
  assertEquals(result.bias?.shape, [layer.channels.outChannels]);
  assertEquals(result.residual?.shape, layer.held.gradients.shape);
  return {
    features: readNumbers(result.features ?? features),
    weights: readNumbers(result.weights ?? weights),
    bias: readNumbers(result.bias ?? weights),
    residual: readNumbers(result.residual ?? weights),
  };
}

/** Gradients of the sum of results times gradients, by the definition of the convolution: it is linear in each input. */
function definition(
  { map, features, weights, gradients, channels }: Layer<Float>,
): Record<ConvInputName, Float64Array> {
  const loss = (f: Float64Array, w: Float64Array): number =>
    dot(convolve(map, f, w, channels), gradients);
  const slope = (of: Float64Array, lossAt: (moved: Float64Array) => number): Float64Array =>
    of.map((value, at) => {
      const step = 0.5; // exact but for rounding, whatever the step
      return (lossAt(of.with(at, value + step)) - lossAt(of.with(at, value - step))) / (2 * step);
    });
  const { outChannels } = channels;
  return {
    features: slope(features, (moved) => loss(moved, weights)),
    weights: slope(weights, (moved) => loss(features, moved)),
    bias: Float64Array.from(
      { length: outChannels },
      (_, channel) =>
        gradients.reduce((sum, one, at) => at % outChannels === channel ? sum + one : sum, 0),
    ),
    residual: gradients,
  };
}

eachBackend("sparseConvBackward() gives gradients as worked out by hand", (context) => {
  using row = gridFromDense({ context, dims: [1, 1, 3] });
  using plan = convPlan(row, { kernel: [1, 1, 3], target: row });
  using features = tensor([1, 2, 4], { context, shape: [3, 1] });
  using weights = tensor([10, 100, 1000], { context, shape: [1, 1, 1, 1, 3] });
  using gradients = tensor([1, 0, 3], { context, shape: [3, 1] });
  using result = sparseConvBackward(plan, features, weights, gradients, { wanted: ALL });
  // Voxel 1 is read by tap 2 of voxel 0 and by tap 0 of voxel 2.
  assertEquals([...result.features?.readSync() ?? []], [100, 1000 + 3 * 10, 300]);
  assertEquals([...result.weights?.readSync() ?? []], [3 * 2, 1 + 3 * 4, 2]);
  assertEquals([...result.bias?.readSync() ?? []], [4]);
  assertEquals([...result.residual?.readSync() ?? []], [1, 0, 3]);
});

eachBackend("sparseConvBackward() gives the slopes of the definition", (context) => {
  using grid = build(context, [cloud(1, 3, 0.5), [], [[40, 0, 0]]]);
  const options = [
    { kernel: 3, target: grid },
    { kernel: 2, stride: 2 },
    { kernel: [3, 1, 2], stride: [2, 1, 1] },
    { kernel: [3, 2, 1], stride: 2, transposed: true },
    { kernel: [1, 3, 2], transposed: true },
  ] as const;
  for (const one of options) {
    using layer = new Layer(grid, one, { inChannels: 3, outChannels: 2, dtype: "f64" });
    const [got, wanted] = [backward(layer), definition(layer)];
    for (const name of ALL) {
      assertClose(got[name], wanted[name], { relative: 1e-9, absolute: 1e-10 });
    }
  }
});

eachBackend("sparseConvBackward() of many voxels and channels keeps the adjoint", (context) => {
  using grid = build(context, [cloud(2, 14, 0.6), SPREAD]);
  for (const [inChannels, outChannels] of [[1, 33], [17, 5], [40, 36]] as const) {
    for (const dtype of ["f32", "f64"] as const) {
      using layer = new Layer(grid, { kernel: 3, target: grid }, {
        inChannels,
        outChannels,
        dtype,
      });
      const { features, weights, gradients, channels, map } = layer;
      const forth = dot(convolve(map, features, weights, channels), gradients);
      const got = backward(layer);
      const close = dtype === "f64"
        ? { relative: 1e-10, absolute: 1e-10 }
        : { relative: 1e-4, absolute: 1e-3 };
      assertClose([dot(got.features, features), dot(got.weights, weights)], [forth, forth], close);
    }
  }
});

eachBackend("sparseConvBackward() sums each weight's gradient", (context) => {
  // More than one block of targets, and parts of several blocks each.
  using grid = build(context, [cloud(3, 30, 0.8)]);
  using layer = new Layer(grid, { kernel: [1, 1, 2], target: grid }, {
    inChannels: 13,
    outChannels: 3,
    dtype: "f32",
  });
  const { map, features, gradients } = layer;
  const sums = new Float64Array(3 * 13 * 2);
  for (const [tap, rows] of map.entries()) {
    for (const [target, row] of rows.entries()) {
      for (let at = 0; at < 39 && row >= 0; at++) {
        const [o, i] = [Math.floor(at / 13), at % 13];
        const product = (features[row * 13 + i] ?? NaN) * (gradients[target * 3 + o] ?? NaN);
        sums[at * 2 + tap] = (sums[at * 2 + tap] ?? NaN) + product;
      }
    }
  }
  assertClose(backward(layer).weights, sums, { absolute: 1e-3 });
});

eachBackend("sparseConvBackward() passes no gradient where relu cut off", (context) => {
  using grid = build(context, [cloud(4, 4)]);
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using layer = new Layer(grid, { kernel: 3, target: grid }, {
      inChannels: 2,
      outChannels: 3,
      dtype,
    });
    const { features, weights } = layer.held;
    using results = sparseConv(layer.plan, features, weights, { activation: "relu" });
    const cut = readNumbers(results);
    const masked = layer.gradients.map((one, at) => (cut[at] ?? NaN) > 0 ? one : 0);
    using gradients = put(layer.plan.context, dtype, masked, layer.held.gradients.shape);
    const got = backward(layer, { reluResults: results });
    const wanted = backward(layer, {}, gradients);
    assertEquals(cut.includes(0), true);
    for (const name of ALL) assertBits(got[name], wanted[name]);
  }
});

eachBackend("sparseConvBackward() sums half precision in f32 and rounds once", (context) => {
  using grid = build(context, [cloud(5, 3)]);
  for (const dtype of ["f16", "bf16"] as const) {
    using layer = new Layer(grid, { kernel: 2, target: grid }, {
      inChannels: 2,
      outChannels: 3,
      dtype,
    });
    const [got, wanted] = [backward(layer), definition(layer)];
    const unit = dtype === "f16" ? 2 ** -11 : 2 ** -8;
    for (const name of ALL) {
      assertClose(got[name], rounded(dtype, wanted[name]), { relative: 2 * unit, absolute: 1e-6 });
    }
  }
});

eachBackend("sparseConvBackward() gives gradients of weights as they are summed", (context) => {
  using grid = build(context, [cloud(5, 9, 0.5), [], cloud(9, 5)]);
  const options = [{ kernel: 3, target: grid }, { kernel: 2, stride: 2 }] as const;
  for (const dtype of ["f16", "bf16"] as const) {
    for (const [at, [inChannels, outChannels]] of [[4, 32], [3, 5], [40, 72]].entries()) {
      using layer = new Layer(grid, options[at % 2] ?? options[0], {
        inChannels: inChannels ?? 0,
        outChannels: outChannels ?? 0,
        dtype,
      });
      const { features, weights, gradients } = layer.held;
      for (const backend of ["auto", "gather-scatter"] as const) {
        using wide = sparseConvBackward(layer.plan, features, weights, gradients, {
          wanted: ALL,
          weightsDType: "f32",
          backend,
        });
        const exact = new Layer(
          grid,
          options[at % 2] ?? options[0],
          {
            inChannels: inChannels ?? 0,
            outChannels: outChannels ?? 0,
            dtype: "f64",
          },
          1,
          dtype,
        );
        using _exact = exact;
        const wanted = backward(exact);
        assertEquals([wide.features?.dtype, wide.weights?.dtype, wide.bias?.dtype], [
          dtype,
          "f32",
          "f32",
        ]);
        for (const name of ["weights", "bias"] as const) {
          const got = readNumbers(wide[name] ?? weights);
          assertClose(got, wanted[name], { absolute: 2e-6 * largestOf(wanted[name]) });
          // What is rounded is rounded from these.
          assertBits(backward(layer, { backend })[name], rounded(dtype, got));
        }
      }
    }
  }
});

eachBackend("sparseConvBackward() makes what is wanted, in lists where features are", (context) => {
  using grid = build(context, [cloud(6, 3), []]);
  using layer = new Layer(grid, { kernel: 3 }, { inChannels: 2, outChannels: 3, dtype: "f32" });
  const { features, weights, gradients } = layer.held;
  using lists = new JaggedTensor(features.copy(), grid.offsets);
  using results = new JaggedTensor(gradients.copy(), layer.plan.target.offsets);
  using made = sparseConvBackward(layer.plan, lists, weights, results);
  assertEquals([made.bias, made.features?.offsets], [undefined, grid.offsets]);
  using residual = sparseConvBackward(layer.plan, lists, weights, results, {
    wanted: ["residual"],
  });
  assertEquals(residual.residual?.offsets, layer.plan.target.offsets);
  const all = backward(layer);
  assertBits(readNumbers(made.features?.data ?? features), all.features);
  assertBits(readNumbers(made.weights ?? weights), all.weights);
  using nothing = sparseConvBackward(layer.plan, features, weights, gradients, { wanted: [] });
  assertEquals([nothing.features, nothing.weights, nothing.disposed], [undefined, undefined, true]);
});

eachBackend("sparseConvBackward() takes no voxels and no channels", (context) => {
  for (const lists of [[], [[]]]) {
    using grid = build(context, lists);
    using layer = new Layer(grid, { kernel: 2 }, { inChannels: 3, outChannels: 2, dtype: "f32" });
    const got = backward(layer);
    assertEquals([got.features.length, ...new Set(got.weights), ...got.bias], [0, 0, 0, 0]);
  }
  using grid = build(context, [[[1, 2, 3]]]);
  using layer = new Layer(grid, { kernel: 2 }, { inChannels: 2, outChannels: 0, dtype: "f32" });
  const got = backward(layer);
  assertEquals([[...got.features], got.weights.length, got.bias.length], [[0, 0], 0, 0]);
});

Deno.test("sparseConvBackward() gives the same bits on every device, and again", () => {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    const results = [...contexts, ...contexts].map((context: Context) => {
      using grid = build(context, [cloud(7, 12, 0.5), [], SPREAD]);
      using layer = new Layer(grid, { kernel: [3, 3, 2] }, {
        inChannels: 35,
        outChannels: 18,
        dtype,
      });
      return backward(layer, { backend: "gather-scatter" });
    });
    for (const other of results.slice(1)) {
      for (const name of ALL) assertBits(other[name], results[0]?.[name] ?? new Float64Array());
    }
  }
});

eachBackend("sparseConvBackward() refuses what does not fit", (context) => {
  using grid = build(context, [[[0, 0, 0], [0, 0, 1]]]);
  using layer = new Layer(grid, { kernel: 2, target: grid }, {
    inChannels: 4,
    outChannels: 5,
    dtype: "f32",
  });
  const { features, weights, gradients } = layer.held;
  const refused = (by: Tensor, options: object = {}) => () =>
    sparseConvBackward(layer.plan, features, weights, by as Tensor<"f32">, options);
  type Kind = new (text: string) => Error;
  const wrong = (by: Tensor, kind: Kind = RangeError): string =>
    assertThrows(refused(by), kind).message;
  const message = (options: object, kind: Kind = RangeError): string =>
    assertThrows(refused(gradients, options), kind).message;
  const start = "Cannot run sparseConvBackward: ";
  assertEquals(
    wrong(features),
    `${start}gradients shape is [2, 4], [2, 5] expected`,
  );
  assertEquals(
    message({ reluResults: features }),
    `${start}reluResults shape is [2, 4], [2, 5] expected`,
  );
  using doubles = tensor(new Float64Array(10), { context, shape: [2, 5] });
  assertEquals(
    wrong(doubles, TypeError),
    `${start}gradients is f64, f32 expected`,
  );
  assertEquals(
    message({ wanted: ["input"] }),
    `${start}wanted has input, only features, weights, bias and residual are expected`,
  );
  assertEquals(message({ wanted: "bias" }, TypeError), `${start}wanted is "bias", a list expected`);
  assertEquals(
    message({ reluResults: null }, TypeError),
    `${start}an input is null, something on a device expected`,
  );
  const type = (one: object): string => message(one, TypeError);
  assertEquals(
    type({ weightsDType: "f16" }),
    `${start}weightsDType is "f16", f32 expected`,
  );
  using half = new Layer(grid, { kernel: 2, target: grid }, { ...layer.channels, dtype: "bf16" });
  assertThrows(
    () =>
      sparseConvBackward(half.plan, half.held.features, half.held.weights, half.held.gradients, {
        weightsDType: "f64" as "f32",
      }),
    TypeError,
    `${start}weightsDType is "f64", bf16 or f32 expected`,
  );
  assertEquals(
    message({ backend: "sorted" }),
    `${start}backend "sorted" is not there, auto or ${CONV_BACKENDS.join(" or ")} expected`,
  );
});

eachBackend("sparseConvBackward() frees everything when an allocation fails", async (context) => {
  using grid = build(context, [cloud(8, 4)]);
  using layer = new Layer(grid, { kernel: 3 }, { inChannels: 2, outChannels: 3, dtype: "f16" });
  const { features, weights, gradients } = layer.held;
  const options = { reluResults: gradients, wanted: ALL };
  using result = await failEachAllocation(
    context,
    () => {
      // A plan of its own, for a plan keeps the maps that it made before something else failed.
      using plan = convPlan(grid, { kernel: 3, target: layer.plan.target });
      return sparseConvBackward(plan, features, weights, gradients, options);
    },
    10,
  );
  assertEquals(result.bias?.length, 3);
});
