import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  convPlan,
  emptyTensor,
  fullTensor,
  gridFromDense,
  gridFromIjk,
  jagged,
  maxPool,
  tensor,
} from "../../mod.ts";
import { checkOptions, optionNames, pickOptions } from "../../ffi/base/options.ts";
import { gridFromDenseAsync } from "../../lib/grid/mod.ts";
import { retopologizeSdf } from "../../lib/sdf/mod.ts";
import { erodedGrid } from "../../lib/topology/mod.ts";
import { eachBackend } from "../_backends.ts";

/** Lets a value through that the compiler refuses, as a program does that nobody checked. */
type Wrong = never;

const wrong = (value: unknown): Wrong => value as Wrong;

/** Options with getters of a class: nothing of an object's own. */
class Settings {
  get voxelSize(): number {
    return 0.5;
  }
  get origin(): number {
    return 2;
  }
}

Deno.test("pickOptions() reads options by name, inherited ones too, and none without a value", () => {
  const picked = pickOptions(new Settings(), ["voxelSize"]);
  assertEquals(Object.entries(picked), [["voxelSize", 0.5]]);
  const inherited: { readonly a?: number; readonly b?: number } = Object.create({ a: 1, b: 2 });
  assertEquals({ ...pickOptions(inherited, ["a"]) }, { a: 1 });
  assertEquals({ ...pickOptions({ a: undefined, b: 0 }, ["a", "b"]) }, { b: 0 });
});

eachBackend("options may be getters of a class, or inherited", async (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk, new Settings());
  assertEquals([grid.voxelSizes[0], grid.origins[0]], [0.5, 2]);
  const inherited = Object.create({ context, dims: 2, voxelSize: 0.25 });
  using box = gridFromDense(inherited);
  using later = await gridFromDenseAsync(inherited);
  assertEquals([box.numVoxels, box.voxelSizes[0], later.voxelSizes[0]], [8, 0.25, 0.25]);
  using values = tensor(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), { context });
  const window = new class {
    get factor(): number {
      return 1;
    }
  }();
  using same = maxPool({ fine: box, coarse: box }, values, window);
  assertEquals(await same.read(), await values.read());
  using row = gridFromDense({ context, dims: [2, 1, 1] });
  using field = tensor([-0.5, 0.5], { context });
  const flow = new class {
    get halfWidthInVoxels(): number {
      return 2;
    }
  }();
  using band = retopologizeSdf(row, field, flow);
  assertEquals([...band.grid.bbox()].filter((_, at) => at % 3 === 0), [-1, 2]);
});

eachBackend("options whose value is undefined are as if they were left out", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  const none = wrong({ voxelSize: undefined, origin: undefined });
  using grid = gridFromIjk(ijk, none);
  assertEquals([grid.voxelSizes[0], grid.origins[0]], [1, 0]);
  using cube = gridFromDense({ context, dims: 3, ...none as object });
  assertEquals(cube.voxelSizes[0], 1);
  using inside = erodedGrid(cube, {
    radius: 1,
    ...wrong({ ijkMin: undefined, ijkMax: undefined }) as object,
  });
  assertEquals(inside.numVoxels, 1);
  using above = erodedGrid(cube, {
    ijkMin: [0, 0, -1],
    ijkMax: 0,
    ...wrong({ radius: undefined }) as object,
  });
  assertEquals(above.numVoxels, 18);
});

eachBackend("erodedGrid() refuses a radius along with a box", (context) => {
  using cube = gridFromDense({ context, dims: 3 });
  for (const extra of [{ radius: 1 }, { neighbors: 6 }]) {
    assertThrows(
      () => erodedGrid(cube, wrong({ ...extra, ijkMin: 0, ijkMax: 1 })),
      TypeError,
      `Cannot run erodedGrid: ${Object.keys(extra)[0]} is given along with a box`,
    );
  }
});

Deno.test("checkOptions() refuses what has names of another kind, and takes unknown ones without a value", () => {
  const names = optionNames<{ readonly a?: number }>({ a: true });
  const given: readonly (readonly [string, object])[] = [
    ["a Map", new Map([["a", 1]])],
    ["a Set", new Set()],
    ["a Date", new Date(0)],
    ["a Promise", Promise.resolve({ a: 1 })],
    ["a Float32Array", new Float32Array(1)],
  ];
  for (const [what, value] of given) {
    assertThrows(
      () => checkOptions<{ readonly a?: number }>("stretch", value, names),
      TypeError,
      `Cannot run stretch: options are ${what}, an object with their names expected`,
    );
  }
  for (const value of [new Settings(), Object.create(null), { b: undefined }, { a: undefined }]) {
    assertEquals(checkOptions<object>("stretch", value, wrong(names)), value);
  }
});

eachBackend("new tensors may be like another, and lists like others", async (context) => {
  using rows = tensor([1, 2, 3], { context, shape: [3, 1] });
  using points = jagged(rows, { offsets: [0, 1, 3] });
  for (const other of [rows, points]) {
    using empty = emptyTensor([3], other);
    using full = fullTensor([2], 7, other);
    using made = tensor([4, 5, 6], wrong(other === rows ? rows : { context }));
    assertEquals([empty.dtype, empty.context, empty.length], ["f32", context, 3]);
    assertEquals(await full.read(), Float32Array.of(7, 7));
    assertEquals(made.shape, other === rows ? [3, 1] : [3]);
  }
  using features = tensor([4, 5, 6], { context });
  using lists = jagged(features, points);
  assertEquals([...lists.offsets], [0n, 1n, 3n]);
  for (const none of [{}, features]) {
    assertThrows(
      () => jagged(features, wrong(none)),
      TypeError,
      "Cannot make jagged tensor: offsets are missing, a list expected",
    );
  }
});

eachBackend("a plan explains no layer with options that it does not know", async (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  using plan = convPlan(grid, { kernel: 3, target: grid });
  const layer = { dtype: "f32", inChannels: 4, outChannels: 4 } as const;
  const problem = 'Cannot explain plan: the option "bakend" is unknown';
  const odd = wrong({ ...layer, bakend: "x" });
  assertThrows(() => plan.explain(odd), TypeError, problem);
  await assertRejects(() => plan.explainAsync(odd), TypeError, problem);
  assertThrows(() => plan.explain(wrong("f32")), TypeError, 'options are "f32"');
  assertEquals(plan.explain(layer).sources, 8);
});
