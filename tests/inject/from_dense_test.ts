import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  injectFromDenseCmajor,
  injectFromDenseCminor,
  injectToDenseCmajor,
  injectToDenseCminor,
} from "../../lib/inject/mod.ts";
import { gridFromIjk, jagged, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { BOXES, rowsOfCells } from "./_boxes.ts";
import {
  assertElements,
  buildBatch,
  CASES,
  drawElements,
  elementsOf,
  LISTS,
  sizeOf,
} from "./_features.ts";

eachBackend("injectFromDenseCminor() takes each voxel's cell, and 0 outside the box", (context) => {
  using ijk = tensor(new Int32Array([2, 0, 1, 2, 0, 2, 2, 1, 0]), { context, shape: [3, 3] });
  using grid = gridFromIjk(ijk);
  using dense = tensor(new Int32Array([1, 2, 3, 4, 5, 6, 7, 8]), {
    context,
    shape: [1, 1, 2, 2, 2],
  });
  using data = injectFromDenseCminor(grid, dense, { ijkMin: [2, 0, 0] });
  assertEquals(data.shape, [3, 2]);
  assertEquals(data.dtype, "i32");
  assertEquals([...data.readSync()], [3, 4, 0, 0, 5, 6]);
});

eachBackend("injectFromDenseCmajor() takes each channel from a plane of its own", (context) => {
  using ijk = tensor(new Int32Array([2, 0, 1, 2, 0, 2, 2, 1, 0]), { context, shape: [3, 3] });
  using grid = gridFromIjk(ijk);
  using dense = tensor(new Int32Array([1, 2, 3, 4, 5, 6, 7, 8]), {
    context,
    shape: [1, 2, 1, 2, 2],
  });
  using data = injectFromDenseCmajor(grid, dense, { ijkMin: [2, 0, 0] });
  assertEquals([...data.readSync()], [2, 6, 0, 0, 3, 7]);
});

/** The cell in all boxes of each row, or -1. */
function cellsOfRows(rows: readonly number[], voxels: number): number[] {
  const cells = Array<number>(voxels).fill(-1);
  rows.forEach((row, cell) => {
    if (row >= 0) cells[row] = cell;
  });
  return cells;
}

for (const box of BOXES) {
  eachBackend(`injectFromDense...() agree with brute force on a box ${box.name}`, (context) => {
    using grid = buildBatch(context, LISTS);
    const cells = cellsOfRows(rowsOfCells(box), grid.numVoxels);
    const plane = sizeOf(box.size);
    for (const { dtype, shape } of CASES) {
      const channels = sizeOf(shape);
      const source = drawElements(dtype, 3 * plane * channels, 2);
      const { origin } = box;
      using minor = tensor(source, { context, dtype, shape: [3, ...box.size, ...shape] });
      using fromMinor = injectFromDenseCminor(grid, minor, { ijkMin: origin });
      assertEquals(fromMinor.shape, [grid.numVoxels, ...shape]);
      assertElements(dtype, fromMinor.readSync(), source, elementsOf(cells, channels));
      using major = tensor(source, { context, dtype, shape: [3, ...shape, ...box.size] });
      using fromMajor = injectFromDenseCmajor(grid, major, { ijkMin: origin });
      const planes = cells.flatMap((cell) =>
        Array.from({ length: channels }, (_, channel) => {
          const b = Math.floor(cell / plane);
          return cell < 0 ? -1 : (b * channels + channel) * plane + cell % plane;
        })
      );
      assertElements(dtype, fromMajor.readSync(), source, planes);
    }
  });
}

eachBackend("injectFromDense...() give back what injectToDense...() wrote", (context) => {
  using grid = buildBatch(context, LISTS);
  const [box] = BOXES;
  assert(box !== undefined);
  const source = drawElements("f16", grid.numVoxels * 6);
  using data = tensor(source, { context, shape: [grid.numVoxels, 2, 3] });
  const at = { ijkMin: box.origin, dims: box.size };
  const all = Array.from(source.keys());
  using minor = injectToDenseCminor(grid, data, at);
  using fromMinor = injectFromDenseCminor(grid, minor, { ijkMin: box.origin });
  assertElements("f16", fromMinor.readSync(), source, all);
  using major = injectToDenseCmajor(grid, data, at);
  using fromMajor = injectFromDenseCmajor(grid, major, { ijkMin: box.origin });
  assertElements("f16", fromMajor.readSync(), source, all);
});

eachBackend("injectFromDense...() read views that begin anywhere", (context) => {
  using grid = buildBatch(context, [LISTS[0] ?? []]);
  const [box] = BOXES;
  assert(box !== undefined);
  const cells = sizeOf(box.size);
  const rows = cellsOfRows(rowsOfCells(box).slice(0, cells), grid.numVoxels);
  const source = drawElements("u8", cells * 16 + 16);
  using memory = tensor(source, { context });
  for (const skip of [0, 1, 2, 4, 8, 16]) {
    using view = memory.slice(skip, skip + cells * 16);
    using dense = view.reshape([1, ...box.size, 16]);
    using data = injectFromDenseCminor(grid, dense, { ijkMin: box.origin });
    assertElements("u8", data.readSync(), source.subarray(skip), elementsOf(rows, 16));
  }
});

eachBackend(
  "injectFromDense...() accept no voxels, no grids, no cells and no channels",
  (context) => {
    using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
    using empty = gridFromIjk(none);
    using dense = tensor(new Float32Array(4), { context, shape: [1, 1, 2, 1, 2] });
    using nothing = injectFromDenseCminor(empty, dense);
    assertEquals(nothing.shape, [0, 2]);
    using noLists = jagged(none, { offsets: [0] });
    using zero = gridFromIjk(noLists);
    using noBoxes = tensor(new Float32Array(0), { context, shape: [0, 3, 1, 1, 1] });
    using still = injectFromDenseCmajor(zero, noBoxes);
    assertEquals(still.shape, [0, 3]);
    using one = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using grid = gridFromIjk(one);
    using hollow = tensor(new Float32Array(0), { context, shape: [1, 0, 4, 4, 2] });
    using zeros = injectFromDenseCminor(grid, hollow);
    assertEquals([...zeros.readSync()], [0, 0]);
    using bare = tensor(new Float32Array(0), { context, shape: [1, 0, 4, 4, 2] });
    using flat = injectFromDenseCmajor(grid, bare);
    assertEquals(flat.shape, [1, 0]);
  },
);

eachBackend("injectFromDense...() reject what does not fit", (context) => {
  using grid = buildBatch(context, LISTS);
  using dense = tensor(new Float32Array(12), { context, shape: [3, 1, 2, 2] });
  using few = tensor(new Float32Array(12), { context, shape: [2, 1, 3, 2] });
  using flat = tensor(new Float32Array(12), { context, shape: [3, 2, 2] });
  const patterns: readonly [typeof injectFromDenseCminor, string][] = [
    [injectFromDenseCminor, "X, Y, Z, ...channels"],
    [injectFromDenseCmajor, "...channels, X, Y, Z"],
  ];
  for (const [fromDense, pattern] of patterns) {
    const start = `Cannot run ${fromDense.name}: `;
    const message = (...rest: Parameters<typeof fromDense>): string =>
      assertThrows(() => fromDense(...rest), RangeError).message;
    assertEquals(
      message(grid, few),
      `${start}dense shape is [2, 1, 3, 2], [3, ${pattern}] expected`,
    );
    assertEquals(message(grid, flat), `${start}dense shape is [3, 2, 2], [3, ${pattern}] expected`);
    assertEquals(
      message(grid, dense, { ijkMin: [[0, 0, 0]] }),
      `${start}ijkMin has 1 voxels, the batch has 3 grids`,
    );
    assertEquals(
      message(grid, dense, { ijkMin: [0, 0.5, 0] }),
      `${start}ijkMin 0.5 is not a whole number of 32 bits`,
    );
    assertEquals(
      message(grid, dense, { ijkMin: [0, 1] as unknown as [number, number, number] }),
      `${start}ijkMin has 2 components, 3 expected`,
    );
  }
});
