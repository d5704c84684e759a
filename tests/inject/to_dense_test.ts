import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Context, gridFromIjk, ijkToIndex, jagged, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import {
  injectFromDenseCmajor,
  injectFromDenseCminor,
  injectToDenseCmajor,
  injectToDenseCminor,
} from "../../lib/inject/mod.ts";
import {
  checkLeaks,
  checkStatus,
  contexts,
  eachBackend,
  handleOf,
  isGpu,
  nativeOf,
} from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { BOXES, rowsOfCells, toPlanes } from "./_boxes.ts";
import {
  assertElements,
  buildBatch,
  CASES,
  drawElements,
  elementsOf,
  LISTS,
  sizeOf,
} from "./_features.ts";

eachBackend(
  "injectToDenseCminor() writes each voxel's row to its cell, and 0 elsewhere",
  (context) => {
    using ijk = tensor(new Int32Array([-1, 2, 3, -1, 2, 5]), { context, shape: [2, 3] });
    using grid = gridFromIjk(ijk);
    using data = tensor(new Int32Array([1, 2, 3, 4]), { context, shape: [2, 2] });
    using whole = injectToDenseCminor(grid, data);
    assertEquals(whole.shape, [1, 1, 1, 3, 2]);
    assertEquals(whole.dtype, "i32");
    assertEquals([...whole.readSync()], [1, 2, 0, 0, 3, 4]);
    using part = injectToDenseCminor(grid, data, { ijkMin: [-2, 2, 4], dims: [2, 1, 2] });
    assertEquals([...part.readSync()], [0, 0, 0, 0, 0, 0, 3, 4]);
  },
);

eachBackend("injectToDenseCmajor() writes each channel to a plane of its own", (context) => {
  using ijk = tensor(new Int32Array([-1, 2, 3, -1, 2, 5]), { context, shape: [2, 3] });
  using grid = gridFromIjk(ijk);
  using data = tensor(new Int32Array([1, 2, 3, 4]), { context, shape: [2, 2] });
  using whole = injectToDenseCmajor(grid, data);
  assertEquals(whole.shape, [1, 2, 1, 1, 3]);
  assertEquals([...whole.readSync()], [1, 0, 3, 2, 0, 4]);
});

for (const box of BOXES) {
  eachBackend(`injectToDense...() agree with brute force on a box ${box.name}`, (context) => {
    using grid = buildBatch(context, LISTS);
    const rows = rowsOfCells(box);
    assert(box.name.startsWith("beside") ? rows.every((row) => row < 0) : rows.includes(-1));
    const options = { ijkMin: box.origin, dims: box.size };
    for (const { dtype, shape } of CASES) {
      const channels = sizeOf(shape);
      const source = drawElements(dtype, grid.numVoxels * channels);
      using data = tensor(source, { context, dtype, shape: [grid.numVoxels, ...shape] });
      const indices = elementsOf(rows, channels);
      using minor = injectToDenseCminor(grid, data, options);
      assertEquals(minor.shape, [3, ...box.size, ...shape]);
      assertElements(dtype, minor.readSync(), source, indices);
      using major = injectToDenseCmajor(grid, data, options);
      assertEquals(major.shape, [3, ...shape, ...box.size]);
      assertElements(dtype, major.readSync(), source, toPlanes(indices, 3, channels));
    }
  });
}

eachBackend("injectToDense...() take the box around the whole batch by default", (context) => {
  using grid = buildBatch(context, LISTS);
  const source = drawElements("f64", grid.numVoxels * 2);
  using data = tensor(source, { context, shape: [grid.numVoxels, 2] });
  const least = [0, 1, 2].map((axis) => Math.min(...LISTS.flat().map((ijk) => ijk[axis] ?? NaN)));
  const most = [0, 1, 2].map((axis) => Math.max(...LISTS.flat().map((ijk) => ijk[axis] ?? NaN)));
  const [i = NaN, j = NaN, k = NaN] = least;
  const [x = NaN, y = NaN, z = NaN] = most.map((high, axis) => high - (least[axis] ?? NaN) + 1);
  const box = { name: "default", origin: [i, j, k], size: [x, y, z] } as const;
  const indices = elementsOf(rowsOfCells(box), 2);
  using minor = injectToDenseCminor(grid, data);
  assertEquals(minor.shape, [3, x, y, z, 2]);
  assertElements("f64", minor.readSync(), source, indices);
  using sized = injectToDenseCmajor(grid, data, { dims: [2, 2, 2] });
  const corner = rowsOfCells({ name: "corner", origin: [i, j, k], size: [2, 2, 2] });
  assertElements("f64", sized.readSync(), source, toPlanes(elementsOf(corner, 2), 3, 2));
});

eachBackend("injectToDense...() reach the ends of int32 and stop there", (context) => {
  const flat = [INT32_MIN, INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, INT32_MAX];
  using ijk = tensor(new Int32Array(flat), { context, shape: [2, 3] });
  using grid = gridFromIjk(ijk);
  using data = tensor(new Uint8Array([1, 2]), { context });
  const end = INT32_MAX - 1;
  using high = injectToDenseCminor(grid, data, { ijkMin: [end, end, end], dims: [3, 3, 3] });
  const values = [...high.readSync()];
  assertEquals(values.filter((value) => value !== 0), [2]);
  assertEquals(values.indexOf(2), 9 + 3 + 1);
  const start = INT32_MIN;
  using low = injectToDenseCmajor(grid, data, {
    ijkMin: [start, start, start],
    dims: [2, 1, 1],
  });
  assertEquals([...low.readSync()], [1, 0]);
  assertThrows(() => injectToDenseCminor(grid, data), RangeError, "too many elements");
});

eachBackend("injectToDenseCminor() writes to memory that begins anywhere", (context) => {
  using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 39]), { context, shape: [2, 3] });
  using grid = gridFromIjk(ijk);
  using data = tensor(new Uint8Array([1, 2]), { context });
  const expected = new Uint8Array(40);
  expected[0] = 1;
  expected[39] = 2;
  for (let skip = 0; skip < 17; skip++) {
    using memory = tensor(new Uint8Array(60).fill(9), { context });
    using out = memory.slice(skip, skip + 40);
    const status = nativeOf(context).injectToDenseCminor({
      context: handleOf(context),
      grid: handleOf(grid),
      features: handleOf(data.buffer),
      dtype: dtypeCode("u8"),
      channels: 1,
      size: BigInt64Array.of(1n, 1n, 40n),
      origins: new Int32Array(3),
      nGrids: 1,
      out: handleOf(out.buffer),
    });
    checkStatus(context, status, "injectToDenseCminor");
    const all = new Uint8Array(60).fill(9);
    all.set(expected, skip);
    assertEquals(memory.readSync(), all);
  }
});

eachBackend("injectToDense...() and injectFromDense...() are adjoint", (context) => {
  using grid = buildBatch(context, LISTS);
  const [, box] = BOXES;
  assert(box !== undefined);
  const cells = sizeOf(box.size) * 3;
  const values = Float64Array.from({ length: grid.numVoxels * 2 }, (_, at) => (at * 7) % 101 - 50);
  const weights = Float64Array.from({ length: cells * 2 }, (_, at) => (at * 13) % 89 - 44);
  const dot = (a: Float64Array, b: Float64Array): number =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? NaN), 0);
  using data = tensor(values, { context, shape: [grid.numVoxels, 2] });
  const at = { ijkMin: box.origin, dims: box.size };
  using minor = injectToDenseCminor(grid, data, at);
  using minorWeights = tensor(weights, { context, shape: minor.shape });
  using minorBack = injectFromDenseCminor(grid, minorWeights, { ijkMin: box.origin });
  const minorSum = dot(minor.readSync(), weights);
  assertEquals(minorSum, dot(values, minorBack.readSync()));
  using major = injectToDenseCmajor(grid, data, at);
  using majorWeights = tensor(weights, { context, shape: major.shape });
  using majorBack = injectFromDenseCmajor(grid, majorWeights, { ijkMin: box.origin });
  const majorSum = dot(major.readSync(), weights);
  assertEquals(majorSum, dot(values, majorBack.readSync()));
  assert(minorSum !== 0 && majorSum !== 0 && minorSum !== majorSum);
});

eachBackend("injectToDense...() accept no voxels, no grids and no channels", (context) => {
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = gridFromIjk(none);
  using nothing = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using hollow = injectToDenseCminor(empty, nothing);
  assertEquals(hollow.shape, [1, 0, 0, 0, 2]);
  using zeros = injectToDenseCmajor(empty, nothing, { dims: [1, 2, 1] });
  assertEquals([zeros.shape, [...zeros.readSync()]], [[1, 2, 1, 2, 1], [0, 0, 0, 0]]);
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  using boxes = injectToDenseCminor(zero, nothing, { dims: [1, 2, 3] });
  assertEquals(boxes.shape, [0, 1, 2, 3, 2]);
  using grid = buildBatch(context, LISTS);
  using bare = tensor(new Float32Array(0), { context, shape: [grid.numVoxels, 0] });
  using flat = injectToDenseCmajor(grid, bare, { dims: [1, 2, 3] });
  assertEquals(flat.shape, [3, 0, 1, 2, 3]);
});

eachBackend("injectToDense...() reject what does not fit", (context) => {
  using grid = buildBatch(context, LISTS);
  const rows = grid.numVoxels;
  using data = tensor(new Float32Array(rows * 2), { context, shape: [rows, 2] });
  using short = data.slice(1);
  using scalar = tensor([1], { context, shape: [] });
  for (const toDense of [injectToDenseCminor, injectToDenseCmajor]) {
    const start = `Cannot run ${toDense.name}: `;
    const message = (...rest: Parameters<typeof toDense>): string =>
      assertThrows(() => toDense(...rest), RangeError).message;
    assertEquals(
      message(grid, short),
      `${start}features shape is [${rows - 1}, 2], [${rows}, ...] expected`,
    );
    assertEquals(message(grid, scalar), `${start}features shape is [], [${rows}, ...] expected`);
    for (const dims of [[0, 1, 1], [1, -1, 1], [1, 1, 0.5], [1, 1, NaN]] as const) {
      assertEquals(
        message(grid, data, { dims }),
        `${start}dims is ${dims.find((one) => !(one >= 1 && Number.isInteger(one)))}, ` +
          "a whole number from 1 to 4294967296 expected",
      );
    }
    assertEquals(
      message(grid, data, { dims: [1, 2] as unknown as [number, number, number] }),
      `${start}dims has 2 components, 3 expected`,
    );
    assertEquals(
      message(grid, data, { ijkMin: [[0, 0, 0], [0, 0, 0]] }),
      `${start}ijkMin has 2 voxels, the batch has 3 grids`,
    );
    assertEquals(
      message(grid, data, { ijkMin: [0, 2 ** 31, 0] }),
      `${start}ijkMin 2147483648 is not a whole number of 32 bits`,
    );
    const huge = { dims: [2 ** 30, 2 ** 30, 2 ** 30] } as const;
    assertThrows(() => toDense(grid, data, huge), RangeError, "too many elements");
  }
});

eachBackend("injectToDense...() free their result when an allocation fails", async (context) => {
  using grid = buildBatch(context, LISTS);
  using data = tensor(new Float32Array(grid.numVoxels * 2), {
    context,
    shape: [grid.numVoxels, 2],
  });
  for (const toDense of [injectToDenseCminor, injectToDenseCmajor]) {
    using _dense = await failEachAllocation(context, () => toDense(grid, data), 2);
  }
});

const gpu = contexts.find(isGpu);

// A few voxels and a slab of voxels: both ways to write a box.
for (const thickness of [0, 16]) {
  Deno.test({
    name: `injectToDense...() and back beyond 2^31 elements with ${thickness} planes full ` +
      (gpu === undefined ? "[skipped: boxes of 2.2 GB are for GPUs]" : `[${gpu.device}]`),
    ignore: gpu === undefined,
    fn: () => gpu === undefined ? undefined : checkLeaks(gpu, (it) => checkHuge(it, thickness)),
  });
}

/** Writes a box of 1292^3 bytes whose last planes along x are full, as are its corners and a cell before its middle. */
function checkHuge(context: Context, thickness: number): void {
  const [size, last] = [1292, 1291];
  const few = [0, 0, 0, last, last, last, last, 0, last, 600, 1000, 3];
  const flat = new Int32Array(few.length + thickness * size * size * 3);
  flat.set(few);
  for (let n = 0; n < thickness * size ** 2; n++) {
    const at = few.length + n * 3;
    flat[at] = last - Math.floor(n / size ** 2);
    flat[at + 1] = Math.floor(n / size) % size;
    flat[at + 2] = n % size;
  }
  using ijk = tensor(flat, { context, shape: [flat.length / 3, 3] });
  using grid = gridFromIjk(ijk);
  const values = Uint8Array.from({ length: grid.numVoxels }, (_, row) => row % 251 + 1);
  using data = tensor(values, { context });
  // The corners, the cell, and the last plane if it is full.
  using asked = ijk.slice(0, thickness === 0 ? 4 : 4 + size ** 2);
  using rows = ijkToIndex(grid, asked);
  const answers = rows.readSync();
  const planes = new Map([0, 600, last].map((x) => [x, new Uint8Array(size ** 2)]));
  answers.forEach((row, n) => {
    const [x = NaN, y = NaN, z = NaN] = flat.subarray(n * 3, n * 3 + 3);
    planes.get(x)?.fill(values[Number(row)] ?? NaN, y * size + z, y * size + z + 1);
  });
  const options = { dims: [size, size, size], ijkMin: [0, 0, 0] } as const;
  const pairs = [
    [injectToDenseCminor, injectFromDenseCminor],
    [injectToDenseCmajor, injectFromDenseCmajor],
  ] as const;
  for (const [toDense, fromDense] of pairs) {
    using dense = toDense(grid, data, options);
    using flatDense = dense.reshape([size, size, size]);
    for (const [x, expected] of planes) {
      using plane = flatDense.slice(x, x + 1);
      assertBits(plane.readSync(), expected);
    }
    using back = fromDense(grid, dense);
    assertBits(back.readSync(), values);
  }
}
