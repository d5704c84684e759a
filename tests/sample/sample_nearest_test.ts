import { assert, assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { sampleNearest, splatNearest } from "../../lib/sample/mod.ts";
import { gridFromIjk, jagged, jaggedFromList, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { type Ijk, keyOf } from "../grid/_oracle.ts";
import { inVoxels, makeStage, POINTS, PRECISION, randomTensor, VOXELS } from "./_kernels.ts";
import { CORNERS } from "./_oracle.ts";

const ROWS = new Map(VOXELS.map(({ b, ijk }, row) => [`${b} ${keyOf(ijk)}`, row]));

/** Row of the nearest active voxel around a point, or -1. */
function nearestRow(point: { readonly b: number; readonly place: readonly number[] }): number {
  const at = inVoxels(point);
  let best = { row: -1, square: Infinity };
  for (const corner of CORNERS) {
    const voxel = at.map((one, axis) => Math.floor(one) + (corner[axis] ?? NaN));
    const row = ROWS.get(`${point.b} ${keyOf(voxel as unknown as Ijk)}`) ?? -1;
    const square = voxel.reduce((sum, one, axis) => sum + (one - (at[axis] ?? NaN)) ** 2, 0);
    if (row >= 0 && square < best.square) best = { row, square };
  }
  return best.row;
}

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(
    `sampleNearest() and splatNearest() find the nearest voxel in ${dtype}`,
    (context) => {
      using stage = makeStage(context);
      const { grid, points } = stage;
      const nearest = POINTS.map(nearestRow);
      assert(nearest.filter((row) => row >= 0).length > 80);
      assert(nearest.filter((row) => row < 0).length > 60);
      for (const channels of [1, 6]) {
        using values = randomTensor(context, dtype, [VOXELS.length, channels]);
        const held = values.readSync();
        using samples = sampleNearest(grid, points, values);
        assertEquals([...samples.offsets], [...points.offsets]);
        const taken = samples.data.readSync();
        const expected = nearest.flatMap((row) =>
          Array.from({ length: channels }, (_, c) => row < 0 ? 0 : held[row * channels + c] ?? NaN)
        );
        assertBits(taken, (taken.constructor as typeof Float64Array).from(expected));
        using flat = randomTensor(context, dtype, [POINTS.length, channels], 4);
        using data = jagged(flat, { offsets: points.offsets });
        const given = flat.readSync();
        using voxels = splatNearest(grid, points, data);
        const sums = new Float64Array(VOXELS.length * channels);
        nearest.forEach((row, n) => {
          for (let c = 0; c < channels && row >= 0; c++) {
            const to = row * channels + c;
            sums[to] = (sums[to] ?? NaN) + (given[n * channels + c] ?? NaN);
          }
        });
        const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] };
        assertClose(voxels.readSync(), sums, tolerance);
      }
    },
  );
}

eachBackend("sampleNearest() takes the first of voxels that are equally near", (context) => {
  for (const left of [[0, 1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 5, 6], [3, 4, 7], [7, 6], [6]]) {
    const voxels = left.map((place): Ijk => CORNERS[place] ?? [0, 0, 0]);
    using ijk = tensor(new Int32Array(voxels.flat()), { context, shape: [left.length, 3] });
    using grid = gridFromIjk(ijk);
    const rows = new Map(
      voxels.toSorted(([a, b, c], [x, y, z]) => a - x || b - y || c - z).map((
        v,
        n,
      ) => [keyOf(v), n]),
    );
    using values = tensor(Float32Array.from(left, (_, row) => row), { context });
    using points = tensor([0.5, 0.5, 0.5], { context, shape: [1, 3] });
    using samples = sampleNearest(grid, points, values);
    assertEquals([...samples.readSync()], [
      rows.get(keyOf(CORNERS[Math.min(...left)] ?? [0, 0, 0])),
    ]);
  }
});

eachBackend("sampleNearest() accepts no points, no voxels and no grids", (context) => {
  using ijk = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = gridFromIjk(ijk);
  using zero = gridFromZeroGrids({ context });
  using points = tensor([0, 0, 0, NaN, 0, 0], { context, shape: [2, 3] });
  using noLists = jaggedFromList([], { context, dtype: "f32", shape: [3] });
  using values = tensor(new Float32Array(0), { context });
  using samples = sampleNearest(empty, points, values);
  assertEquals([...samples.readSync()], [0, 0]);
  using none = sampleNearest(zero, noLists, values);
  assertEquals(none.data.shape, [0]);
  using data = tensor([1, 2], { context });
  using voxels = splatNearest(empty, points, data);
  assertEquals(voxels.shape, [0]);
});

eachBackend("sampleNearest() rejects what does not fit", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using points = tensor(new Float32Array(6), { context, shape: [2, 3] });
  using two = tensor([1, 2], { context });
  using one = tensor([1], { context });
  using flat = points.reshape([6]);
  assertEquals(
    assertThrows(() => sampleNearest(grid, points, two), RangeError).message,
    "Cannot run sampleNearest: features shape is [2], [1, ...channels] expected",
  );
  assertEquals(
    assertThrows(() => sampleNearest(grid, flat, one), RangeError).message,
    "Cannot run sampleNearest: points shape is [6], [n, 3] expected",
  );
  assertEquals(
    assertThrows(() => sampleNearest(grid, points, ijk as unknown as Tensor<"f32">), TypeError)
      .message,
    "Cannot run sampleNearest: features is i32, f16, bf16, f32 or f64 expected",
  );
  assertEquals(
    assertThrows(() => splatNearest(grid, points, one), RangeError).message,
    "Cannot run splatNearest: features shape is [1], [2, ...channels] expected",
  );
});
