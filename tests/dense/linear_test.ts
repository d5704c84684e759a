import { assertEquals, assertThrows } from "@std/assert";
import { linear, linearBackward } from "../../lib/dense/mod.ts";
import { numbersOf } from "../_numbers.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { Matrix, PRECISION } from "./_matrices.ts";
import { draw } from "./_numbers.ts";

const SIZES = [[1, 1, 1], [7, 3, 5], [130, 64, 40], [300, 33, 66], [2000, 24, 8], [5, 0, 3], [
  0,
  4,
  3,
]] as const;

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`linear() and linearBackward() are their definitions, in ${dtype}`, (context) => {
    for (const [n, inChannels, outChannels] of SIZES) {
      using features = draw(context, dtype, [n, inChannels], { seed: 1 });
      using weights = draw(context, dtype, [outChannels, inChannels], { seed: 2 });
      using bias = draw(context, dtype, [outChannels], { seed: 3 });
      using residual = draw(context, dtype, [n, outChannels], { seed: 4 });
      using gradients = draw(context, dtype, [n, outChannels], { seed: 5 });
      const x = Matrix.of(numbersOf(features), n, inChannels);
      const w = Matrix.of(numbersOf(weights), outChannels, inChannels);
      const [b, r, g] = [bias, residual, gradients].map(numbersOf);
      const tolerance = (terms: number): { absolute: number; relative: number } => ({
        absolute: PRECISION[dtype] * Math.sqrt(terms + 1),
        relative: PRECISION[dtype],
      });
      const sums = x.times(w.transposed);
      using plain = linear(features, weights);
      assertEquals(plain.shape, [n, outChannels]);
      assertClose(numbersOf(plain), sums, tolerance(inChannels));
      const expected = sums.map((sum, at) =>
        Math.max(sum + (b?.[at % outChannels] ?? NaN) + (r?.[at] ?? NaN), 0)
      );
      using result = linear(features, weights, { bias, residual, activation: "relu" });
      const found = numbersOf(result);
      assertClose(found, expected, tolerance(inChannels));

      using back = linearBackward(features, weights, gradients, {
        reluResults: result,
        wanted: ["features", "weights", "bias", "residual"],
      });
      const passed = Array.from(g ?? [], (one, at) => (found[at] ?? NaN) > 0 ? one : 0);
      const p = Matrix.of(passed, n, outChannels);
      assertEquals([...numbersOf(back.residual)], passed);
      assertClose(numbersOf(back.features), p.times(w), tolerance(outChannels));
      assertClose(numbersOf(back.weights), p.transposed.times(x), tolerance(n));
      const ones = new Matrix(1, n, () => 1);
      assertClose(numbersOf(back.bias), ones.times(p), tolerance(n));
    }
  });
}

eachBackend("linear() and linearBackward() refuse what does not fit", (context) => {
  using a = draw(context, "f32", [4, 3], { seed: 1 });
  using b = draw(context, "f32", [4, 2], { seed: 2 });
  using flat = draw(context, "f32", [3], { seed: 3 });
  assertThrows(() => linear(a, b), RangeError, "weights");
  using weights = draw(context, "f32", [2, 3], { seed: 4 });
  assertThrows(() => linear(a, weights, { bias: flat }), RangeError, "bias");
  assertThrows(() => linear(a, weights, { residual: a }), RangeError, "residual");
  assertThrows(
    () => linear(a, weights, { activation: "tanh" as "relu" }),
    RangeError,
    "activation is tanh",
  );
  assertThrows(() => linearBackward(a, weights, a), RangeError, "gradients");
  assertThrows(
    () => linearBackward(a, weights, b, { wanted: ["scale" as "bias"] }),
    RangeError,
    "wanted has scale",
  );
});
