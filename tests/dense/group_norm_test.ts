import { assertEquals, assertThrows } from "@std/assert";
import { groupNorm, groupNormBackward } from "../../lib/dense/mod.ts";
import { type Float, fullTensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { numbersOf } from "../_numbers.ts";
import { normalizeGroups } from "./_norms.ts";
import { draw, DTYPES, PRECISION } from "./_numbers.ts";

const statisticOf = (dtype: Float) => dtype === "f64" ? "f64" as const : "f32" as const;
const offsetsOf = (offsets: readonly number[]) => BigInt64Array.from(offsets, BigInt);

eachBackend("groupNorm() of lists of three rows and one has the numbers of PyTorch", (context) => {
  using features = tensor(
    new Float64Array([1, 2, 3, 4, 2, 0, 1, -1, 0, 1, 5, 2, 7, -1, 0, 2]),
    { context, shape: [4, 4] },
  );
  using scale = fullTensor([4], 1, { context, dtype: "f64" });
  using shift = fullTensor([4], 0, { context, dtype: "f64" });
  using result = groupNorm(features, { scale, shift }, {
    groups: 2,
    offsets: BigInt64Array.of(0n, 3n, 4n),
  });
  const expected = [
    ...[0, 1.2247357, 0.3380613, 0.8451532],
    ...[1.2247357, -1.2247357, -0.6761225, -1.6903063],
    ...[-1.2247357, 0, 1.3522451, -0.1690306],
    ...[0.9999997, -0.9999997, -0.999995, 0.999995],
  ];
  assertClose(result.features.readSync(), expected, { absolute: 6e-8 });
  assertClose(result.mean.readSync(), [1, 7 / 3, 3, 1], { absolute: 1e-14 });
});

/** Rows, channels, groups, and the ends of lists. */
const CASES = [
  [1, 1, 1, [0, 1]],
  [7, 6, 3, [0, 0, 2, 2, 7, 7]],
  [700, 32, 4, [0, 1, 300, 300, 700]],
  [90, 33, 11, [0, 90]],
  [40, 264, 1, [0, 13, 40]],
] as const;

for (const dtype of DTYPES) {
  eachBackend(`groupNorm() is its definition, in ${dtype}`, (context) => {
    for (const [n, channels, groups, offsets] of CASES) {
      using features = draw(context, dtype, [n, channels], { low: 2, high: 4 });
      using residual = draw(context, dtype, [n, channels], { seed: 2 });
      using scale = draw(context, statisticOf(dtype), [channels], { seed: 3, low: 0.5 });
      using shift = draw(context, statisticOf(dtype), [channels], { seed: 4 });
      using result = groupNorm<Float>(features, { scale, shift }, {
        groups,
        offsets: offsetsOf(offsets),
        residual,
        activation: "relu",
        epsilon: 1e-3,
      });
      const expected = normalizeGroups(numbersOf(features), {
        channels,
        groups,
        offsets,
        epsilon: 1e-3,
        scale: scale.readSync(),
        shift: shift.readSync(),
        residual: numbersOf(residual),
        relu: true,
      });
      const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] };
      assertClose(numbersOf(result.features), expected, tolerance);
    }
  });
}

eachBackend("groupNormBackward() is the slope of groupNorm() in every direction", (context) => {
  const [n, channels, groups] = [9, 6, 2];
  const offsets = [0, 4, 4, 9];
  using features = draw(context, "f64", [n, channels], { low: 2, high: 4 });
  using residual = draw(context, "f64", [n, channels], { seed: 2, low: -2, high: 2 });
  using scale = draw(context, "f64", [channels], { seed: 3, low: 0.5 });
  using shift = draw(context, "f64", [channels], { seed: 4 });
  using gradients = draw(context, "f64", [n, channels], { seed: 5 });
  const weights = gradients.readSync();
  const lists = { groups, offsets: offsetsOf(offsets) };
  const norm = { scale, shift };
  using normalized = groupNorm(features, norm, { ...lists, residual, activation: "relu" });
  using back = groupNormBackward(features, norm, normalized, gradients, {
    ...lists,
    activation: "relu",
    wanted: ["features", "residual"],
  });
  const held = {
    features: features.readSync(),
    scale: scale.readSync(),
    shift: shift.readSync(),
    residual: residual.readSync(),
  };
  const loss = (inputs: typeof held): number =>
    normalizeGroups(inputs.features, {
      ...inputs,
      channels,
      groups,
      offsets,
      epsilon: 1e-5,
      relu: true,
    }).reduce((sum, y, at) => sum + y * (weights[at] ?? NaN), 0);
  for (const name of ["features", "scale", "shift", "residual"] as const) {
    const slopes = Array.from(held[name], (one, at) => {
      const moved = (by: number): number =>
        loss({ ...held, [name]: held[name].map((x, i) => i === at ? one + by : x) });
      return (moved(1e-6) - moved(-1e-6)) / 2e-6;
    });
    const found = back[name]?.readSync() ?? [];
    assertClose(found, slopes, { absolute: 1e-7, relative: 1e-6 });
  }
});

eachBackend(
  "groupNorm() takes no lists and no channels, and keeps NaN in its list and group",
  (context) => {
    using scale = fullTensor([2], 1, { context, dtype: "f32" });
    using none = fullTensor([0, 2], 0, { context, dtype: "f32" });
    const norm = { scale, shift: scale };
    using empty = groupNorm(none, norm, { groups: 2, offsets: BigInt64Array.of(0n) });
    assertEquals([empty.features.shape, empty.mean.shape], [[0, 2], [0, 2]]);
    using back = groupNormBackward(none, norm, empty, none, {
      groups: 2,
      offsets: BigInt64Array.of(0n),
    });
    assertEquals([...back.scale.readSync(), ...back.shift.readSync()], [0, 0, 0, 0]);
    using flat = fullTensor([3, 0], 0, { context, dtype: "f32" });
    using zero = fullTensor([0], 0, { context, dtype: "f32" });
    using nothing = groupNorm(flat, { scale: zero, shift: zero }, { groups: 2 });
    assertEquals([...nothing.mean.readSync()], [0, 0]);
    using without = groupNormBackward(flat, { scale: zero, shift: zero }, nothing, flat, {
      groups: 2,
    });
    assertEquals(without.features?.shape, [3, 0]);
    using rows = tensor([NaN, 1, 2, 4, 6, 8], { context, shape: [3, 2] });
    using result = groupNorm(rows, norm, {
      groups: 2,
      offsets: BigInt64Array.of(0n, 1n, 3n),
      epsilon: 0,
    });
    assertEquals([...result.features.readSync()], [NaN, NaN, 0, 0, 2, 2]);
  },
);

eachBackend("groupNorm() refuses groups and lists that do not fit", (context) => {
  using rows = fullTensor([2, 4], 0, { context, dtype: "f32" });
  using scale = fullTensor([4], 1, { context, dtype: "f32" });
  const norm = { scale, shift: scale };
  assertThrows(() => groupNorm(rows, norm, { groups: 3 }), RangeError, "groups is 3");
  assertThrows(() => groupNorm(rows, norm, { groups: 0 }), RangeError, "groups is 0");
  const short = BigInt64Array.of(0n, 1n);
  assertThrows(() => groupNorm(rows, norm, { groups: 2, offsets: short }), RangeError, "end at 1");
  using normalized = groupNorm(rows, norm, { groups: 2 });
  assertThrows(
    () => groupNormBackward(rows, norm, normalized, rows, { groups: 4 }),
    RangeError,
    "normalized.mean",
  );
});

eachBackend("groupNorm() leaves nothing behind when an allocation fails", async (context) => {
  using rows = draw(context, "f32", [40, 4]);
  using scale = fullTensor([4], 1, { context, dtype: "f32" });
  const norm = { scale, shift: scale };
  const options = { groups: 2, offsets: BigInt64Array.of(0n, 10n, 40n) };
  using normalized = groupNorm(rows, norm, options);
  using made = await failEachAllocation(context, () => groupNorm(rows, norm, options));
  using back = await failEachAllocation(
    context,
    () => groupNormBackward(rows, norm, normalized, rows, options),
  );
  assertEquals([made.disposed, back.disposed], [false, false]);
});
