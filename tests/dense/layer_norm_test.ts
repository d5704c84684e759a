import { assertEquals, assertThrows } from "@std/assert";
import { layerNorm, layerNormBackward, rmsNorm, rmsNormBackward } from "../../lib/dense/mod.ts";
import { type Float, fullTensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { numbersOf } from "../_numbers.ts";
import { normalizeGroups, rowsAsLists } from "./_norms.ts";
import { draw, DTYPES, PRECISION } from "./_numbers.ts";

/** Rows that lanes hold whole, in parts, of packs that are not whole, and long ones, which are read again. */
const SIZES = [
  ...[[1, 1], [7, 3], [301, 8], [600, 32], [70, 33], [5, 200]],
  ...[[9, 512], [6, 1000], [3, 1030], [2, 5000]],
] as const;

const statisticOf = (dtype: Float) => dtype === "f64" ? "f64" as const : "f32" as const;

eachBackend("layerNorm() of a row of four has the numbers of the definition", (context) => {
  using features = tensor(new Float64Array([1, 2, 4, -3]), { context, shape: [1, 4] });
  using scale = fullTensor([4], 1, { context, dtype: "f64" });
  using shift = fullTensor([4], 0, { context, dtype: "f64" });
  using result = layerNorm(features, { scale, shift });
  const expected = [0, 0.392232, 1.1766959, -1.5689279];
  assertClose(result.readSync(), expected, { absolute: 6e-8 });
  using gradients = tensor(new Float64Array([1, 0, 0, 0]), { context, shape: [1, 4] });
  using back = layerNormBackward(features, { scale, shift }, gradients);
  const slopes = [0.294174, -0.098058, -0.098058, -0.098058];
  assertClose(back.features?.readSync() ?? [], slopes, { absolute: 6e-7 });
  assertEquals([...back.shift.readSync()], [1, 0, 0, 0]);
  assertClose(back.scale.readSync(), [0, 0, 0, 0], { absolute: 1e-15 });
  assertEquals(back.residual, undefined);
});

for (const dtype of DTYPES) {
  eachBackend(`layerNorm() and rmsNorm() are their definitions, in ${dtype}`, (context) => {
    for (const [n, channels] of SIZES) {
      using features = draw(context, dtype, [n, channels], { low: 2, high: 4 });
      using residual = draw(context, dtype, [n, channels], { seed: 2 });
      using scale = draw(context, statisticOf(dtype), [channels], { seed: 3, low: 0.5 });
      using shift = draw(context, statisticOf(dtype), [channels], { seed: 4 });
      const options = { residual, activation: "relu", epsilon: 1e-3 } as const;
      const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] };
      const oracle = {
        channels,
        groups: 1,
        offsets: rowsAsLists(n),
        epsilon: 1e-3,
        scale: scale.readSync(),
        residual: numbersOf(residual),
        relu: true,
      };
      using result = layerNorm<Float>(features, { scale, shift }, options);
      const expected = normalizeGroups(numbersOf(features), { ...oracle, shift: shift.readSync() });
      assertClose(numbersOf(result), expected, tolerance);
      using other = rmsNorm<Float>(features, scale, options);
      const squares = normalizeGroups(numbersOf(features), { ...oracle, centered: false });
      assertClose(numbersOf(other), squares, tolerance);
    }
  });
}

eachBackend("layerNormBackward() and rmsNormBackward() are slopes in f64", (context) => {
  for (const [n, channels] of [[3, 5], [2, 140], [1, 300]] as const) {
    using features = draw(context, "f64", [n, channels], { low: 2, high: 4 });
    using residual = draw(context, "f64", [n, channels], { seed: 2, low: -2, high: 2 });
    using scale = draw(context, "f64", [channels], { seed: 3, low: 0.5 });
    using shift = draw(context, "f64", [channels], { seed: 4 });
    using gradients = draw(context, "f64", [n, channels], { seed: 5 });
    const weights = gradients.readSync();
    const held = {
      features: features.readSync(),
      scale: scale.readSync(),
      shift: shift.readSync(),
      residual: residual.readSync(),
    };
    for (const centered of [true, false]) {
      const options = { residual, activation: "relu" } as const;
      using result = centered
        ? layerNorm(features, { scale, shift }, options)
        : rmsNorm(features, scale, options);
      const asked = { reluResults: result, wanted: ["features", "residual"] } as const;
      using back = centered
        ? layerNormBackward(features, { scale, shift }, gradients, asked)
        : rmsNormBackward(features, scale, gradients, asked);
      const loss = (inputs: typeof held): number =>
        normalizeGroups(inputs.features, {
          ...inputs,
          ...centered ? {} : { shift: new Float64Array(channels) },
          channels,
          groups: 1,
          offsets: rowsAsLists(n),
          epsilon: 1e-5,
          relu: true,
          centered,
        }).reduce((sum, y, at) => sum + y * (weights[at] ?? NaN), 0);
      for (const name of ["features", "scale", "shift", "residual"] as const) {
        const found = name === "shift"
          ? "shift" in back ? back.shift as typeof back.scale : undefined
          : back[name];
        if (found === undefined) continue;
        const slopes = Array.from(held[name], (one, at) => {
          const moved = (by: number): number =>
            loss({ ...held, [name]: held[name].map((x, i) => i === at ? one + by : x) });
          return (moved(1e-6) - moved(-1e-6)) / 2e-6;
        });
        assertClose(found.readSync(), slopes, { absolute: 1e-7, relative: 1e-6 });
      }
    }
  }
});

for (const dtype of DTYPES) {
  eachBackend(`layerNormBackward() sums many rows, in ${dtype}`, (context) => {
    for (const [n, channels] of [[3000, 20], [900, 130], [40, 1100]] as const) {
      using features = draw(context, dtype, [n, channels], { low: 2, high: 4 });
      using scale = fullTensor([channels], 1, { context, dtype: statisticOf(dtype) });
      using gradients = draw(context, dtype, [n, channels], { seed: 5 });
      using back = layerNormBackward<Float>(features, { scale, shift: scale }, gradients);
      const normal = normalizeGroups(numbersOf(features), {
        channels,
        groups: 1,
        offsets: rowsAsLists(n),
        epsilon: 1e-5,
        scale: new Float64Array(channels).fill(1),
        relu: false,
      });
      const g = numbersOf(gradients);
      const sums = { shift: new Float64Array(channels), scale: new Float64Array(channels) };
      for (let at = 0; at < normal.length; at++) {
        const one = g[at] ?? NaN;
        const channel = at % channels;
        sums.shift[channel] = (sums.shift[channel] ?? NaN) + one;
        sums.scale[channel] = (sums.scale[channel] ?? NaN) + one * (normal[at] ?? NaN);
      }
      const tolerance = { absolute: (dtype === "f64" ? 1e-12 : 2e-6) * Math.sqrt(n), relative: 0 };
      assertClose(back.shift.readSync(), sums.shift, tolerance);
      assertClose(back.scale.readSync(), sums.scale, tolerance);
    }
  });
}

eachBackend("layerNorm() keeps the digits of rows around 10 000, and NaN in its row", (context) => {
  const held = Float32Array.from({ length: 64 }, (_, at) => 1e4 + Math.sin(at));
  using features = tensor(held, { context, shape: [1, 64] });
  using scale = fullTensor([64], 1, { context, dtype: "f32" });
  using shift = fullTensor([64], 0, { context, dtype: "f32" });
  using result = layerNorm(features, { scale, shift });
  const expected = normalizeGroups(held, {
    channels: 64,
    groups: 1,
    offsets: [0, 1],
    epsilon: 1e-5,
    scale: scale.readSync(),
    relu: false,
  });
  assertClose(result.readSync(), expected, { absolute: 2e-6 });
  using rows = tensor([NaN, 1, 2, 4], { context, shape: [2, 2] });
  using two = fullTensor([2], 1, { context, dtype: "f32" });
  using normal = layerNorm(rows, { scale: two, shift: two }, { epsilon: 0 });
  assertEquals([...normal.readSync()], [NaN, NaN, 0, 2]);
});

eachBackend("layerNorm() takes no rows and no channels at all", (context) => {
  using scale = fullTensor([2], 1, { context, dtype: "f32" });
  using none = fullTensor([0], 0, { context, dtype: "f32" });
  using rows = fullTensor([0, 2], 0, { context, dtype: "f32" });
  using columns = fullTensor([3, 0], 0, { context, dtype: "f32" });
  using first = layerNorm(rows, { scale, shift: scale });
  using second = rmsNorm(columns, none);
  using back = layerNormBackward(rows, { scale, shift: scale }, rows);
  using other = rmsNormBackward(columns, none, columns);
  assertEquals([first.shape, second.shape], [[0, 2], [3, 0]]);
  assertEquals([...back.scale.readSync(), ...back.shift.readSync()], [0, 0, 0, 0]);
  assertEquals(other.scale.shape, [0]);
});

eachBackend("layerNorm() refuses options that mean nothing", (context) => {
  using rows = fullTensor([2, 2], 0, { context, dtype: "f32" });
  using scale = fullTensor([2], 1, { context, dtype: "f32" });
  using three = fullTensor([3], 1, { context, dtype: "f32" });
  const norm = { scale, shift: scale };
  assertThrows(() => layerNorm(scale, norm), RangeError, "[n, channels] expected");
  assertThrows(() => layerNorm(rows, norm, { epsilon: -1 }), RangeError, "epsilon is -1");
  assertThrows(() => layerNorm(rows, { scale, shift: three }), RangeError, "norm.shift");
  assertThrows(() => rmsNorm(rows, three), RangeError, "scale");
  assertThrows(
    () => layerNormBackward(rows, norm, rows, { wanted: ["scale" as never] }),
    RangeError,
    "wanted has scale",
  );
  assertThrows(
    () => rmsNormBackward(rows, scale, rows, { reluResults: three }),
    RangeError,
    "reluResults",
  );
});

eachBackend("layerNorm() leaves nothing behind when an allocation fails", async (context) => {
  using rows = draw(context, "f32", [40, 3]);
  using scale = fullTensor([3], 1, { context, dtype: "f32" });
  const norm = { scale, shift: scale };
  using made = await failEachAllocation(context, () => layerNorm(rows, norm));
  using back = await failEachAllocation(context, () => layerNormBackward(rows, norm, rows));
  assertEquals([made.disposed, back.disposed], [false, false]);
});
