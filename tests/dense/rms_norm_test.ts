import { assertEquals, assertThrows } from "@std/assert";
import { rmsNorm, rmsNormBackward } from "../../lib/dense/mod.ts";
import { fullTensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";

// layer_norm_test.ts compares both normalizations of rows with their definitions.
eachBackend("rmsNorm() of 3 and 4 divides by the root of 12.5", (context) => {
  using features = tensor(new Float64Array([3, 4]), { context, shape: [1, 2] });
  using scale = tensor(new Float64Array([1, 10]), { context });
  using result = rmsNorm(features, scale, { epsilon: 0 });
  const root = Math.sqrt(12.5);
  assertClose(result.readSync(), [3 / root, 40 / root], { relative: 1e-15 });
  using gradients = tensor(new Float64Array([1, 0]), { context, shape: [1, 2] });
  using back = rmsNormBackward(features, scale, gradients, { epsilon: 0 });
  // d (x / r) / dx = (1 - x^2 / (2 r^2)) / r, and d (x / r) / dy = -x y / (2 r^3), for r^2 = (x^2 + y^2) / 2.
  const expected = [(1 - 9 / 25) / root, -12 / 25 / root];
  assertClose(back.features?.readSync() ?? [], expected, { relative: 1e-14 });
  assertClose(back.scale.readSync(), [3 / root, 0], { relative: 1e-15 });
  assertEquals(back.residual, undefined);
});

eachBackend("rmsNorm() keeps NaN in its row, and a row of zeros 0", (context) => {
  using features = tensor([NaN, 1, 0, 0], { context, shape: [2, 2] });
  using scale = fullTensor([2], 1, { context, dtype: "f32" });
  using result = rmsNorm(features, scale);
  assertEquals([...result.readSync()], [NaN, NaN, 0, 0]);
});

eachBackend("rmsNorm() refuses operands that do not fit", (context) => {
  using rows = fullTensor([2, 2], 0, { context, dtype: "f32" });
  using scale = fullTensor([2], 1, { context, dtype: "f32" });
  using wide = fullTensor([2], 1, { context, dtype: "f64" });
  assertThrows(() => rmsNorm(scale, scale), RangeError, "[n, channels] expected");
  assertThrows(() => rmsNorm(rows, wide as never), TypeError, "scale");
  assertThrows(() => rmsNorm(rows, scale, { epsilon: NaN }), RangeError, "epsilon");
  assertThrows(() => rmsNormBackward(rows, scale, scale), RangeError, "gradients");
});
