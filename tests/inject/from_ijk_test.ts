import { assert, assertEquals, assertThrows } from "@std/assert";
import { gridFromIjk, jagged, jaggedFromList, type Tensor, tensor } from "../../mod.ts";
import { toTypedArray } from "../../lib/core/dtype.ts";
import { injectFromIjk, injectFromIjkInto } from "../../lib/inject/mod.ts";
import { eachBackend } from "../_backends.ts";
import { flatten, type Ijk, keyOf, randomIjk, randomSource } from "../grid/_oracle.ts";
import {
  assertElements,
  buildBatch,
  CASES,
  drawElements,
  elementsOf,
  LISTS,
  rowTables,
  sizeOf,
} from "./_features.ts";

/** Lists with repetitions, voxels that are not active, and one list for the grid without voxels. */
const LISTED: readonly (readonly Ijk[])[] = [
  [...randomIjk(randomSource(91), 2000, -7, 7), [2 ** 31 - 1, 0, 0]],
  randomIjk(randomSource(92), 5, -2, 2),
  randomIjk(randomSource(93), 300, -4, 8),
];

/** The place at which each voxel is listed last, or -1. */
function lastPlaces(voxels: number): number[] {
  const last = Array<number>(voxels).fill(-1);
  const tables = rowTables(LISTS);
  let place = 0;
  for (const [b, list] of LISTED.entries()) {
    for (const ijk of list) {
      const row = tables[b]?.get(keyOf(ijk));
      if (row !== undefined) last[row] = place;
      place++;
    }
  }
  return last;
}

eachBackend("injectFromIjk() takes the last row of each voxel and leaves others out", (context) => {
  using voxels = tensor(new Int32Array([0, 0, 1, 0, 0, 2, -9, 0, 0]), { context, shape: [3, 3] });
  using grid = gridFromIjk(voxels);
  using ijk = tensor(new Int32Array([0, 0, 2, 5, 5, 5, 0, 0, 2, -9, 0, 0]), {
    context,
    shape: [4, 3],
  });
  using src = tensor(new Int32Array([1, 2, 3, 4, 5, 6, 7, 8]), { context, shape: [4, 2] });
  using data = injectFromIjk(grid, ijk, src);
  assertEquals([...data.readSync()], [7, 8, 0, 0, 5, 6]);
  using filled = injectFromIjk(grid, ijk, src, { fill: -1 });
  assertEquals([...filled.readSync()], [7, 8, -1, -1, 5, 6]);
  using dst = tensor(new Int32Array([10, 11, 12, 13, 14, 15]), { context, shape: [3, 2] });
  injectFromIjkInto(dst, grid, ijk, src);
  assertEquals([...dst.readSync()], [7, 8, 12, 13, 5, 6]);
});

eachBackend("injectFromIjk() and injectFromIjkInto() agree with brute force", (context) => {
  using grid = buildBatch(context, LISTS);
  using ijk = jaggedFromList(LISTED.map(flatten), { context, dtype: "i32", shape: [3] });
  const last = lastPlaces(grid.numVoxels);
  assert(last.includes(-1) && last.some((place) => place > 2000));
  const count = LISTED.flat().length;
  for (const { dtype, shape } of CASES) {
    const channels = sizeOf(shape);
    const source = drawElements(dtype, count * channels);
    using src = tensor(source, { context, dtype, shape: [count, ...shape] });
    const indices = elementsOf(last, channels);
    using data = injectFromIjk(grid, ijk, src, { fill: 1 });
    assertEquals(data.shape, [grid.numVoxels, ...shape]);
    const ones = toTypedArray(dtype, Array<number>(indices.length).fill(1));
    assertElements(dtype, data.readSync(), source, indices, ones);
    const held = drawElements(dtype, indices.length, 2);
    using dst = tensor(held, { context, dtype, shape: data.shape });
    injectFromIjkInto(dst, grid, ijk, src);
    assertElements(dtype, dst.readSync(), source, indices, held);
  }
});

eachBackend("injectFromIjk() lets the last of very many rows win", (context) => {
  const count = 100_000;
  using voxels = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(voxels);
  using ijk = tensor(new Int32Array(count * 3), { context, shape: [count, 3] });
  using src = tensor(Int32Array.from({ length: count }, (_, at) => at), { context });
  using data = injectFromIjk(grid, ijk, src);
  assertEquals([...data.readSync()], [count - 1]);
});

eachBackend("injectFromIjk() accepts no coordinates, no voxels and no grids", (context) => {
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using nothing = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using grid = buildBatch(context, [[[1, 2, 3]]]);
  using zeros = injectFromIjk(grid, none, nothing, { fill: 4 });
  assertEquals([...zeros.readSync()], [4, 4]);
  using empty = gridFromIjk(none);
  using one = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using pair = tensor([1, 2], { context, shape: [1, 2] });
  using lost = injectFromIjk(empty, one, pair);
  assertEquals(lost.shape, [0, 2]);
  injectFromIjkInto(nothing, empty, one, pair);
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  using still = injectFromIjk(zero, noLists, nothing);
  assertEquals(still.shape, [0, 2]);
});

eachBackend("injectFromIjk() and injectFromIjkInto() reject what does not fit", (context) => {
  using grid = buildBatch(context, [[[0, 0, 0]]]);
  using batch = buildBatch(context, LISTS);
  using ijk = tensor(new Int32Array(6), { context, shape: [2, 3] });
  using pairs = tensor(new Int32Array(6), { context, shape: [3, 2] });
  using reals = tensor(new Float32Array(6), { context, shape: [2, 3] });
  using src = tensor([1, 2], { context });
  using long = tensor([1, 2, 3], { context });
  using dst = tensor([1], { context });
  using wide = tensor([1], { context, shape: [1, 1] });
  using ints = tensor(new Int32Array(1), { context });
  type Inputs = readonly [typeof grid, Tensor, Tensor<"f32">];
  const calls: Readonly<Record<string, (...inputs: Inputs) => unknown>> = {
    injectFromIjk: (g, list, rows) => injectFromIjk(g, list as Tensor<"i32">, rows),
    injectFromIjkInto: (g, list, rows) => injectFromIjkInto(dst, g, list as Tensor<"i32">, rows),
  };
  for (const [operator, run] of Object.entries(calls)) {
    const start = `Cannot run ${operator}: `;
    const message = (...inputs: Inputs): string =>
      assertThrows(() => run(...inputs), RangeError).message;
    assertEquals(message(grid, pairs, src), `${start}ijk shape is [3, 2], [n, 3] expected`);
    assertEquals(message(grid, ijk, long), `${start}src shape is [3], [2, ...] expected`);
    assertEquals(
      message(batch, ijk, src),
      `${start}the number of lists in ijk is 1, the number of grids is 3`,
    );
    const dtype = assertThrows(() => run(grid, reals, src), TypeError);
    assertEquals(dtype.message, `${start}ijk is f32, i32 expected`);
  }
  const start = "Cannot run injectFromIjkInto: ";
  const shape = assertThrows(() => injectFromIjkInto(wide, grid, ijk, src), RangeError);
  assertEquals(shape.message, `${start}dst shape is [1, 1], [1] expected`);
  const wrong = ints as unknown as Tensor<"f32">;
  const dtype = assertThrows(() => injectFromIjkInto(wrong, grid, ijk, src), TypeError);
  assertEquals(dtype.message, `${start}dst is i32, f32 expected`);
  using bytes = tensor(new Uint8Array(2), { context });
  assertThrows(() => injectFromIjk(grid, ijk, bytes, { fill: -1 }), RangeError, "-1");
});
