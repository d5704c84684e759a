import {
  assertEquals,
  assertGreater,
  assertLess,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  gridFromNearestVoxelsToPoints,
  gridFromNearestVoxelsToPointsAsync,
} from "../../lib/grid/mod.ts";
import { jaggedFromList, NativeError, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, textOf } from "./_grids.ts";
import { type Ijk, randomPoints, randomSource, type Triple } from "./_oracle.ts";

/** Lets an element type through that the compiler refuses. */
type Wrong = never;

/** The eight voxels around each point [n, 3], from JavaScript's doubles. */
function around(points: ArrayLike<number>, size: Triple, origin: Triple): Ijk[] {
  const list: Ijk[] = [];
  for (let at = 0; at < points.length; at += 3) {
    const low = ([0, 1, 2] as const).map((axis) =>
      Math.floor(((points[at + axis] ?? NaN) - origin[axis]) / size[axis])
    );
    for (let corner = 0; corner < 8; corner++) {
      const bit = (axis: number): number => (low[axis] ?? NaN) + ((corner >> axis) & 1);
      list.push([bit(0), bit(1), bit(2)]);
    }
  }
  return list;
}

eachBackend("gridFromNearestVoxelsToPoints() holds the eight voxels of a point", (context) => {
  using points = tensor([0.25, -0.25, 3], { context, shape: [1, 3] });
  using grid = gridFromNearestVoxelsToPoints(points, { voxelSize: 0.5, origin: [0, 0, 1] });
  const expected: Ijk[] = [];
  for (const i of [0, 1]) for (const j of [-1, 0]) for (const k of [4, 5]) expected.push([i, j, k]);
  assertGrids(grid, [expected]);
});

eachBackend("gridFromNearestVoxelsToPoints() agrees with brute force in every dtype", (context) => {
  const size: Triple = [0.3, 0.7, 1.1];
  const origin: Triple = [0.05, -3, 17.25];
  const values = randomPoints(81, 1500, 40);
  for (
    const typed of [new Float64Array(values), new Float32Array(values), new Float16Array(values)]
  ) {
    using points = tensor(typed, { context, shape: [typed.length / 3, 3] });
    using grid = gridFromNearestVoxelsToPoints(points, { voxelSize: size, origin });
    assertGrids(grid, [around(typed, size, origin)]);
  }
});

eachBackend("gridFromNearestVoxelsToPoints() keeps the lists of a batch apart", (context) => {
  const lists = [randomPoints(82, 50, 3), [], randomPoints(83, 20, 3000), [0, 0, 0]];
  const ones: Triple = [1, 1, 1];
  using points = jaggedFromList(lists.map((list) => new Float64Array(list)), {
    context,
    shape: [3],
  });
  using grid = gridFromNearestVoxelsToPoints(points, { voxelSize: 1 });
  assertGrids(grid, lists.map((list) => around(list, ones, [0, 0, 0])));
  using none = jaggedFromList([], { context, dtype: "f32", shape: [3] });
  using empty = gridFromNearestVoxelsToPoints(none, { voxelSize: 1 });
  assertGrids(empty, []);
});

eachBackend("gridFromNearestVoxelsToPointsAsync() builds the same", async (context) => {
  const points = tensor(Float32Array.from(randomPoints(84, 400, 20)), { context, shape: [400, 3] });
  using expected = gridFromNearestVoxelsToPoints(points, { voxelSize: 0.9 });
  const building = gridFromNearestVoxelsToPointsAsync(points, { voxelSize: 0.9 });
  points.dispose();
  using grid = await building;
  assertEquals(textOf(grid), textOf(expected));
});

eachBackend("gridFromNearestVoxelsToPoints() rejects what it cannot use", async (context) => {
  using ints = tensor(new Int32Array(3), { context, shape: [1, 3] });
  assertThrows(
    () => gridFromNearestVoxelsToPoints(ints as Wrong, { voxelSize: 1 }),
    TypeError,
    "Cannot build grid: points is i32, f16, f32 or f64 expected",
  );
  using flat = tensor(new Float32Array(3), { context });
  assertThrows(() => gridFromNearestVoxelsToPoints(flat, { voxelSize: 1 }), RangeError, "[n, 3]");
  assertThrows(() => gridFromNearestVoxelsToPoints(flat, { voxelSize: 0 }), RangeError);
  // The upper voxel of a point at the last voxel of int32 is one too far.
  const bad = [NaN, 0, 0, 0, Infinity, 0, 2 ** 31 - 1, 0, 0, -(2 ** 31) - 0.5, 0, 0, 1, 1, 1];
  using points = tensor(new Float64Array(bad), { context, shape: [5, 3] });
  for (
    const error of [
      assertThrows(() => gridFromNearestVoxelsToPoints(points, { voxelSize: 1 }), NativeError),
      await assertRejects(
        () => gridFromNearestVoxelsToPointsAsync(points, { voxelSize: 1 }),
        NativeError,
      ),
    ]
  ) {
    assertEquals(error.kind, "invalid-data");
    assertStringIncludes(error.message, "of 5 points 2 are not finite and 2 lie outside");
  }
  using ends = tensor(new Float64Array([2 ** 31 - 2, -(2 ** 31), 0]), { context, shape: [1, 3] });
  using grid = gridFromNearestVoxelsToPoints(ends, { voxelSize: 1 });
  assertEquals([...grid.bbox()], [2 ** 31 - 2, -(2 ** 31), 0, 2 ** 31 - 1, 1 - 2 ** 31, 1]);
});

eachBackend(
  "gridFromNearestVoxelsToPoints() of 2 million points needs little memory",
  (context) => {
    const random = randomSource(86);
    const cube = new Float32Array(6_000_000);
    for (let at = 0; at < cube.length; at++) cube[at] = random();
    using points = tensor(cube, { context, shape: [2_000_000, 3] });
    const before = context.stats().liveBytes;
    context.resetPeak();
    using grid = gridFromNearestVoxelsToPoints(points, { voxelSize: 0.002 });
    assertLess(context.stats().peakBytes - before, 200 * 2 ** 20);
    // 16 million corners in 126 million places, few of them the same.
    assertGreater(grid.numVoxels, 14_000_000);
  },
);
