import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { gridFromPointsAsync, gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import {
  emptyTensor,
  type GridBatch,
  gridFromIjk,
  gridFromPoints,
  jagged,
  jaggedFromList,
  NativeError,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

/** Lets an element type through that the compiler refuses. */
type Wrong = never;

/** Settings that no constructor accepts, and what the error says about them. */
const BAD_TRANSFORMS:
  readonly (readonly [options: { voxelSize: unknown; origin?: unknown }, string])[] = [
    [{ voxelSize: 0 }, "voxel size 0 is not positive, a length in world units expected"],
    [{ voxelSize: -1 }, "voxel size -1 is not positive, a length in world units expected"],
    [{ voxelSize: NaN }, "voxel size NaN is not positive, a length in world units expected"],
    [{ voxelSize: Infinity }, "voxel size Infinity is not finite"],
    [{ voxelSize: [1, 0, 1] }, "voxel size 0 is not positive, a length in world units expected"],
    [{ voxelSize: [1, 1] }, "voxel size has 2 components, 3 expected"],
    [
      { voxelSize: [[1, 1, 1], [2, 2, 2], [3, 3, 3]] },
      "there are 3 voxel sizes, the batch has 2 grids",
    ],
    [{ voxelSize: [[1, 1, 1], [2, 2]] }, "voxel size has 2 components, 3 expected"],
    [
      { voxelSize: [[1, 1, 1], [2, 2, -0]] },
      "voxel size 0 is not positive, a length in world units expected",
    ],
    [{ voxelSize: 1, origin: NaN }, "origin NaN is not finite"],
    [{ voxelSize: 1, origin: [0, Infinity, 0] }, "origin Infinity is not finite"],
    [{ voxelSize: 1, origin: [0, 0, 0, 0] }, "origin has 4 components, 3 expected"],
    [{ voxelSize: 1, origin: [[0, 0, 0]] }, "there are 1 origins, the batch has 2 grids"],
  ];

eachBackend("grid constructors reject bad voxel sizes and origins", (context) => {
  using ijk = jaggedFromList([new Int32Array(3), new Int32Array(3)], {
    context,
    dtype: "i32",
    shape: [3],
  });
  using points = jaggedFromList([new Float32Array(3), new Float32Array(3)], {
    context,
    dtype: "f32",
    shape: [3],
  });
  for (const [bad, message] of BAD_TRANSFORMS) {
    const options = bad as { voxelSize: number; origin?: number };
    for (
      const build of [
        (): GridBatch => gridFromIjk(ijk, options),
        (): GridBatch => gridFromPoints(points, options),
        (): GridBatch => gridFromPointsWithRows(points, options).grid,
      ]
    ) {
      const error = assertThrows(build, RangeError);
      assertEquals(error.message, `Cannot build grid: ${message}`);
    }
  }
  for (const [given, what] of [["1", '"1"'], [null, "null"], [{}, "an Object"]] as const) {
    const error = assertThrows(
      () => gridFromPoints(points, { voxelSize: given as unknown as number }),
      TypeError,
    );
    assertEquals(
      error.message,
      `Cannot build grid: voxel size is ${what}, a number, three or a list expected`,
    );
  }
});

eachBackend("grid constructors accept transforms per grid", (context) => {
  using ijk = jaggedFromList([new Int32Array(3), new Int32Array(0)], {
    context,
    dtype: "i32",
    shape: [3],
  });
  using grid = gridFromIjk(ijk, {
    voxelSize: [[1, 2, 3], [4, 5, 6]],
    origin: [[-1, -2, -3], [0.5, 0.25, 0.125]],
  });
  assertEquals([...grid.voxelSizes], [1, 2, 3, 4, 5, 6]);
  assertEquals([...grid.origins], [-1, -2, -3, 0.5, 0.25, 0.125]);
});

eachBackend("grid constructors reject wrong shapes and dtypes", (context) => {
  const zeros = (shape: readonly number[]): Float32Array<ArrayBuffer> =>
    new Float32Array(shape.reduce((product, extent) => product * extent, 1));
  for (const shape of [[3], [2, 2], [2, 4], [1, 2, 3], []]) {
    using points = tensor(zeros(shape), { context, shape });
    using ijk = tensor(Int32Array.from(zeros(shape)), { context, shape });
    const text = `shape is [${shape.join(", ")}], [n, 3] expected`;
    const options = { voxelSize: 1 };
    assertEquals(
      assertThrows(() => gridFromPoints(points, options), RangeError).message,
      `Cannot build grid: points ${text}`,
    );
    assertEquals(
      assertThrows(() => gridFromIjk(ijk, options), RangeError).message,
      `Cannot build grid: ijk ${text}`,
    );
  }
  using floats = tensor(new Float32Array(3), { context, shape: [1, 3] });
  using longs = tensor(new BigInt64Array(3), { context, shape: [1, 3] });
  using ints = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using brief = emptyTensor([1, 3], { context, dtype: "bf16" });
  const ijkError = assertThrows(() => gridFromIjk(floats as Wrong), TypeError);
  assertEquals(ijkError.message, "Cannot build grid: ijk is f32, i32 expected");
  assertThrows(() => gridFromIjk(longs as Wrong), TypeError, "ijk is i64, i32 expected");
  assertThrows(
    () => gridFromPoints(ints as Wrong, { voxelSize: 1 }),
    TypeError,
    "f16, f32 or f64 expected",
  );
  assertThrows(() => gridFromPoints(brief as Wrong, { voxelSize: 1 }), TypeError, "points is bf16");
});

eachBackend("grid constructors reject offsets that do not fit the points", (context) => {
  using data = tensor(new Int32Array(9), { context, shape: [3, 3] });
  for (const offsets of [[0n, 2n], [1n, 3n], [0n, 2n, 1n, 3n], [0n, 4n, 3n], [], [0n, 3n, 4n]]) {
    assertThrows(() => jagged(data, { offsets: BigInt64Array.from(offsets) }), RangeError);
  }
  assertEquals(data.disposed, false);
});

eachBackend("gridFromIjk() rejects more grids than a batch can hold", (context) => {
  const offsets = new BigInt64Array(65538);
  using data = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using ijk = jagged(data, { offsets });
  const error = assertThrows(() => gridFromIjk(ijk), RangeError);
  assertEquals(error.message, "Cannot build grid: ijk has 65537 lists, 65536 at most");
});

eachBackend("gridFromIjk() builds as many grids as a batch can hold", (context) => {
  const offsets = BigInt64Array.from({ length: 65537 }, (_, b) => BigInt(Math.min(b, 3)));
  using data = tensor(new Int32Array(9), { context, shape: [3, 3] });
  using ijk = jagged(data, { offsets });
  using grid = gridFromIjk(ijk);
  assertEquals(grid.gridCount, 65536);
  assertEquals(grid.numVoxels, 3);
});

eachBackend("gridFromPoints() counts the points that no voxel can hold", async (context) => {
  const far = 2 ** 31 * 0.5;
  const values = [
    [0, 0, 0],
    [NaN, 0, 0],
    [0, -Infinity, 0],
    [1, 2, Infinity],
    [far, 0, 0], // voxel 2^31 of size 0.5
    [-far, 0, 0], // voxel -2^31 is legal
    [0, 0, -far * 1.001],
    [1e30, NaN, 0],
  ];
  using points = tensor(new Float64Array(values.flat()), { context, shape: [values.length, 3] });
  const options = { voxelSize: 0.5 };
  for (
    const error of [
      assertThrows(() => gridFromPoints(points, options), NativeError),
      assertThrows(() => gridFromPointsWithRows(points, options), NativeError),
      await assertRejects(() => gridFromPointsAsync(points, options), NativeError),
    ]
  ) {
    assertEquals(error.kind, "invalid-data");
    assertStringIncludes(error.message, "of 8 points 4 are not finite and 2 lie outside");
  }
  using fine = points.slice(5, 6);
  using grid = gridFromPoints(fine, options);
  assertEquals([...grid.bbox(0)], [-(2 ** 31), 0, 0, -(2 ** 31), 0, 0]);
});
