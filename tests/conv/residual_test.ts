import { assertEquals, assertThrows } from "@std/assert";
import { CONV_BACKENDS, sparseConvBackward } from "../../lib/conv/mod.ts";
import {
  convPlan,
  type Float,
  gridFromDense,
  JaggedTensor,
  NativeError,
  sparseConv,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose, largestOf } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import { cloud, draw, Layer, put, readNumbers, rounded } from "./_layers.ts";
import { convolve } from "./_oracle.ts";

const DTYPES = ["f16", "bf16", "f32", "f64"] as const satisfies readonly Float[];

/** Rows that do not begin where their memory does, so that wide loads do not fit. */
function putApart<D extends Float>(
  layer: Layer<D>,
  numbers: Float64Array,
  own: (value: Tensor<D>) => Tensor<D>,
): Tensor<D> {
  const { outChannels } = layer.channels;
  const rows = numbers.length / outChannels;
  const before = new Array<number>(outChannels).fill(NaN);
  const { context } = layer.plan;
  const all = own(put(context, layer.dtype, [...before, ...numbers], [rows + 1, outChannels]));
  return own(all.slice(1));
}

eachBackend("sparseConv() adds a residual before it cuts off, as worked out by hand", (context) => {
  using row = gridFromDense({ context, dims: [1, 1, 3] });
  using plan = convPlan(row, { kernel: [1, 1, 3], target: row });
  using features = tensor([1, 2, 3], { context, shape: [3, 1] });
  using weights = tensor([1, 0, 2, -1, 0, 0], { context, shape: [2, 1, 1, 1, 3] });
  using residual = tensor([10, 20, -30, 40, 50, 0.5], { context, shape: [3, 2] });
  using bias = tensor([0.25, -0.5], { context });
  using plain = sparseConv(plan, features, weights, { residual });
  assertEquals([...plain.readSync()], [14, 20, -23, 39, 52, -1.5]);
  using cut = sparseConv(plan, features, weights, { residual, bias, activation: "relu" });
  assertEquals([...cut.readSync()], [14.25, 19.5, 0, 38.5, 52.25, 0]);
  using gradients = tensor([1, 2, 3, 4, 5, 6], { context, shape: [3, 2] });
  using back = sparseConvBackward(plan, features, weights, gradients, {
    reluResults: cut,
    wanted: ["residual", "bias"],
  });
  assertEquals([...back.residual?.readSync() ?? []], [1, 2, 0, 4, 5, 0]);
  assertEquals([...back.bias?.readSync() ?? []], [6, 6]);
});

eachBackend("sparseConv() rounds once what a residual is added to", (context) => {
  using grid = build(context, [cloud(9, 4), []]);
  for (const dtype of DTYPES) {
    using layer = new Layer(grid, { kernel: 3, target: grid }, {
      inChannels: 4,
      outChannels: 6,
      dtype,
    });
    const { map, weights, channels, held } = layer;
    const round = dtype === "f64" ? (value: number) => value : Math.fround;
    const ofBias = draw(5, 6, dtype);
    const added = draw(6, layer.gradients.length, dtype);
    const sums = convolve(map, layer.features, weights, channels, round)
      .map((sum, at) => round(round(sum + (ofBias[at % 6] ?? NaN)) + (added[at] ?? NaN)));
    using bias = put(context, dtype, ofBias, [6]);
    using residual = put(context, dtype, added, held.gradients.shape);
    const close = dtype === "f64" ? { absolute: 1e-12, relative: 1e-12 } : {};
    for (const activation of [undefined, "relu"] as const) {
      using result = sparseConv(layer.plan, held.features, held.weights, {
        ...{ bias, residual, backend: "gather-scatter" },
        ...activation && { activation },
      });
      const wanted = activation === undefined ? sums : sums.map((sum) => Math.max(0, sum));
      assertClose(readNumbers(result), rounded(dtype, wanted), close);
    }
  }
});

eachBackend("sparseConv() by any backend adds a residual", (context) => {
  using grid = build(context, [cloud(25, 8), [], cloud(26, 9, 0.2)]);
  const widths = [[24, 40], [8, 16], [4, 5], [32, 32], [16, 24], [72, 136]] as const;
  for (const [at, [inChannels, outChannels]] of widths.entries()) {
    for (const dtype of ["f16", "bf16", "f32"] as const) {
      using owned = new DisposableStack();
      const layer = owned.use(
        new Layer<Float>(grid, { kernel: 3, target: grid }, { inChannels, outChannels, dtype }),
      );
      const { plan, held: { features, weights } } = layer;
      const numbers = draw(7, layer.gradients.length, dtype);
      const whole = owned.use(put(context, dtype, numbers, layer.held.gradients.shape));
      const apart = putApart(layer, numbers, (value) => owned.use(value));
      const activation = at % 2 === 0 ? { activation: "relu" } as const : {};
      const run = (residual: Tensor<Float>, backend: typeof CONV_BACKENDS[number]) => {
        using result = sparseConv(plan, features, weights, { residual, backend, ...activation });
        return readNumbers(result);
      };
      const wanted = run(whole, "gather-scatter");
      const most = largestOf(wanted);
      for (const backend of CONV_BACKENDS) {
        try {
          plan.explain({ inChannels, outChannels, dtype, backend });
        } catch (error) {
          if (error instanceof NativeError) continue;
          throw error;
        }
        const got = run(whole, backend);
        assertBits(run(apart, backend), got);
        const unit = { f16: 2 ** -10, bf16: 2 ** -7, f32: 1e-6 }[dtype];
        assertClose(got, wanted, {
          relative: backend === "tf32" ? 0 : unit,
          absolute: backend === "tf32" || dtype !== "f32" ? 1e-3 * most : unit * most,
        });
      }
    }
  }
});

eachBackend("sparseConv() takes a residual in lists, and refuses others", (context) => {
  using grid = build(context, [cloud(8, 3), [], [[0, 0, 0]]]);
  using layer = new Layer(grid, { kernel: 2 }, { inChannels: 2, outChannels: 3, dtype: "f32" });
  const { plan, held: { features, weights, gradients } } = layer;
  using lists = new JaggedTensor(gradients.copy(), plan.target.offsets);
  using a = sparseConv(plan, features, weights, { residual: lists });
  using b = sparseConv(plan, features, weights, { residual: gradients });
  assertBits(readNumbers(a), readNumbers(b));
  const refused = (residual: unknown, kind: new (text: string) => Error = RangeError) =>
    assertThrows(
      () => sparseConv(plan, features, weights, { residual: residual as typeof gradients }),
      kind,
    ).message;
  const start = "Cannot run sparseConv: residual";
  const rows = plan.target.numVoxels;
  assertEquals(
    refused(features),
    `${start} shape is [${grid.numVoxels}, 2], [${rows}, 3] expected`,
  );
  using halves = put(context, "f16", layer.gradients, [rows, 3]);
  assertEquals(refused(halves, TypeError), `${start} is f16, f32 expected`);
  using few = new JaggedTensor(gradients.copy(), BigInt64Array.of(0n, BigInt(rows)));
  assertEquals(
    refused(few),
    "Cannot run sparseConv: the number of lists in residual is 1, the number of grids is 3",
  );
});
