import { assert, assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { reinitializeSdf } from "../../lib/sdf/mod.ts";
import { type Context, emptyTensor, fullTensor, gridFromDense, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { canonical, type Ijk, keyOf, randomIjk, randomSource } from "../grid/_oracle.ts";
import { ARRAYS } from "../mesh/_fields.ts";
import { flowBy, hold, sphereDistance, sphereVoxels } from "./_fields.ts";
import type { Three } from "./_scenes.ts";

const BAND = {
  halfWidthInVoxels: 2.5,
  order: 3,
  steps: 3,
  smooth: 0,
  smoothing: "mean-curvature",
} as const;

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`reinitializeSdf() follows plain loops in ${dtype}`, (context) => {
    const size: Three = [1, 0.5, 2];
    const voxels = canonical(randomIjk(randomSource(4), 500, -5, 5));
    const random = new Random(3);
    const odd = [NaN, Infinity, -Infinity, 0];
    const values = voxels.map((_, row) => odd[row % 50] ?? random.number(-2, 2));
    const rounded = [...new ARRAYS[dtype](values)];
    using held = hold(context, { voxels, size, values, dtype });
    const flows = [
      BAND,
      { ...BAND, order: 1 },
      { ...BAND, order: 2, steps: 0, smooth: 2 },
      { ...BAND, order: 2, smooth: 1, smoothing: "taubin" },
    ] as const;
    for (const flow of flows) {
      using distances = reinitializeSdf(held.grid, held.field, flow);
      const close = { f16: 1e-3, f32: 1e-4, f64: 1e-12 }[dtype]; // small differences are divided by
      const expected = flowBy(voxels, size, rounded, flow);
      assert(expected.filter((one) => Number.isNaN(one)).length > 5);
      assertClose(distances.readSync(), expected, { absolute: close });
    }
  });
}

eachBackend("reinitializeSdf() makes a scaled sphere and a step distances", (context) => {
  const h = 0.05;
  const cases = [
    { size: [h, h, h], of: (d: number) => 3 * d + 2 * d * d, mean: 0.25, most: 1 },
    { size: [h, h, h], of: Math.sign, mean: 0.6, most: 2 },
    { size: [h, 2 * h, h], of: (d: number) => d / 4, mean: 0.35, most: 1 },
  ] as const;
  for (const { size, of, mean, most } of cases) {
    const voxels = sphereVoxels(size, 0.3, 3.2 * h);
    const exact = voxels.map((ijk) =>
      sphereDistance(ijk.map((one, axis) => one * (size[axis] ?? NaN)), 0.3)
    );
    using held = hold(context, { voxels, size, values: exact.map(of), dtype: "f32" });
    using distances = reinitializeSdf(held.grid, held.field, { steps: 30 });
    const values = distances.readSync();
    const errors = exact.flatMap((one, row) =>
      Math.abs(one) < 2.5 * h ? [Math.abs((values[row] ?? NaN) - one) / h] : []
    );
    const average = errors.reduce((a, b) => a + b, 0) / errors.length;
    assert(errors.length > 500 && average < mean, `${average} on average`);
    assert(Math.max(...errors) < most, `${Math.max(...errors)} at most`);
    assert(values.every((one) => Math.abs(one) <= 3 * h * (1 + 1e-6)));
  }
});

/** Distance of a place from a box around the origin, or from one that is turned and moved. */
function boxDistance(place: readonly number[], turned: boolean): number {
  let [x = 0, y = 0, z = 0] = place;
  if (turned) {
    const turn = (a: number, b: number, by: number): [number, number] => [
      a * Math.cos(by) - b * Math.sin(by),
      a * Math.sin(by) + b * Math.cos(by),
    ];
    [x, y, z] = [x - 0.2, y - 0.1, z - 0.35];
    [x, y] = turn(x, y, 0.5);
    [y, z] = turn(y, z, 0.3);
  }
  const past = [Math.abs(x) - 5, Math.abs(y) - 6, Math.abs(z) - 4];
  return Math.hypot(...past.map((one) => Math.max(one, 0))) + Math.min(Math.max(...past), 0);
}

eachBackend("reinitializeSdf() keeps corners sharp and the level in place", (context) => {
  const shapes = [
    { turned: false, size: [1, 1, 1], most: 0.65, mean: 0.08 },
    { turned: false, size: [1, 1.7, 1.2], most: 0.95, mean: 0.08 },
    { turned: true, size: [1, 1, 1], most: 0.9, mean: 0.08 },
  ] as const;
  const scales = [(d: number) => d, (d: number) => 10 * d, (d: number) => Math.tanh(d / 2)];
  for (const { turned, size, most, mean } of shapes) {
    const at = (ijk: readonly number[]): number =>
      boxDistance(ijk.map((one, axis) => (one + 0.5) * (size[axis] ?? NaN)), turned);
    const side = Array.from({ length: 26 }, (_, one) => one - 13);
    const voxels = side.flatMap((i) => side.flatMap((j) => side.map((k): Ijk => [i, j, k])))
      .filter((ijk) => Math.abs(at(ijk)) < 3.2);
    for (const scale of scales) {
      const order = canonical(voxels);
      using held = hold(context, {
        voxels: order,
        size,
        values: order.map((ijk) => scale(at(ijk))),
        dtype: "f32",
      });
      using distances = reinitializeSdf(held.grid, held.field, { steps: 20 });
      const values = distances.readSync();
      const errors = order.map((ijk, row) => Math.abs((values[row] ?? NaN) - at(ijk)))
        .filter((_, row) => Math.abs(at(order[row] ?? [NaN, NaN, NaN])) < 2.5);
      const average = errors.reduce((a, b) => a + b, 0) / errors.length;
      assert(Math.max(...errors) < most, `${Math.max(...errors)} at most`);
      assert(average < mean, `${average} on average`);
      const rows = new Map(order.map((ijk, row) => [keyOf(ijk), row]));
      const moves = order.flatMap((ijk, row) =>
        [0, 1, 2].flatMap((axis) => {
          const by = [0, 1, 2].map((one) => one === axis ? 1 : 0);
          const beside: Ijk = [ijk[0] + (by[0] ?? 0), ijk[1] + (by[1] ?? 0), ijk[2] + (by[2] ?? 0)];
          const [low, high] = [at(ijk), at(beside)];
          if ((low < 0) === (high < 0)) return [];
          const [from = NaN, to = NaN] = [values[row], values[rows.get(keyOf(beside)) ?? -1]];
          return [Math.abs(low / (low - high) - from / (from - to))];
        })
      );
      assert(moves.length > 200);
      assert(Math.max(...moves) < 0.07, `The level moves by ${Math.max(...moves)} of a voxel`);
    }
  }
});

/** Checks distances from a sphere whose field is given by `valueOf`, and that no voxel changes sides. */
function checkSphere(
  context: Context,
  { valueOf, h = 1, dtype = "f64", within = 2.5, mean }: {
    readonly valueOf: (distance: number) => number;
    readonly h?: number;
    readonly dtype?: "f32" | "f64";
    readonly within?: number;
    readonly mean: number;
  },
): void {
  const voxels = sphereVoxels([h, h, h], 9.3 * h, 4.5 * h);
  const exact = voxels.map((ijk) => sphereDistance(ijk.map((one) => one * h), 9.3 * h));
  using held = hold(context, { voxels, size: [h, h, h], values: exact.map(valueOf), dtype });
  using distances = reinitializeSdf(held.grid, held.field, { halfWidthInVoxels: 4 });
  const values = distances.readSync();
  assert(exact.every((one, row) => (one < 0) === ((values[row] ?? NaN) < 0)));
  const errors = exact.flatMap((one, row) =>
    Math.abs(one) < within * h ? [Math.abs((values[row] ?? NaN) - one) / h] : []
  );
  const average = errors.reduce((a, b) => a + b, 0) / errors.length;
  assert(errors.length > 1000 && average < mean, `${average} on average: ${valueOf}`);
}

eachBackend("reinitializeSdf() makes distances of fields of every scale", (context) => {
  for (const scale of [1e-300, 1e-12, 1e-3, 0.1, 1, 1e6, 1e300]) {
    checkSphere(context, { valueOf: (d) => scale * d, mean: 0.06 });
  }
  // Differences by a unit of length would be beyond f32.
  checkSphere(context, { valueOf: (d) => 1e37 * d, h: 0.01, dtype: "f32", mean: 0.06 });
  checkSphere(context, { valueOf: (d) => d, h: 1e-36, dtype: "f32", mean: 0.06 });
});

eachBackend("reinitializeSdf() takes values that only say far", (context) => {
  for (const far of [3, 100, 1e6, 3e38]) {
    const valueOf = (d: number): number => Math.abs(d) < 1.2 ? d : Math.sign(d) * far;
    checkSphere(context, { valueOf, dtype: "f32", within: 1, mean: 0.06 });
  }
});

eachBackend("reinitializeSdf() measures each grid by its own voxels", (context) => {
  using grid = gridFromDense({
    context,
    dims: [4, 1, 1],
    gridCount: 2,
    voxelSize: [[1, 1, 1], [0.5, 3, 3]],
  });
  using field = tensor([-9, -9, 9, 9, -9, -9, 9, 9], { context });
  using cut = reinitializeSdf(grid, field, { halfWidthInVoxels: 2, steps: 0 });
  assertEquals([...cut.readSync()], [-2, -2, 2, 2, -1, -1, 1, 1]);
});

eachBackend("reinitializeSdf() refuses bad input and takes no voxels", (context) => {
  using none = gridFromZeroVoxels({ context });
  using nothing = emptyTensor([0], { context, dtype: "f32" });
  using empty = reinitializeSdf(none, nothing);
  assertEquals(empty.shape, [0]);
  using grid = gridFromDense({ context, dims: 3 });
  using field = fullTensor([27], 1, { context, dtype: "f32" });
  using short = fullTensor([26], 1, { context, dtype: "f32" });
  using bytes = fullTensor([27], 1, { context, dtype: "u8" });
  assertThrows(() => reinitializeSdf(grid, short), RangeError, "[27] expected");
  // @ts-expect-error The types refuse it too.
  assertThrows(() => reinitializeSdf(grid, bytes), TypeError, "field is u8");
  for (
    const [options, message] of [
      [{ halfWidthInVoxels: 0 }, "halfWidthInVoxels is 0"],
      [{ halfWidthInVoxels: NaN }, "halfWidthInVoxels is NaN"],
      [{ order: 4 as 3 }, "order"],
      [{ steps: -1 }, "steps"],
      [{ steps: 65537 }, "steps is 65537, a whole number from 0 to 65536 expected"],
      [{ smooth: 65537 }, "smooth is 65537, a whole number from 0 to 65536 expected"],
      [{ smooth: 0.5 }, "smooth"],
      [
        { smoothing: "Taubin" as "taubin" },
        'smoothing is "Taubin", mean-curvature or taubin expected',
      ],
    ] as const
  ) {
    assertThrows(() => reinitializeSdf(grid, field, options), RangeError, message);
  }
  using endless = reinitializeSdf(grid, field, { halfWidthInVoxels: 1e6, order: 1 });
  assert(endless.readSync().every(Number.isFinite));
});
