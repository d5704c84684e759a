import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { neighborIndexes } from "../../lib/query/mod.ts";
import { gridFromIjk, jagged, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { flatten, type Ijk, INT32_MAX, INT32_MIN, rowsOf } from "../grid/_oracle.ts";
import { buildBatch, ijkQuestions, LISTS, neighborsOf, rowOf } from "./_batch.ts";

eachBackend("neighborIndexes() numbers a hand-made cross, x slowest and z fastest", (context) => {
  const cross: Ijk[] = [[0, 0, 0], [-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, -1]];
  using list = tensor(flatten(cross), { context, shape: [6, 3] });
  using grid = gridFromIjk(list);
  using asked = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using rows = neighborIndexes(grid, asked, { extent: 1 });
  assertEquals(rows.shape, [1, 3, 3, 3]);
  const expected = Array<number>(27).fill(-1);
  // Tiles and leaves of negative coordinates come first: (-1,0,0), (0,-1,0), (0,0,-1), then those of leaf 0.
  for (const [place, row] of [[4, 0], [10, 1], [12, 2], [13, 3], [16, 4], [22, 5]] as const) {
    expected[place] = row;
  }
  assertEquals([...rows.readSync()].map(Number), expected);
});

for (
  const [extent, bitshift] of [[0, 0], [1, 0], [2, 0], [3, 0], [1, 1], [2, 3], [1, 31]] as const
) {
  const title = `neighborIndexes() of extent ${extent} shifted by ${bitshift} is brute force`;
  eachBackend(title, (context) => {
    const asked = LISTS.map((_, b): Ijk[] => [
      [0, 0, 0],
      ...ijkQuestions(b).filter((_, n) => n % (4 * extent + 1) === 0),
    ]);
    using grid = buildBatch(context);
    using ijk = jaggedFromList(asked.map(flatten), { context, dtype: "i32", shape: [3] });
    for (const rowsOf of ["grid", "batch"] as const) {
      using rows = neighborIndexes(grid, ijk, { extent, bitshift, rows: rowsOf });
      const expected = asked.flatMap((list, b) =>
        list.flatMap(([i, j, k]) => {
          const scale = 2 ** bitshift;
          const row = (near: Ijk): number => rowOf(b, near, rowsOf === "batch");
          return neighborsOf([i * scale, j * scale, k * scale], extent, row);
        })
      );
      const width = 2 * extent + 1;
      assertEquals(rows.data.shape, [asked.flat().length, width, width, width]);
      assertEquals([...rows.offsets], [...ijk.offsets]);
      assertEquals([...rows.data.readSync()].map(Number), expected);
      assert(expected.some((row) => row >= 0) && expected.some((row) => row < 0));
    }
  });
}

eachBackend("neighborIndexes() cuts large cubes into slices and columns", (context) => {
  const voxels: Ijk[] = [[0, 0, 0], [5, -5, 4], [-9, 9, 9], [9, 9, -10], [100, 0, 0]];
  const known = rowsOf(voxels);
  using list = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
  using grid = gridFromIjk(list);
  using asked = tensor(new Int32Array([0, 0, 0, 1, 2, 3]), { context, shape: [2, 3] });
  for (const extent of [4, 5, 9, 40]) {
    using rows = neighborIndexes(grid, asked, { extent });
    const all = rows.readSync();
    const expected = new BigInt64Array(all.length).fill(-1n);
    const width = 2 * extent + 1;
    for (const [n, center] of ([[0, 0, 0], [1, 2, 3]] as const).entries()) {
      for (const voxel of voxels) {
        const cell = voxel.map((value, axis) => value - (center[axis] ?? 0) + extent);
        if (cell.some((value) => value < 0 || value >= width)) continue;
        const [a = 0, b = 0, c = 0] = cell;
        expected[((n * width + a) * width + b) * width + c] = BigInt(known.get(`${voxel}`) ?? NaN);
      }
    }
    let different = 0;
    for (const [at, row] of all.entries()) if (row !== expected[at]) different++;
    assertEquals([extent, different], [extent, 0]);
  }
});

eachBackend("neighborIndexes() does not wrap around at the ends of int32", (context) => {
  const corners: Ijk[] = [[INT32_MIN, INT32_MIN, INT32_MIN], [INT32_MAX, INT32_MAX, INT32_MAX]];
  using list = tensor(flatten(corners), { context, shape: [2, 3] });
  using grid = gridFromIjk(list);
  using rows = neighborIndexes(grid, list, { extent: 1 });
  const expected = Array<number>(54).fill(-1);
  expected[13] = 0;
  expected[27 + 13] = 1;
  assertEquals([...rows.readSync()].map(Number), expected);
  // 2^30 shifted by 1 is 2^31, which does not fit; the voxel below it does.
  using beyond = tensor(new Int32Array(3).fill(2 ** 30), { context, shape: [1, 3] });
  using shifted = neighborIndexes(grid, beyond, { extent: 1, bitshift: 1 });
  assertEquals([...shifted.readSync()].map(Number), [1, ...Array<number>(26).fill(-1)]);
});

eachBackend("neighborIndexes() finds the voxels of any grid around any coordinate", (context) => {
  const axis = fc.integer({ min: -20, max: 20 });
  const far = fc.oneof(
    axis,
    fc.constantFrom(127, 128, 4095, 4096, -4096, -4097, INT32_MIN, INT32_MAX),
  );
  const coordinate = fc.tuple(far, far, far);
  fc.assert(
    fc.property(
      fc.array(coordinate, { maxLength: 40 }),
      fc.array(coordinate, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 2 }),
      (voxels, centers, extent) => {
        const rows = rowsOf(voxels);
        using list = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
        using grid = gridFromIjk(list);
        using asked = tensor(flatten(centers), { context, shape: [centers.length, 3] });
        using found = neighborIndexes(grid, asked, { extent });
        const expected = centers.flatMap((center) =>
          neighborsOf(center, extent, (near) => rows.get(`${near}`) ?? -1)
        );
        assertEquals([...found.readSync()].map(Number), expected);
      },
    ),
    { numRuns: 60 },
  );
});

eachBackend("neighborIndexes() answers no questions, and asks no grids", (context) => {
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using grid = gridFromIjk(none);
  using answer = neighborIndexes(grid, none, { extent: 8191 });
  assertEquals(answer.shape, [0, 16383, 16383, 16383]);
  using one = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using missing = neighborIndexes(grid, one, { extent: 1 });
  assertEquals([...missing.readSync()], Array<bigint>(27).fill(-1n));
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  using nothing = neighborIndexes(zero, noLists, { extent: 1 });
  assertEquals([nothing.data.shape, nothing.length], [[0, 3, 3, 3], 0]);
});

eachBackend("neighborIndexes() rejects extents and shifts out of range", (context) => {
  using list = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(list);
  for (const extent of [-1, 0.5, NaN, Infinity, 8192]) {
    const error = assertThrows(() => neighborIndexes(grid, list, { extent }), RangeError);
    assertEquals(
      error.message,
      `Cannot run neighborIndexes: extent ${extent} is not a whole number from 0 to 8191`,
    );
  }
  for (const bitshift of [-1, 0.5, NaN, 32]) {
    const error = assertThrows(
      () => neighborIndexes(grid, list, { extent: 1, bitshift }),
      RangeError,
    );
    assertEquals(
      error.message,
      `Cannot run neighborIndexes: bitshift ${bitshift} is not a whole number from 0 to 31`,
    );
  }
});
