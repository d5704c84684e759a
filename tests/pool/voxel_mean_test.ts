import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import { voxelMeanBackward } from "../../lib/pool/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromIjk,
  type Tensor,
  tensor,
  voxelMean,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { randomSource } from "../grid/_oracle.ts";

/** A grid of `count` voxels in a line. */
function line(context: Context, count: number): GridBatch {
  const flat = Int32Array.from({ length: count * 3 }, (_, at) => at % 3 === 2 ? at / 3 | 0 : 0);
  using ijk = tensor(flat, { context, shape: [count, 3] });
  return gridFromIjk(ijk);
}

/** Sums in point order and doubles, as the definition says. */
function orderedMeans(
  rows: readonly number[],
  values: ArrayLike<number>,
  voxels: number,
  channels: number,
): number[] {
  const sums = new Float64Array(voxels * channels);
  const counts = new Float64Array(voxels);
  rows.forEach((row, n) => {
    if (row < 0) return;
    counts[row] = (counts[row] ?? 0) + 1;
    for (let c = 0; c < channels; c++) {
      sums[row * channels + c] = (sums[row * channels + c] ?? 0) + (values[n * channels + c] ?? 0);
    }
  });
  return Array.from(sums, (sum, at) => {
    const count = counts[Math.floor(at / channels)] ?? 0;
    return count === 0 ? 0 : sum / count;
  });
}

function longs(rows: readonly number[]): BigInt64Array<ArrayBuffer> {
  return BigInt64Array.from(rows, BigInt);
}

const CONSTRUCTORS = { f16: Float16Array, f32: Float32Array, f64: Float64Array };

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`voxelMean() sums ${dtype} values in point order and double precision`, (context) => {
    const random = randomSource(1);
    const [voxels, count] = [97, 5000];
    const rows = Array.from({ length: count }, () => Math.floor(random() * (voxels - 5)) - 1);
    for (const channels of [3, 21]) {
      // Magnitudes differ so much that another order, or floats, would give other bits.
      const values = new CONSTRUCTORS[dtype](
        Array.from({ length: count * channels }, () => (random() - 0.5) * 10 ** (random() * 6 - 3)),
      );
      using grid = line(context, voxels);
      using rowTensor = tensor(longs(rows), { context, shape: [count] });
      using valueTensor = tensor(values, { context, shape: [count, channels] });
      using mean = voxelMean(grid, rowTensor, valueTensor);
      const expected = orderedMeans(rows, values, voxels, channels);
      assertEquals(mean.shape, [voxels, channels]);
      assertEquals(mean.dtype, dtype === "f64" ? "f64" : "f32");
      const rounded = dtype === "f64" ? expected : expected.map(Math.fround);
      assertEquals([...mean.readSync()], rounded);
      assert(rows.includes(-1), "no row is left out");
      assertEquals(rounded.slice(-3), [0, 0, 0]);
    }
  });
}

eachBackend("voxelMean() sums bytes exactly", (context) => {
  const random = randomSource(2);
  const [voxels, count, channels] = [5, 400_000, 4];
  const rows = Array.from({ length: count }, () => Math.floor(random() ** 3 * voxels));
  const bytes = Uint8Array.from({ length: count * channels }, () => 200 + random() * 56);
  using grid = line(context, voxels);
  using rowTensor = tensor(longs(rows), { context, shape: [count] });
  using values = tensor(bytes, { context, shape: [count, channels] });
  using mean = voxelMean(grid, rowTensor, values);
  const sums = Array<bigint>(voxels * channels).fill(0n);
  const counts = Array<bigint>(voxels).fill(0n);
  rows.forEach((row, n) => {
    counts[row] = (counts[row] ?? 0n) + 1n;
    for (let c = 0; c < channels; c++) {
      const at = row * channels + c;
      sums[at] = (sums[at] ?? 0n) + BigInt(bytes[n * channels + c] ?? 0);
    }
  });
  const expected = sums.map((sum, at) =>
    Math.fround(Number(sum) / Number(counts[Math.floor(at / channels)]))
  );
  assertEquals([...mean.readSync()], expected);
  assertEquals(mean.dtype, "f32");
});

eachBackend("voxelMean() leaves rows of -1 out and gives 0 to voxels without points", (context) => {
  using grid = line(context, 4);
  using rows = tensor(longs([2, -1, 2, 0, -1]), { context, shape: [5] });
  using values = tensor(new Float32Array([1, 100, 4, -8, NaN]), { context, shape: [5, 1] });
  using mean = voxelMean(grid, rows, values);
  assertEquals([...mean.readSync()], [-8, 0, 2.5, 0]);
});

eachBackend("voxelMean() passes on what is not a number, to its own voxel only", (context) => {
  using grid = line(context, 3);
  using rows = tensor(longs([0, 0, 1, 1, 2]), { context, shape: [5] });
  using values = tensor(new Float64Array([1, NaN, Infinity, -1, 3]), { context, shape: [5, 1] });
  using mean = voxelMean(grid, rows, values);
  assertEquals([...mean.readSync()], [NaN, Infinity, 3]);
});

eachBackend("voxelMean() averages over a whole batch", (context) => {
  const random = randomSource(3);
  const xyz = Float32Array.from({ length: 3000 }, () => random() * 4);
  using points = tensor(xyz, { context, shape: [1000, 3] });
  using built = gridFromPointsWithRows(points, { voxelSize: 1, origin: 0.5 });
  using centers = voxelMean(built.grid, built.rows, points);
  const means = centers.readSync();
  const rows = [...built.rows.readSync()].map(Number);
  const expected = orderedMeans(rows, xyz, built.grid.numVoxels, 3).map(Math.fround);
  assertEquals([...means], expected);
});

eachBackend("voxelMean() agrees with sums in order on any input", (context) => {
  const entry = fc.tuple(fc.integer({ min: -1, max: 7 }), fc.double({ noDefaultInfinity: true }));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 80 }), (entries) => {
      const rows = entries.map(([row]) => row);
      const values = entries.map(([, value]) => value);
      using grid = line(context, 8);
      using rowTensor = tensor(longs(rows), { context, shape: [rows.length] });
      using valueTensor = tensor(new Float64Array(values), { context, shape: [rows.length, 1] });
      using mean = voxelMean(grid, rowTensor, valueTensor);
      assertEquals([...mean.readSync()], orderedMeans(rows, values, 8, 1));
    }),
    { numRuns: 100 },
  );
});

eachBackend("voxelMean() accepts no points and no voxels", (context) => {
  using none = tensor(new BigInt64Array(0), { context, shape: [0] });
  using values = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using grid = line(context, 3);
  using mean = voxelMean(grid, none, values);
  assertEquals([mean.shape, [...mean.readSync()]], [[3, 2], [0, 0, 0, 0, 0, 0]]);
  using empty = line(context, 0);
  using nothing = voxelMean(empty, none, values);
  assertEquals(nothing.shape, [0, 2]);
  using bytes = tensor(new Uint8Array(0), { context, shape: [0, 2] });
  using still = voxelMean(empty, none, bytes);
  assertEquals(still.shape, [0, 2]);
});

eachBackend("voxelMean() rejects inputs that do not fit", (context) => {
  using grid = line(context, 3);
  using rows = tensor(longs([0, 1]), { context, shape: [2] });
  using values = tensor(new Float32Array(2), { context, shape: [2, 1] });
  using three = tensor(new Float32Array(3), { context, shape: [3, 1] });
  using hollow = tensor(new Float32Array(0), { context, shape: [2, 0] });
  using ints = tensor(new Int32Array(2), { context, shape: [2, 1] });
  using shortRows = tensor(new Int32Array(2), { context, shape: [2] });
  using square = tensor(longs([0, 1]), { context, shape: [2, 1] });
  const message = (r: Tensor, v: Tensor, kind: typeof RangeError): string =>
    assertThrows(() => voxelMean(grid, r as Tensor<"i64">, v as Tensor<"f32">), kind).message;
  const start = "Cannot run voxelMean: ";
  assertEquals(
    message(rows, three, RangeError),
    `${start}features shape is [3, 1], [2, ...channels] expected`,
  );
  assertEquals(
    message(rows, hollow, RangeError),
    `${start}features shape is [2, 0], it has no channels`,
  );
  assertEquals(message(square, values, RangeError), `${start}rows shape is [2, 1], [n] expected`);
  assertEquals(message(shortRows, values, TypeError), `${start}rows is i32, i64 expected`);
  assertEquals(
    message(rows, ints, TypeError),
    `${start}features is i32, u8, f16, bf16, f32 or f64 expected`,
  );
});

eachBackend("voxelMean() keeps the axes of values, none too", (context) => {
  using grid = line(context, 3);
  using rows = tensor(longs([2, 0, 2, -1]), { context });
  const numbers = Float64Array.from({ length: 4 * 6 }, (_, at) => at * at);
  for (const [channels, length] of [[[], 1], [[6], 6], [[2, 3], 6], [[3, 1, 2], 6]] as const) {
    const some = numbers.slice(0, 4 * length);
    using values = tensor(some, { context, shape: [4, ...channels] });
    using mean = voxelMean(grid, rows, values);
    assertEquals(mean.shape, [3, ...channels]);
    assertEquals([...mean.readSync()], orderedMeans([2, 0, 2, -1], some, 3, length));
  }
  using short = tensor([1, 2, 3], { context });
  assertThrows(
    () => voxelMean(grid, rows, short),
    RangeError,
    "features shape is [3], [4, ...channels] expected",
  );
});

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(
    `voxelMeanBackward() divides ${dtype} gradients by the points of each voxel`,
    (context) => {
      const random = randomSource(4);
      const [voxels, count] = [97, 3000];
      const rows = Array.from(
        { length: count },
        () => Math.floor(random() ** 2 * (voxels - 5)) - 1,
      );
      using grid = line(context, voxels);
      using rowTensor = tensor(longs(rows), { context });
      const counts = Array.from({ length: voxels }, () => 0);
      for (const row of rows) if (row >= 0) counts[row] = (counts[row] ?? 0) + 1;
      for (const channels of [[], [1], [3], [2, 4], [21]]) {
        const width = channels.reduce((product, extent) => product * extent, 1);
        const given = new CONSTRUCTORS[dtype](
          Array.from({ length: voxels * width }, () => (random() - 0.5) * 10 ** (random() * 4 - 2)),
        );
        using gradients = tensor(given, { context, shape: [voxels, ...channels] });
        using back = voxelMeanBackward(grid, rowTensor, gradients);
        assertEquals([back.dtype, back.shape], [dtype, [count, ...channels]]);
        const expected = rows.flatMap((row) =>
          Array.from(
            { length: width },
            (_, at) => row < 0 ? 0 : (given[row * width + at] ?? NaN) / (counts[row] ?? NaN),
          )
        );
        assertEquals([...back.readSync()], [...new CONSTRUCTORS[dtype](expected)]);
      }
      assert(rows.includes(-1), "no row is left out");
      assert(counts.includes(0), "no voxel is empty");
    },
  );
}

eachBackend("voxelMeanBackward() is the slope of a sum of means", (context) => {
  const random = randomSource(5);
  const rows = [3, 0, -1, 3, 3, 1];
  const [voxels, channels, step] = [5, 2, 1e-3];
  const weights = Float64Array.from({ length: voxels * channels }, () => random() - 0.5);
  const values = Float64Array.from({ length: rows.length * channels }, () => random() - 0.5);
  using grid = line(context, voxels);
  using rowTensor = tensor(longs(rows), { context });
  const weighted = (changed: Float64Array<ArrayBuffer>): number => {
    using inputs = tensor(changed, { context, shape: [rows.length, channels] });
    using means = voxelMean(grid, rowTensor, inputs);
    return means.readSync().reduce((sum, mean, at) => sum + mean * (weights[at] ?? NaN), 0);
  };
  using gradients = tensor(weights, { context, shape: [voxels, channels] });
  using back = voxelMeanBackward(grid, rowTensor, gradients);
  for (const [at, slope] of back.readSync().entries()) {
    const [low, high] = [values.slice(), values.slice()];
    low[at] = (low[at] ?? NaN) - step;
    high[at] = (high[at] ?? NaN) + step;
    assertAlmostEquals(slope, (weighted(high) - weighted(low)) / (2 * step), 1e-11);
  }
});

eachBackend("voxelMeanBackward() accepts no points and no voxels, and passes on NaN", (context) => {
  using none = tensor(new BigInt64Array(0), { context, shape: [0] });
  using grid = line(context, 2);
  using empty = line(context, 0);
  using some = tensor([NaN, Infinity], { context, shape: [2, 1] });
  using nothing = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using noPoints = voxelMeanBackward(grid, none, some);
  using noVoxels = voxelMeanBackward(empty, none, nothing);
  assertEquals([noPoints.shape, noVoxels.shape], [[0, 1], [0, 2]]);
  using outside = tensor(longs([-1, 7]), { context });
  using zeros = voxelMeanBackward(empty, outside, nothing);
  assertEquals([...zeros.readSync()], [0, 0, 0, 0]);
  using rows = tensor(longs([1, 0, 1, -1]), { context });
  using back = voxelMeanBackward(grid, rows, some);
  assertEquals([...back.readSync()], [Infinity, NaN, Infinity, 0]);
});

eachBackend(
  "voxelMeanBackward() rejects what does not fit",
  (context) => {
    using grid = line(context, 3);
    using rows = tensor(longs([0, 1]), { context });
    using two = tensor([1, 2], { context, shape: [2, 1] });
    using three = tensor([1, 2, 3], { context });
    using bytes = tensor(new Uint8Array(3), { context });
    const message = (r: Tensor, g: Tensor, kind: typeof RangeError): string =>
      assertThrows(
        () => voxelMeanBackward(grid, r as Tensor<"i64">, g as Tensor<"f32">),
        kind,
      ).message;
    const start = "Cannot run voxelMeanBackward: ";
    assertEquals(
      message(rows, two, RangeError),
      `${start}gradients shape is [2, 1], [3, ...channels] expected`,
    );
    assertEquals(
      message(rows, bytes, TypeError),
      `${start}gradients is u8, f16, bf16, f32 or f64 expected`,
    );
    assertEquals(message(three, three, TypeError), `${start}rows is f32, i64 expected`);
  },
);
