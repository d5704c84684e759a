import { assertEquals, assertThrows } from "@std/assert";
import { neighborRows } from "../../lib/query/mod.ts";
import { gridFromIjk, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { canonical, flatten, type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import { buildBatch, LISTS, neighborsOf, rowOf } from "./_batch.ts";

for (const extent of [0, 1, 2]) {
  eachBackend(`neighborRows() of extent ${extent} is brute force over all voxels`, (context) => {
    using grid = buildBatch(context);
    for (const rowsOf of ["grid", "batch"] as const) {
      using rows = neighborRows(grid, { extent, rows: rowsOf });
      const expected = LISTS.flatMap((list, b) =>
        canonical(list).flatMap((voxel) =>
          neighborsOf(voxel, extent, (near) => rowOf(b, near, rowsOf === "batch"))
        )
      );
      const width = 2 * extent + 1;
      assertEquals(rows.data.shape, [grid.numVoxels, width, width, width]);
      assertEquals([...rows.offsets], [...grid.offsets]);
      assertBits(rows.data.readSync(), BigInt64Array.from(expected, BigInt));
    }
  });
}

eachBackend("neighborRows() of 20 000 voxels finds what a table of cells holds", (context) => {
  const reach = 24;
  const width = 2 * reach + 5; // room for two cells around
  const random = randomSource(34);
  const voxels = canonical(randomIjk(random, 22_000, -reach, reach));
  const cells = new Int32Array(width ** 3).fill(-1);
  const cellOf = ([i, j, k]: Ijk): number =>
    ((i + reach + 2) * width + j + reach + 2) * width + k + reach + 2;
  voxels.forEach((voxel, row) => cells[cellOf(voxel)] = row);
  using list = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
  using grid = gridFromIjk(list);
  for (const extent of [1, 2]) {
    using rows = neighborRows(grid, { extent });
    const steps = neighborsOf([0, 0, 0], extent, ([i, j, k]) => (i * width + j) * width + k);
    let [different, at] = [0, 0];
    const all = rows.data.readSync();
    for (const voxel of voxels) {
      const cell = cellOf(voxel);
      for (const step of steps) {
        if (all[at++] !== BigInt(cells[cell + step] ?? NaN)) different++;
      }
    }
    assertEquals([voxels.length > 15_000, at, different], [true, all.length, 0]);
  }
});

eachBackend("neighborRows() of a full block counts its faces, edges and corners", (context) => {
  const size = 11;
  const block = new Int32Array(size ** 3 * 3);
  for (let n = 0; n < size ** 3; n++) {
    block.set(
      [Math.floor(n / size ** 2) - 3, Math.floor(n / size) % size - 3, n % size - 3],
      n * 3,
    );
  }
  using list = tensor(block, { context, shape: [size ** 3, 3] });
  using grid = gridFromIjk(list);
  using rows = neighborRows(grid, { extent: 1 });
  let found = 0;
  for (const row of rows.data.readSync()) if (row >= 0n) found++;
  // Along each axis a block of n has 3 n - 2 pairs of cells at most one apart.
  assertEquals(found, (3 * size - 2) ** 3);
});

eachBackend("neighborRows() of empty batches is empty", (context) => {
  for (const lists of [[], [new Int32Array(0), new Int32Array(0)]]) {
    using list = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
    using grid = gridFromIjk(list);
    using rows = neighborRows(grid, { extent: 2 });
    assertEquals([rows.data.shape, rows.length], [[0, 5, 5, 5], lists.length]);
  }
});

eachBackend("neighborRows() rejects bad extents", (context) => {
  const grid = buildBatch(context);
  for (const extent of [-1, 1.5, NaN, 8192]) {
    const error = assertThrows(() => neighborRows(grid, { extent }), RangeError);
    assertEquals(
      error.message,
      `Cannot run neighborRows: extent ${extent} is not a whole number from 0 to 8191`,
    );
  }
  grid.dispose();
});
