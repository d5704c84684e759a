import { cameraLookAt } from "../../lib/core/mod.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { gridJaggedLike } from "../../lib/grid/mod.ts";
import { voxelRowsAlongRays, voxelsAlongRays } from "../../lib/rays/mod.ts";
import { reinitializeSdf } from "../../lib/sdf/mod.ts";
import { clippedGrid, convGrid, dualGrid, erodedGrid, paddedGrid } from "../../lib/topology/mod.ts";
import {
  buildLod,
  coarsenedGrid,
  convPlan,
  type Device,
  dilatedGrid,
  emptyTensor,
  firstActiveVoxel,
  gridFromIjk,
  gridFromPoints,
  inject,
  jaggedSum,
  marchingCubes,
  maxPool,
  openContext,
  refinedGrid,
  sampleTrilinear,
  segmentsAlongRays,
  sparseConv,
  takeRows,
  tensor,
  uniformRaySamples,
  volumeRender,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

/** Lets a value through that the compiler refuses, as a program does that nobody checked. */
type Wrong = never;

const wrong = (value: unknown): Wrong => value as Wrong;

eachBackend("operators say what an argument of another kind is", (context) => {
  using points = tensor([0, 0, 0, 1, 1, 1], { context, shape: [2, 3] });
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromPoints(points, { voxelSize: 1 });
  using coarse = coarsenedGrid(grid, { factor: 2 });
  using values = tensor([1, 2], { context });
  using column = tensor([1, 2], { context, shape: [2, 1] });
  using lists = gridJaggedLike(grid, column);
  using rows = tensor(BigInt64Array.of(0n), { context });
  using plan = convPlan(grid, { kernel: 1, target: grid });
  using weights = tensor([1], { context, shape: [1, 1] });
  using bias = tensor([1], { context });
  const inLists =
    /(features|values|field|src|source) is in lists, a tensor such as its data expected$/;
  const options = /options are .*, an object with their names expected: \w+(, \w+)*$/;
  const cases: readonly (readonly [RegExp, () => unknown])[] = [
    [inLists, () => sampleTrilinear(grid, points, wrong(lists))],
    [inLists, () => marchingCubes(grid, wrong(lists))],
    [inLists, () => inject(grid, grid, wrong(lists))],
    [inLists, () => maxPool({ fine: grid, coarse }, wrong(lists), { factor: 2 })],
    [inLists, () => takeRows(wrong(lists), rows)],
    [
      /an input is missing, something on a device/,
      () => sampleTrilinear(grid, points, wrong(undefined)),
    ],
    [
      /an input is a Float32Array, /,
      () => gridFromPoints(wrong(new Float32Array(3)), { voxelSize: 1 }),
    ],
    [/an input is an Array, /, () => sampleTrilinear(grid, wrong([[0, 0, 0]]), values)],
    [
      /an input is 0, something/,
      () => sampleTrilinear(grid, wrong(0), values),
    ],
    [/the context option is missing/, () => tensor([1], wrong({ shape: [1] }))],
    [/voxel size is missing/, () => gridFromPoints(points, wrong({}))],
    [
      /the option "voxelsize" is unknown, voxelSize or origin expected$/,
      () => gridFromPoints(points, wrong({ voxelSize: 1, voxelsize: 2 })),
    ],
    [options, () => coarsenedGrid(grid, wrong(2))],
    [/factor is missing/, () => coarsenedGrid(grid, wrong({}))],
    [/kernel is missing/, () => convPlan(grid, wrong({}))],
    [options, () => gridFromIjk(ijk, wrong(0.1))],
    [/options are 2, /, () => dilatedGrid(grid, wrong(2))],
    [options, () => erodedGrid(grid, wrong(2))],
    [/the grid is missing, a GridBatch expected$/, () => dilatedGrid(wrong(undefined))],
    [/the grid is a Tensor, a GridBatch expected$/, () => dilatedGrid(wrong(points))],
    [
      /the grid is a Tensor, a GridBatch expected$/,
      () => firstActiveVoxel(wrong(points), points, points),
    ],
    [/the grid is a Tensor, /, () => sampleTrilinear(wrong(points), points, values)],
    [/the grid is a Tensor, /, () => marchingCubes(wrong(points), values)],
    [
      /the grid is null, /,
      () => maxPool({ fine: grid, coarse: wrong(null) }, values, { factor: 2 }),
    ],
    [
      /points is a GridBatch, a tensor expected$/,
      () => gridFromPoints(wrong(grid), { voxelSize: 1 }),
    ],
    [options, () => coarsenedGrid(grid, wrong(undefined))],
    [options, () => clippedGrid(grid, wrong(undefined))],
    [options, () => paddedGrid(grid, wrong(1))],
    [options, () => refinedGrid(grid, wrong(2))],
    [options, () => convGrid(grid, wrong(3))],
    [options, () => convPlan(grid, wrong(3))],
    [options, () => jaggedSum(values, wrong(1))],
    [
      /factor is "2", one number or three expected$/,
      () => coarsenedGrid(grid, { factor: wrong("2") }),
    ],
    [
      /the context option is 3, a Context expected$/,
      () => emptyTensor([1], wrong({ context: 3, dtype: "f32" })),
    ],
    [/dtype "undefined"/, () => emptyTensor([1], wrong({ context }))],
    [/an input is missing, /, () => jaggedSum(wrong(undefined))],
    [
      /options are undefined, /,
      () => uniformRaySamples(grid, points, points, 0, 1, wrong(undefined)),
    ],
    [/options are 3, /, () => buildLod(points, undefined, wrong(3))],
    [/options are a function, /, () => dilatedGrid(grid, wrong(() => "x".repeat(999)))],
    [/options are "x{40}...", /, () => dilatedGrid(grid, wrong("x".repeat(999)))],
    [/an input is an Object, /, () => jaggedSum(wrong({ assertUsable: 1 }))],
    [/options are true, /, () => dualGrid(grid, wrong(true))],
    [options, () => marchingCubes(grid, values, wrong(0.5))],
    [options, () => reinitializeSdf(grid, values, wrong(3))],
    [options, () => inject(grid, grid, values, wrong(7))],
    [options, () => takeRows(values, rows, wrong(7))],
    [options, () => segmentsAlongRays(grid, points, points, wrong(8))],
    [options, () => firstActiveVoxel(grid, points, points, wrong(0))],
    [/options are null, /, () => voxelsAlongRays(grid, points, points, wrong(null))],
    [options, () => volumeRender(values, column, values, values, wrong(0.01))],
    [/options are a Tensor, /, () => sparseConv(plan, column, weights, wrong(bias))],
    [/options are "cpu", /, () => openContext(wrong("cpu" satisfies Device))],
    [
      /rows is "row", "batch" or "grid" expected/,
      () => voxelRowsAlongRays(grid, points, points, { rows: wrong("row") }),
    ],
    [
      /width is undefined, pixels expected/,
      () => cameraLookAt(wrong({ eye: [0, 0, 0], target: [1, 0, 0] })),
    ],
  ];
  for (const [message, call] of cases) {
    const error = assertThrows(call, Error, "", `${call}`);
    assertEquals(
      [message.test(error.message), error instanceof TypeError || error instanceof RangeError],
      [true, true],
      `${call}: ${error}`,
    );
    assertEquals(error.message.startsWith("Cannot "), true, error.message);
  }
});

eachBackend("tensor() refuses nested arrays and what is no number", (context) => {
  assertThrows(
    () => tensor(wrong([[1, 2, 3], [4, 5, 6]]), { context }),
    TypeError,
    "element 0 is an Array, a number expected: give all numbers one after another, and a shape",
  );
  assertThrows(() => tensor(wrong([1, "2"]), { context }), TypeError, 'element 1 is "2", a number');
  assertThrows(() => tensor(wrong([1, , 3]), { context }), TypeError, "element 1 is undefined");
});
