import { assertEquals, assertThrows } from "@std/assert";
import { matmul, matmulBackward } from "../../lib/dense/mod.ts";
import { type Float, type Tensor, tensor } from "../../mod.ts";
import { numbersOf } from "../_numbers.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { Matrix, PRECISION } from "./_matrices.ts";
import { draw } from "./_numbers.ts";

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`matmul() and matmulBackward() are their definitions, in ${dtype}`, (context) => {
    for (const [batch, m, k, n] of [[1, 4, 3, 5], [3, 70, 40, 17], [2, 8, 1200, 9]] as const) {
      for (const [transposeA, transposeB] of [[0, 0], [0, 1], [1, 0], [1, 1]] as const) {
        const options = { transposeA: transposeA === 1, transposeB: transposeB === 1 };
        using a = draw(context, dtype, [batch, ...transposeA ? [k, m] : [m, k]], { seed: 1 });
        using b = draw(context, dtype, [batch, ...transposeB ? [n, k] : [k, n]], { seed: 2 });
        using gradients = draw(context, dtype, [batch, m, n], { seed: 3 });
        using product = matmul(a, b, options);
        using back = matmulBackward(a, b, gradients, options);
        assertEquals(product.shape, [batch, m, n]);
        const [numbersA, numbersB, g] = [a, b, gradients].map(numbersOf);
        const close = (found: Tensor<Float> | undefined, expected: number[], terms: number) => {
          const precision = PRECISION[dtype];
          const tolerance = { absolute: precision * Math.sqrt(terms), relative: precision };
          assertClose(numbersOf(found), expected, tolerance);
        };
        const expected: { product: number[]; a: number[]; b: number[] } = {
          product: [],
          a: [],
          b: [],
        };
        for (let at = 0; at < batch; at++) {
          const left = Matrix.of(numbersA ?? [], m, k, at * m * k, transposeA === 1);
          const right = Matrix.of(numbersB ?? [], k, n, at * k * n, transposeB === 1);
          const slope = Matrix.of(g ?? [], m, n, at * m * n);
          expected.product.push(...left.times(right));
          expected.a.push(
            ...transposeA ? right.times(slope.transposed) : slope.times(right.transposed),
          );
          expected.b.push(
            ...transposeB ? slope.transposed.times(left) : left.transposed.times(slope),
          );
        }
        close(product, expected.product, k);
        close(back.a, expected.a, n);
        close(back.b, expected.b, m);
      }
    }
  });
}

eachBackend("products of whole numbers are exact in every element type", (context) => {
  const numbers = (count: number, by: number) =>
    Array.from({ length: count }, (_, at) => (at * by) % 7 - 3);
  const [m, k, n] = [37, 20, 45];
  const x = numbers(m * k, 5);
  const w = numbers(n * k, 3);
  const expected = Matrix.of(x, m, k).times(Matrix.of(w, n, k).transposed);
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using a = tensor(x, { context, shape: [m, k], dtype });
    using b = tensor(w, { context, shape: [n, k], dtype });
    using product = matmul(a, b, { transposeB: true });
    assertEquals([...numbersOf(product)], expected);
  }
});

eachBackend(
  "a product of many rows and few results is summed in parts, the same each time",
  (context) => {
    using features = draw(context, "f32", [60_000, 8], { seed: 1 });
    using gradients = draw(context, "f32", [60_000, 8], { seed: 2 });
    using first = matmul(features, gradients, { transposeA: true });
    using second = matmul(features, gradients, { transposeA: true });
    const found = numbersOf(first);
    assertEquals(numbersOf(second), found);
    const expected = Matrix.of(numbersOf(features), 60_000, 8).transposed.times(
      Matrix.of(numbersOf(gradients), 60_000, 8),
    );
    assertClose(found, expected, { absolute: 2e-4 });
  },
);

eachBackend("matmul() refuses what does not fit", (context) => {
  using a = draw(context, "f32", [4, 3], { seed: 1 });
  using b = draw(context, "f32", [4, 2], { seed: 2 });
  using wide = draw(context, "f64", [3, 2], { seed: 3 });
  using flat = draw(context, "f32", [3], { seed: 3 });
  assertThrows(() => matmul(a, b), RangeError, "b shape is [4, 2], [3, 2] expected");
  assertThrows(() => matmul(flat, b), RangeError, "a shape is [3], a matrix or a batch");
  assertThrows(() => matmul(a, wide as never), TypeError, "b");
});
