import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  type Context,
  type DType,
  DTYPES,
  gridFromIjk,
  inject,
  jagged,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { toTypedArray } from "../../lib/core/dtype.ts";
import { injectInto } from "../../lib/inject/mod.ts";
import { eachBackend, living } from "../_backends.ts";
import { type Ijk, keyOf, randomIjk, randomSource } from "../grid/_oracle.ts";
import {
  assertElements,
  buildBatch,
  CHANNELS,
  drawElements,
  elementsOf,
  LISTS,
  rowTables,
  sizeOf,
  voxelsInOrder,
} from "./_features.ts";

type Lists = readonly (readonly Ijk[])[];

/** The row of `other` for each voxel of `lists`, or -1. */
function commonRows(lists: Lists, other: Lists): number[] {
  const tables = rowTables(other);
  return voxelsInOrder(lists).map(({ b, ijk }) => tables[b]?.get(keyOf(ijk)) ?? -1);
}

/** Runs both operators from one batch to another and compares them with brute force. */
function checkInjection(
  context: Context,
  { to, from, dtype, shape }: { to: Lists; from: Lists; dtype: DType; shape: readonly number[] },
): void {
  using dstGrid = buildBatch(context, to);
  using srcGrid = buildBatch(context, from);
  const channels = sizeOf(shape);
  const source = drawElements(dtype, srcGrid.numVoxels * channels, 3);
  using src = tensor(source, { context, dtype, shape: [srcGrid.numVoxels, ...shape] });
  const indices = elementsOf(commonRows(to, from), channels);
  using made = inject(dstGrid, srcGrid, src, { fill: 1 });
  assertEquals(made.shape, [dstGrid.numVoxels, ...shape]);
  const ones = toTypedArray(dtype, Array<number>(indices.length).fill(1));
  assertElements(dtype, made.readSync(), source, indices, ones);
  const held = drawElements(dtype, dstGrid.numVoxels * channels, 4);
  using dst = tensor(held, { context, dtype, shape: made.shape });
  injectInto(dst, dstGrid, srcGrid, src);
  assertElements(dtype, dst.readSync(), source, indices, held);
  assertElements(dtype, src.readSync(), source, Array.from(source.keys()));
}

const MORE: Lists = LISTS.map((
  list,
  b,
) => [...list, ...randomIjk(randomSource(80 + b), 90, -9, 9)]);
const FEWER: Lists = LISTS.map((list) => list.filter((_, n) => n % 3 === 0));
const APART: Lists = LISTS.map((list) => list.map(([i, j, k]): Ijk => [i + 64, j, k]));
const BESIDE: Lists = LISTS.map((list) => list.map(([i, j, k]): Ijk => [i, j, k * 2 + 1]));
const FAR: Lists = [
  [[0, 0, 0], [2 ** 31 - 1, -(2 ** 31), 5], [4096, 0, 0]],
  [[1, 1, 1]],
  [...(LISTS[2] ?? []), [-9000, 3, 3]],
];

const PAIRS: Readonly<Record<string, { readonly to: Lists; readonly from: Lists }>> = {
  "a superset to a subset": { to: LISTS, from: MORE },
  "a subset to a superset": { to: MORE, from: FEWER },
  "voxels that lie elsewhere": { to: APART, from: LISTS },
  "voxels of the same leaves": { to: LISTS, from: BESIDE },
  "voxels of other tiles": { to: FAR, from: MORE },
  "a batch to itself": { to: LISTS, from: LISTS },
};

eachBackend("inject() copies rows of common voxels and fills the others", (context) => {
  using few = tensor(new Int32Array([0, 0, 1, -8, 0, 0]), { context, shape: [2, 3] });
  using more = tensor(new Int32Array([0, 0, 2, 0, 0, 1, 0, 0, 0]), { context, shape: [3, 3] });
  using srcGrid = gridFromIjk(few, { voxelSize: 2 });
  using dstGrid = gridFromIjk(more, { origin: 7 });
  // Rows of the source: (-8, 0, 0), (0, 0, 1).
  using src = tensor(new Float64Array([1, 2, 3, 4]), { context, shape: [2, 2] });
  using zeros = inject(dstGrid, srcGrid, src);
  assertEquals([...zeros.readSync()], [0, 0, 3, 4, 0, 0]);
  using filled = inject(dstGrid, srcGrid, src, { fill: -Infinity });
  assertEquals([...filled.readSync()], [-Infinity, -Infinity, 3, 4, -Infinity, -Infinity]);
  using dst = tensor(new Float64Array([9, 8, 7, 6, 5, NaN]), { context, shape: [3, 2] });
  injectInto(dst, dstGrid, srcGrid, src);
  assertEquals([...dst.readSync()], [9, 8, 3, 4, 5, NaN]);
});

for (const [name, { to, from }] of Object.entries(PAIRS)) {
  eachBackend(`inject() and injectInto() agree with brute force from ${name}`, (context) => {
    for (const dtype of DTYPES) checkInjection(context, { to, from, dtype, shape: [3] });
    for (const shape of CHANNELS) checkInjection(context, { to, from, dtype: "f32", shape });
    for (const channels of [1, 5, 16, 48]) {
      checkInjection(context, { to, from, dtype: "u8", shape: [channels] });
    }
    const common = commonRows(to, from).filter((row) => row >= 0).length;
    assertEquals(common === 0, name.includes("elsewhere"), "the pair is not what its name says");
  });
}

eachBackend("inject() copies common voxels of any two sets", (context) => {
  const ijk = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -1, max: 8 }), fc.nat(9));
  const lists = fc.array(ijk, { maxLength: 40 }).map((list): Lists => [list]);
  fc.assert(
    fc.property(lists, lists, (to, from) => {
      checkInjection(context, { to, from, dtype: "i64", shape: [2] });
    }),
    { numRuns: 40 },
  );
});

eachBackend("inject() fills with values of every element type", (context) => {
  using dstGrid = buildBatch(context, [[[0, 0, 0]]]);
  using srcGrid = buildBatch(context, [[]]);
  const cases = [
    ["f32", 0.1, Math.fround(0.1)],
    ["f16", 0.5, 0.5],
    ["bf16", 1, 0x3f80],
    ["f64", 0.1, 0.1],
    ["i32", -7, -7],
    ["u8", 255, 255],
    ["bool", true, 1],
  ] as const;
  for (const [dtype, fill, expected] of cases) {
    using src = tensor([], { context, dtype, shape: [0, 5] });
    using dst: Tensor = inject<DType>(dstGrid, srcGrid, src, { fill });
    assertEquals(Array.from(dst.readSync(), Number), Array<number>(5).fill(expected));
  }
  using longs = tensor(new BigInt64Array(0), { context, shape: [0, 3] });
  const least = -(2n ** 63n);
  using filled = inject(dstGrid, srcGrid, longs, { fill: least });
  assertEquals([...filled.readSync()], [least, least, least]);
  using bytes = tensor(new Uint8Array(0), { context, shape: [0, 3] });
  assertThrows(() => inject(dstGrid, srcGrid, bytes, { fill: 256 }), RangeError, "256");
  assertThrows(() => inject(dstGrid, srcGrid, bytes, { fill: 0.5 }), RangeError, "0.5");
});

eachBackend("inject() back to the source is its adjoint", (context) => {
  using dstGrid = buildBatch(context, MORE);
  using srcGrid = buildBatch(context, BESIDE);
  const values = Float64Array.from({ length: srcGrid.numVoxels }, (_, at) => (at * 7) % 101 - 50);
  const weights = Float64Array.from({ length: dstGrid.numVoxels }, (_, at) => (at * 5) % 83 - 41);
  using src = tensor(values, { context });
  using gradient = tensor(weights, { context });
  using dst = inject(dstGrid, srcGrid, src);
  using back = inject(srcGrid, dstGrid, gradient);
  const dot = (a: Float64Array, b: Float64Array): number =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? NaN), 0);
  const sum = dot(dst.readSync(), weights);
  assertEquals(sum, dot(values, back.readSync()));
  assert(sum !== 0);
});

eachBackend("inject() and injectInto() accept no voxels, no grids and no channels", (context) => {
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = gridFromIjk(none);
  using grid = buildBatch(context, [[[1, 2, 3]]]);
  using nothing = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using one = tensor([1, 2], { context, shape: [1, 2] });
  using zeros = inject(grid, empty, nothing);
  assertEquals([...zeros.readSync()], [0, 0]);
  using lost = inject(empty, grid, one);
  assertEquals(lost.shape, [0, 2]);
  injectInto(one, grid, empty, nothing);
  injectInto(nothing, empty, grid, one);
  assertEquals([...one.readSync()], [1, 2]);
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  using still = inject(zero, zero, nothing);
  assertEquals(still.shape, [0, 2]);
  using bare = tensor(new Float32Array(0), { context, shape: [1, 0] });
  using flat = inject(grid, grid, bare);
  assertEquals(flat.shape, [1, 0]);
});

eachBackend("inject() and injectInto() reject what does not fit", (context) => {
  using dstGrid = buildBatch(context, [[[0, 0, 0]], []]);
  using srcGrid = buildBatch(context, [[[0, 0, 0], [0, 0, 1]], []]);
  using single = buildBatch(context, [[[0, 0, 0], [0, 0, 1]]]);
  using src = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
  using short = src.slice(1);
  using dst = tensor([1, 2], { context, shape: [1, 2] });
  using narrow = tensor([1], { context, shape: [1, 1] });
  using flat = tensor([1, 2], { context });
  using ints = tensor(new Int32Array(2), { context, shape: [1, 2] });
  const refusal = (body: () => unknown): string => assertThrows(body, RangeError).message;
  assertEquals(
    refusal(() => inject(dstGrid, single, src)),
    "Cannot run inject: srcGrid has 1 grids, 2 expected",
  );
  assertEquals(
    refusal(() => inject(dstGrid, srcGrid, short)),
    "Cannot run inject: src shape is [1, 2], [2, ...] expected",
  );
  const start = "Cannot run injectInto: ";
  assertEquals(
    refusal(() => injectInto(dst, dstGrid, single, src)),
    `${start}srcGrid has 1 grids, 2 expected`,
  );
  assertEquals(
    refusal(() => injectInto(dst, dstGrid, srcGrid, short)),
    `${start}src shape is [1, 2], [2, ...] expected`,
  );
  assertEquals(
    refusal(() => injectInto(narrow, dstGrid, srcGrid, src)),
    `${start}dst shape is [1, 1], [1, 2] expected`,
  );
  assertEquals(
    refusal(() => injectInto(flat, dstGrid, srcGrid, src)),
    `${start}dst shape is [2], [1, 2] expected`,
  );
  const wrong = ints as unknown as Tensor<"f32">;
  const { message } = assertThrows(() => injectInto(wrong, dstGrid, srcGrid, src), TypeError);
  assertEquals(message, `${start}dst is i32, f32 expected`);
});

eachBackend("inject() a hundred times holds no more memory than once", async (context) => {
  using dstGrid = buildBatch(context, MORE);
  using srcGrid = buildBatch(context, LISTS);
  using src = tensor(new Float32Array(srcGrid.numVoxels), { context });
  const before = await living(context);
  for (let run = 0; run < 100; run++) inject(dstGrid, srcGrid, src).dispose();
  assertEquals(await living(context), before);
});
