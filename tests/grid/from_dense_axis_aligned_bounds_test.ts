import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import {
  gridFromDenseAxisAlignedBounds,
  gridFromDenseAxisAlignedBoundsAsync,
  type GridFromDenseAxisAlignedBoundsOptions,
} from "../../lib/grid/mod.ts";
import { eachBackend } from "../_backends.ts";

/** Lets a value through that the compiler refuses. */
type Wrong = never;

eachBackend("gridFromDenseAxisAlignedBounds() fills bounds that are faces", (context) => {
  using grid = gridFromDenseAxisAlignedBounds({
    context,
    gridCount: 2,
    dims: [10, 11, 12],
    min: -2,
    max: 1,
  });
  assertEquals(grid.voxelCounts, [1320, 1320]);
  assertEquals([...grid.bbox(1)], [0, 0, 0, 9, 10, 11]);
  const [first = NaN, size = NaN] = [grid.origins[2], grid.voxelSizes[2]];
  assertAlmostEquals(first, -2 + 0.5 * (3 / 12), 1e-12);
  assertAlmostEquals(first + 11 * size, 1 - 0.5 * (3 / 12), 1e-12);
  assertEquals([...grid.voxelSizes].slice(0, 3), [3 / 10, 3 / 11, 3 / 12]);
});

eachBackend("gridFromDenseAxisAlignedBounds() fills bounds that are centers", (context) => {
  using grid = gridFromDenseAxisAlignedBounds({
    context,
    dims: [3, 5, 2],
    min: [0, -1, 4],
    max: [1, 1, 10],
    voxelCenter: true,
  });
  assertEquals([...grid.voxelSizes], [0.5, 0.5, 6]);
  assertEquals([...grid.origins], [0, -1, 4]);
});

eachBackend("gridFromDenseAxisAlignedBounds() lets one voxel fill its axis", (context) => {
  for (const voxelCenter of [false, true]) {
    using grid = gridFromDenseAxisAlignedBounds({
      context,
      dims: [1, 1, 1],
      min: [0, -4, 1],
      max: [1, 4, 4],
      voxelCenter,
    });
    assertEquals([...grid.voxelSizes], [1, 8, 3]);
    assertEquals([...grid.origins], [0.5, 0, 2.5]);
  }
});

eachBackend("gridFromDenseAxisAlignedBoundsAsync() builds the same", async (context) => {
  const options = { context, dims: [2, 3, 4], min: -0.3, max: [1, 2, 3] } as const;
  using expected = gridFromDenseAxisAlignedBounds(options);
  using grid = await gridFromDenseAxisAlignedBoundsAsync(options);
  assertEquals(grid.counts, expected.counts);
  assertEquals(grid.origins, expected.origins);
  assertEquals(grid.voxelSizes, expected.voxelSizes);
});

eachBackend("gridFromDenseAxisAlignedBounds() rejects bad options", (context) => {
  const base = { context, dims: 2, min: 0, max: 1 };
  const cases: readonly (readonly [
    options: GridFromDenseAxisAlignedBoundsOptions,
    message: string,
  ])[] = [
    [{ ...base, max: 0 }, "min 0 is not below max 0"],
    [{ ...base, max: [1, -1, 1] }, "min 0 is not below max -1"],
    [{ ...base, min: NaN }, "min NaN is not finite"],
    [{ ...base, max: [1, 1, Infinity] }, "max Infinity is not finite"],
    [{ ...base, max: [1, 1] as Wrong }, "max has 2 components, 3 expected"],
    [{ ...base, dims: 0 }, "dims is 0, a whole number from 1 to 2147483647 expected"],
    [{ ...base, gridCount: 1.5 }, "gridCount is 1.5, a whole number from 0 to 65536 expected"],
    [{ ...base, min: -1e308, max: 1e308 }, "voxel size Infinity is not finite"],
  ];
  for (const [options, message] of cases) {
    const error = assertThrows(() => gridFromDenseAxisAlignedBounds(options), RangeError);
    assertEquals(error.message, `Cannot build grid: ${message}`);
  }
});
