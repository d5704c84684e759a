import { assertEquals, assertThrows } from "@std/assert";
import { gridFromDenseAsync, type GridFromDenseOptions } from "../../lib/grid/mod.ts";
import { clippedGrid } from "../../lib/topology/mod.ts";
import { gridFromDense, ijkToIndex, tensor } from "../../mod.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { assertGrids, textOf } from "./_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN, randomSource, type Triple } from "./_oracle.ts";

/** Lets a value through that the compiler refuses. */
type Wrong = never;

/** The voxels of a box that pass a test, which is told their place in the mask. */
function voxelsOf([i, j, k]: Triple, [w, h, d]: Triple, keep: (at: number) => boolean): Ijk[] {
  const list: Ijk[] = [];
  for (let at = 0; at < w * h * d; at++) {
    const [x, y, z] = [Math.floor(at / (h * d)), Math.floor(at / d) % h, at % d];
    if (keep(at)) list.push([i + x, j + y, k + z]);
  }
  return list;
}

const BOXES: readonly (readonly [low: Triple, dims: Triple])[] = [
  [[0, 0, 0], [10, 11, 12]],
  [[-3, 5, -7], [4, 1, 19]],
  [[-8, -128, 4088], [8, 3, 16]],
  [[-4097, 4095, -1], [2, 2, 2]],
  [[INT32_MIN, INT32_MAX - 2, 0], [3, 3, 1]],
  [[127, 0, 0], [1, 1, 1]],
];

eachBackend("gridFromDense() fills a box in every grid", (context) => {
  for (const [ijkMin, dims] of BOXES) {
    for (const gridCount of [1, 3]) {
      using grid = gridFromDense({ context, gridCount, dims, ijkMin });
      const list = voxelsOf(ijkMin, dims, () => true);
      assertGrids(grid, Array<Ijk[]>(gridCount).fill(list));
      assertEquals([...grid.voxelSizes], Array(gridCount * 3).fill(1));
    }
  }
});

eachBackend("gridFromDense() keeps what the mask says, u8 or bool", (context) => {
  const random = randomSource(71);
  for (const [ijkMin, dims] of BOXES) {
    const bytes = Uint8Array.from(
      { length: dims[0] * dims[1] * dims[2] },
      () => random() < 0.3 ? 1 + 254 * random() : 0,
    );
    const list = voxelsOf(ijkMin, dims, (at) => bytes[at] !== 0);
    using mask = tensor(bytes, { context, shape: dims });
    using grid = gridFromDense({ context, gridCount: 2, dims, ijkMin, mask });
    assertGrids(grid, [list, list]);
    using flags = tensor(bytes.map((byte) => byte ? 1 : 0), {
      context,
      shape: dims,
      dtype: "bool",
    });
    using same = gridFromDense({ context, dims, ijkMin, mask: flags });
    assertGrids(same, [list]);
  }
});

eachBackend("gridFromDense() makes no grids, and grids without voxels", (context) => {
  using none = gridFromDense({ context, gridCount: 0, dims: 5 });
  assertGrids(none, []);
  using mask = tensor(new Uint8Array(8), { context, shape: [2, 2, 2] });
  using empty = gridFromDense({ context, gridCount: 2, dims: 2, mask });
  assertGrids(empty, [[], []]);
});

eachBackend("gridFromDense() places each grid where it is told", (context) => {
  using grid = gridFromDense({
    context,
    gridCount: 2,
    dims: 2,
    voxelSize: [[1, 2, 3], [4, 5, 6]],
    origin: [7, 8, 9],
  });
  assertEquals([...grid.voxelSizes], [1, 2, 3, 4, 5, 6]);
  assertEquals([...grid.origins], [7, 8, 9, 7, 8, 9]);
});

eachBackend("gridFromDense() makes a long box", (context) => {
  // 2^20 voxels in 2^17 leaves.
  using grid = gridFromDense({ context, dims: [1, 2 ** 20, 1], ijkMin: [0, -(2 ** 19), 0] });
  assertEquals(grid.counts.voxels, 2 ** 20);
  assertEquals(grid.counts.leaves, 2 ** 17);
  assertEquals([...grid.bbox()], [0, -(2 ** 19), 0, 0, 2 ** 19 - 1, 0]);
});

eachBackend("gridFromDense() counts beyond 2^31 voxels", (context) => {
  const side = 1296;
  using grid = gridFromDense({ context, dims: side, ijkMin: -8 });
  assertEquals(grid.numVoxels, side ** 3);
  assertEquals([...grid.offsets], [0n, BigInt(side) ** 3n]);
  using ends = tensor(Int32Array.of(-8, -8, -8, side - 9, side - 9, side - 9), {
    context,
    shape: [2, 3],
  });
  using rows = ijkToIndex(grid, ends);
  assertEquals([...rows.readSync()], [0n, BigInt(side) ** 3n - 1n]);
  using corner = clippedGrid(grid, { ijkMin: side - 10, ijkMax: 2 ** 31 - 1 });
  assertEquals([...corner.bbox()], [1286, 1286, 1286, 1287, 1287, 1287]);
  assertEquals(corner.numVoxels, 8);
});

eachBackend("gridFromDenseAsync() builds what gridFromDense() builds", async (context) => {
  const options = { context, gridCount: 2, dims: [3, 9, 17], ijkMin: -4 } as const;
  const mask = tensor(Uint8Array.from({ length: 3 * 9 * 17 }, (_, at) => at % 4), {
    context,
    shape: [3, 9, 17],
  });
  using expected = gridFromDense({ ...options, mask });
  const building = gridFromDenseAsync({ ...options, mask });
  mask.dispose();
  using grid = await building;
  assertEquals(textOf(grid), textOf(expected));
});

eachBackend("gridFromDense() rejects bad options", (context) => {
  using mask = tensor(new Uint8Array(8), { context, shape: [2, 2, 2] });
  using floats = tensor(new Float32Array(8), { context, shape: [2, 2, 2] });
  const base = { context, dims: 2 };
  const whole = (least: number, most: number): string =>
    `a whole number from ${least} to ${most} expected`;
  const cases: readonly (readonly [options: GridFromDenseOptions, message: string])[] = [
    [{ ...base, dims: 0 }, `dims is 0, ${whole(1, 2 ** 32)}`],
    [{ ...base, dims: [2, -2, 2] }, `dims is -2, ${whole(1, 2 ** 32)}`],
    [{ ...base, dims: 1.5 }, `dims is 1.5, ${whole(1, 2 ** 32)}`],
    [{ ...base, dims: [2, 2] as Wrong }, "dims has 2 components, 3 expected"],
    [{ ...base, gridCount: -1 }, `gridCount is -1, ${whole(0, 65536)}`],
    [{ ...base, gridCount: 65537 }, `gridCount is 65537, ${whole(0, 65536)}`],
    [{ ...base, ijkMin: 0.5 }, `ijkMin is 0.5, ${whole(INT32_MIN, INT32_MAX)}`],
    [{ ...base, ijkMin: INT32_MAX }, "the box ends at voxel 2147483648, beyond int32"],
    [{ ...base, voxelSize: 0 }, "voxel size 0 is not positive, a length in world units expected"],
    [
      { ...base, voxelSize: [[1, 1, 1], [1, 1, 1]] },
      "there are 2 voxel sizes, the batch has 1 grids",
    ],
    [{ ...base, origin: Infinity }, "origin Infinity is not finite"],
    [{ ...base, dims: [2, 2, 3], mask }, "mask shape is [2, 2, 2], [2, 2, 3] expected"],
  ];
  for (const [options, message] of cases) {
    const error = assertThrows(() => gridFromDense(options), RangeError);
    assertEquals(error.message, `Cannot build grid: ${message}`);
  }
  assertThrows(
    () => gridFromDense({ ...base, mask: floats as Wrong }),
    TypeError,
    "Cannot build grid: mask is f32, bool or u8 expected",
  );
  using other = openAnother(context);
  assertThrows(
    () => gridFromDense({ ...base, context: other, mask }),
    TypeError,
    "Cannot build grid: the mask is on",
  );
});

eachBackend("a failed allocation of gridFromDense() leaks nothing", async (context) => {
  using mask = tensor(new Uint8Array(1000).fill(1), { context, shape: [10, 10, 10] });
  using grid = await failEachAllocation(
    context,
    () => gridFromDense({ context, gridCount: 3, dims: 10, mask }),
  );
  assertEquals(grid.numVoxels, 3000);
});
