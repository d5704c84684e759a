import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { sampleTrilinearWithGrad } from "../../lib/sample/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  jaggedFromList,
  type Real,
  sampleTrilinear,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "../grid/_grids.ts";
import {
  canonical,
  flatten,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  keyOf,
  randomIjk,
  randomSource,
} from "../grid/_oracle.ts";
import { type Field, interpolate, type Triple } from "./_oracle.ts";

const ARRAYS = { f16: Float16Array, f32: Float32Array, f64: Float64Array };
const REALS = ["f16", "f32", "f64"] as const;

/** Dense enough that most points have some of their voxels, across leaves, lower and upper nodes. */
const LISTS: readonly (readonly Ijk[])[] = [
  randomIjk(randomSource(1), 700, -5, 5),
  [],
  [
    ...randomIjk(randomSource(2), 300, 4092, 4099),
    ...randomIjk(randomSource(3), 60, 126, 129),
    [INT32_MAX, INT32_MIN, 0],
  ],
];
const SIZES: readonly Triple[] = [[1, 1, 1], [1, 2, 3], [0.5, 0.25, 2]];
const ORIGINS: readonly Triple[] = [[0, 0, 0], [7, 7, 7], [-3, 0.125, 10]];

/** Values of all voxels, [voxels, channels], rounded to an element type. */
function randomValues(dtype: Real, channels: number): Float16Array | Float32Array | Float64Array {
  const random = randomSource(100 + channels);
  const voxels = LISTS.reduce((sum, list) => sum + canonical(list).length, 0);
  return new ARRAYS[dtype](
    Array.from({ length: voxels * channels }, () => (random() - 0.5) * 8),
  );
}

/** The grids of the batch as the oracle sees them. */
function fieldsOf(values: ArrayLike<number>, channels: number, dtype: Real): Field[] {
  const round = dtype === "f64" ? (number: number) => number : Math.fround;
  let row = 0;
  return LISTS.map((list, b) => {
    const voxels = new Map<string, number[]>();
    for (const ijk of canonical(list)) {
      const one = Array.from({ length: channels }, (_, c) => values[row * channels + c] ?? NaN);
      voxels.set(keyOf(ijk), one);
      row++;
    }
    const unit: Triple = [1, 1, 1];
    return { voxels, channels, round, size: SIZES[b] ?? unit, origin: ORIGINS[b] ?? unit };
  });
}

/** Points around the voxels of grid b: inside cells, on their borders, on voxels, and far away. */
function pointsAround(b: number, count: number): number[] {
  const random = randomSource(200 + b);
  const list = LISTS[b]?.length ? LISTS[b] : [[0, 0, 0] as Ijk];
  const points: number[] = [];
  for (let n = 0; n < count; n++) {
    const voxel = list[Math.floor(random() * list.length)] ?? [0, 0, 0];
    for (const axis of [0, 1, 2] as const) {
      const offset = n % 3 === 0 ? Math.round(random() * 4 - 2) / 2 : random() * 2.5 - 1.25;
      points.push((voxel[axis] + offset) * (SIZES[b]?.[axis] ?? 1) + (ORIGINS[b]?.[axis] ?? 0));
    }
  }
  const bad = [NaN, Infinity, -Infinity, 1e300, -1e300];
  for (const value of bad) points.push(value, 0, 0, 0, value, 0, 0, 0, value, value, value, value);
  return points;
}

/** Points at the ends of int32 in grid 2, whose voxel there has neighbors that do not fit. */
const EDGES = [
  [INT32_MAX, INT32_MIN, 0],
  [INT32_MAX + 0.25, INT32_MIN - 0.5, 0.25],
  [INT32_MAX - 0.25, INT32_MIN + 0.5, -0.25],
  [INT32_MAX + 1, INT32_MIN - 1, 0],
  [2 ** 32, 0, 0],
].flatMap((voxel) =>
  voxel.map((place, axis) => place * (SIZES[2]?.[axis] ?? 1) + (ORIGINS[2]?.[axis] ?? 0))
);

function buildBatch(context: Context): GridBatch {
  return build(context, LISTS, { voxelSize: SIZES, origin: ORIGINS });
}

for (const dtype of REALS) {
  for (const channels of [1, 2, 3, 4, 5, 9, 16]) {
    const title = `${dtype} values of ${channels} channels`;
    eachBackend(
      `sampleTrilinear() and its gradients have the oracle's bits, ${title}`,
      (context) => {
        const pointType = REALS[channels % 3] ?? "f64";
        const lists = LISTS.map((_, b) =>
          ARRAYS[pointType].from([...pointsAround(b, 400), ...(b === 2 ? EDGES : [])])
        );
        const numbers = randomValues(dtype, channels);
        const fields = fieldsOf(numbers, channels, dtype);
        using grid = buildBatch(context);
        using points = jaggedFromList(lists, { context, dtype: pointType, shape: [3] });
        using values = tensor(numbers, { context, shape: [grid.numVoxels, channels], dtype });
        const expected = lists.flatMap((list, b) =>
          Array.from(
            { length: list.length / 3 },
            (_, n) => interpolate(fields[b] as Field, list.subarray(n * 3, n * 3 + 3)),
          )
        );
        const wanted = ARRAYS[dtype].from(expected.flatMap((sample) => sample.values));
        const slopes = ARRAYS[dtype].from(expected.flatMap((sample) => sample.gradients));
        using samples = sampleTrilinear(grid, points, values);
        assertEquals(samples.data.shape, [expected.length, channels]);
        assertEquals([...samples.offsets], [...points.offsets]);
        assertBits(samples.data.readSync(), wanted);
        using both = sampleTrilinearWithGrad(grid, points, values);
        assertEquals(both.gradients.data.shape, [expected.length, channels, 3]);
        assertEquals([...both.gradients.offsets], [...points.offsets]);
        assertBits(both.samples.data.readSync(), wanted);
        assertBits(both.gradients.data.readSync(), slopes);
        const hits = expected.filter((sample) => sample.values.some((value) => value !== 0)).length;
        assert(hits > 300 && hits < expected.length - 300, `${hits} of ${expected.length} points`);
      },
    );
  }
}

/** A block of voxels whose values a function gives. */
function block(
  context: Context,
  side: number,
  value: (i: number, j: number, k: number) => number,
): { readonly grid: GridBatch; readonly values: Tensor<"f64"> } {
  const grid = gridFromDense({ context, dims: side, ijkMin: -3, voxelSize: 0.5, origin: 2 });
  const all = Array.from({ length: side ** 3 }, (_, n): Ijk => [
    Math.floor(n / side ** 2) - 3,
    Math.floor(n / side) % side - 3,
    n % side - 3,
  ]);
  const numbers = Float64Array.from(canonical(all), (ijk) => value(...ijk));
  return { grid, values: tensor(numbers, { context }) };
}

eachBackend(
  "sampleTrilinearWithGrad() reproduces a linear field and its slopes inside",
  (context) => {
    const line = (i: number, j: number, k: number): number => 3 * i - 2 * j + 0.5 * k + 7;
    const { grid, values } = block(context, 11, line);
    using _grid = grid;
    using _values = values;
    const random = randomSource(5);
    const inside = Float64Array.from({ length: 900 }, () => 2 + 0.5 * (-3 + random() * 9.99));
    using points = tensor(inside, { context, shape: [300, 3] });
    using result = sampleTrilinearWithGrad(grid, points, values);
    const expected = Array.from({ length: 300 }, (_, n) => {
      const [x = 0, y = 0, z = 0] = inside.subarray(n * 3, n * 3 + 3).map((one) => (one - 2) / 0.5);
      return line(x, y, z);
    });
    assertEquals(result.samples.shape, [300]);
    assertEquals(result.gradients.shape, [300, 3]);
    assertClose(result.samples.readSync(), expected, { absolute: 1e-12 });
    const slopes = Array.from({ length: 900 }, (_, at) => [6, -4, 1][at % 3] ?? NaN);
    assertClose(result.gradients.readSync(), slopes, { absolute: 1e-11 });
  },
);

eachBackend(
  "sampleTrilinearWithGrad() has the slopes that differences of samples show",
  (context) => {
    const { grid, values } = block(context, 6, (i, j, k) => Math.sin(i * 3 + j * 5 + k * 7) * 4);
    using _grid = grid;
    using _values = values;
    const random = randomSource(6);
    const step = 2 ** -20;
    const center = Float64Array.from({ length: 600 }, () => {
      const place = random() * 8 - 4.5; // inside and across the border of the block
      const part = place - Math.floor(place);
      return 2 + 0.5 * (Math.floor(place) + Math.min(0.9, Math.max(0.1, part)));
    });
    using points = tensor(center, { context, shape: [200, 3] });
    using result = sampleTrilinearWithGrad(grid, points, values);
    const gradients = result.gradients.readSync();
    for (const axis of [0, 1, 2]) {
      const [above, below] = [step, -step].map((by) => {
        const moved = center.map((one, at) => at % 3 === axis ? one + by : one);
        using at = tensor(moved, { context, shape: [200, 3] });
        using samples = sampleTrilinear(grid, at, values);
        return samples.readSync();
      });
      const differences = Array.from(
        { length: 200 },
        (_, n) => ((above?.[n] ?? NaN) - (below?.[n] ?? NaN)) / (2 * step),
      );
      assertClose(gradients.filter((_, at) => at % 3 === axis), differences, { absolute: 1e-6 });
    }
    assert(gradients.some((slope) => Math.abs(slope) > 1));
  },
);

eachBackend("sampleTrilinear() never reads voxels that have no part in a point", (context) => {
  // Row 0 is far from the points, row 1 touches them with weight 0, row 2 is theirs.
  using ijk = tensor(new Int32Array([-9, 0, 0, 0, 0, 1, 0, 0, 2]), { context, shape: [3, 3] });
  using grid = gridFromIjk(ijk);
  using points = tensor([0, 0, 2, 0, 0, 2.5, 0.5, 0, 2, 0, 0, 1.5], { context, shape: [4, 3] });
  for (const bad of [NaN, Infinity, -Infinity]) {
    using values = tensor([bad, bad, 8], { context });
    using samples = sampleTrilinear(grid, points, values);
    const sum = Number.isNaN(bad) ? NaN : bad;
    assertEquals([...samples.readSync()], [8, 4, 4, sum]);
    using both = sampleTrilinearWithGrad(grid, points, values);
    assertEquals([...both.samples.readSync()], [8, 4, 4, sum]);
    const slopes = [...both.gradients.readSync()].slice(0, 9);
    assertEquals(slopes, [-8, -8, -8, -4, -4, -8, -8, -4, -4]);
  }
});

eachBackend("sampleTrilinear() keeps any channel axes and takes points as one list", (context) => {
  using ijk = tensor(new Int32Array([0, 0, 0, 1, 0, 0]), { context, shape: [2, 3] });
  using grid = gridFromIjk(ijk, { voxelSize: 2 });
  const numbers = Array.from({ length: 12 }, (_, at) => at);
  using values = tensor(numbers, { context, shape: [2, 2, 3] });
  using points = tensor([1, 0, 0], { context, shape: [1, 3] });
  using samples = sampleTrilinear(grid, points, values);
  assertEquals(samples.shape, [1, 2, 3]);
  assertEquals([...samples.readSync()], [3, 4, 5, 6, 7, 8]);
  using both = sampleTrilinearWithGrad(grid, points, values);
  assertEquals(both.gradients.shape, [1, 2, 3, 3]);
  assertEquals(
    both.gradients.readSync().filter((_, at) => at % 3 === 0),
    Float32Array.of(3, 3, 3, 3, 3, 3),
  );
  assertEquals(both.disposed, false);
  using none = values.reshape([2, 6]);
  using nothing = tensor(new Float32Array(0), { context, shape: [2, 0] });
  using empty = sampleTrilinear(grid, points, nothing);
  assertEquals([none.length, empty.shape], [12, [1, 0]]);
});

eachBackend("sampleTrilinear() agrees with the oracle on any small grid and point", (context) => {
  const small = fc.integer({ min: -2, max: 2 });
  const voxel = fc.tuple(fc.tuple(small, small, small), fc.double({ min: -9, max: 9 }));
  const number = fc.double({ noDefaultInfinity: false, min: -4, max: 4 });
  const point = fc.tuple(number, number, number);
  const input = fc.tuple(fc.array(voxel, { maxLength: 20 }), fc.array(point, { maxLength: 8 }));
  fc.assert(
    fc.property(input, ([entries, places]) => {
      const list = canonical(entries.map(([ijk]) => ijk));
      const numbers = list.map((ijk) =>
        entries.find(([other]) => keyOf(other) === keyOf(ijk))?.[1] ?? NaN
      );
      const voxels = new Map(list.map((ijk, row) => [keyOf(ijk), [numbers[row] ?? NaN]]));
      const field: Field = {
        voxels,
        size: [0.3, 1, 2],
        origin: [0.1, 0, -1],
        channels: 1,
        round: (number) => number,
      };
      using ijk = tensor(flatten(list), { context, shape: [list.length, 3] });
      using grid = gridFromIjk(ijk, { voxelSize: field.size, origin: field.origin });
      using values = tensor(new Float64Array(numbers), { context });
      using points = tensor(new Float64Array(places.flat()), {
        context,
        shape: [places.length, 3],
      });
      using samples = sampleTrilinear(grid, points, values);
      const expected = places.flatMap((place) => interpolate(field, place).values);
      assertBits(samples.readSync(), Float64Array.from(expected));
    }),
    { numRuns: 60 },
  );
});

eachBackend("sampleTrilinear() accepts no points, no voxels and no grids", (context) => {
  using ijk = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = gridFromIjk(ijk);
  using zero = gridFromZeroGrids({ context });
  using points = tensor(new Float32Array([0, 0, 0, NaN, 1, 1]), { context, shape: [2, 3] });
  using noPoints = tensor(new Float32Array(0), { context, shape: [0, 3] });
  using noLists = jaggedFromList([], { context, dtype: "f32", shape: [3] });
  using values = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using samples = sampleTrilinear(empty, points, values);
  assertEquals([samples.shape, [...samples.readSync()]], [[2, 2], [0, 0, 0, 0]]);
  using none = sampleTrilinear(empty, noPoints, values);
  assertEquals(none.shape, [0, 2]);
  using nothing = sampleTrilinearWithGrad(zero, noLists, values);
  assertEquals(nothing.gradients.data.shape, [0, 2, 3]);
});

/** Both operators; casts let wrong types through. */
type Operator = (grid: GridBatch, points: Tensor, values: Tensor) => Disposable;
const OPERATORS: Readonly<Record<string, Operator>> = {
  sampleTrilinear: (grid, points, values) =>
    sampleTrilinear(grid, points as Tensor<"f32">, values as Tensor<"f32">),
  sampleTrilinearWithGrad: (grid, points, values) =>
    sampleTrilinearWithGrad(grid, points as Tensor<"f32">, values as Tensor<"f32">),
};

eachBackend("sampleTrilinear() rejects inputs that do not fit", (context) => {
  using ijk = tensor(new Int32Array(6), { context, shape: [2, 3] });
  using grid = gridFromIjk(ijk);
  using batch = buildBatch(context);
  using points = tensor(new Float32Array(6), { context, shape: [2, 3] });
  using pairs = points.reshape([3, 2]);
  using values = tensor([1], { context });
  using two = tensor([1, 2], { context });
  using scalar = values.reshape([]);
  using ints = tensor(new Int32Array(1), { context });
  for (const [operator, sample] of Object.entries(OPERATORS)) {
    const start = `Cannot run ${operator}: `;
    const message = (p: Tensor, v: Tensor, kind: typeof RangeError, on = grid): string =>
      assertThrows(() => sample(on, p, v), kind).message;
    assertEquals(
      message(pairs, values, RangeError),
      `${start}points shape is [3, 2], [n, 3] expected`,
    );
    assertEquals(
      message(points, two, RangeError),
      `${start}features shape is [2], [1, ...channels] expected`,
    );
    assertEquals(
      message(points, scalar, RangeError),
      `${start}features shape is [], [1, ...channels] expected`,
    );
    assertEquals(
      message(ijk, values, TypeError),
      `${start}points is i32, f16, f32 or f64 expected`,
    );
    assertEquals(
      message(points, ints, TypeError),
      `${start}features is i32, f16, bf16, f32 or f64 expected`,
    );
    assertEquals(
      message(points, values, RangeError, batch),
      `${start}the number of lists in points is 1, the number of grids is 3`,
    );
  }
});
