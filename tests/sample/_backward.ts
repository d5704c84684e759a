/**
 * Bodies of tests that the kernels have in common.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import type { SampleGradients, SplatGradients } from "../../lib/sample/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  jagged,
  type JaggedTensor,
  type Lists,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { randomSource } from "../grid/_oracle.ts";
import {
  contract,
  type Curve,
  differences,
  dot,
  makeStage,
  POINTS,
  pointTolerance,
  PRECISION,
  randomTensor,
  sampleAll,
  splatAll,
  VOXELS,
} from "./_kernels.ts";

const CHANNELS = 5;
const STEP_POINTS = 12;

/** A sampling operator with its backward. */
export interface Sampling {
  readonly name: string;
  readonly curve: Curve;
  readonly sample: (
    grid: GridBatch,
    points: JaggedTensor<Real>,
    values: Tensor<Real>,
  ) => JaggedTensor<Real>;
  readonly backward: (
    grid: GridBatch,
    points: Lists<Real>,
    values: Tensor<Real>,
    gradients: Lists<Real>,
  ) => SampleGradients<Real, Lists<Real>>;
}

/** A splatting operator with its backward. */
export interface Splatting {
  readonly name: string;
  readonly curve: Curve;
  readonly splat: (grid: GridBatch, points: Lists<Real>, data: Lists<Real>) => Tensor<Real>;
  readonly backward: (
    grid: GridBatch,
    points: Lists<Real>,
    data: Lists<Real>,
    gradients: Tensor<Real>,
  ) => SplatGradients<Lists<Real>, Lists<Real>>;
}

function rows(lists: Lists<Real>): Float16Array | Float32Array | Float64Array {
  return ("data" in lists ? lists.data : lists).readSync();
}

/** Compares gradients with sums over all pairs of points and voxels. */
export function checkSampleBackward(
  context: Context,
  dtype: Real,
  { backward, curve }: Sampling,
): void {
  using stage = makeStage(context);
  const { grid, points } = stage;
  using values = randomTensor(context, dtype, [VOXELS.length, CHANNELS], 1);
  using flat = randomTensor(context, dtype, [POINTS.length, CHANNELS], 2);
  using gradients = jagged(flat, { offsets: points.offsets });
  using back = backward(grid, points, values, gradients);
  const weights = rows(gradients);
  const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] * 8 };
  assertEquals(back.features.shape, [VOXELS.length, CHANNELS]);
  assertClose(back.features.readSync(), splatAll(weights, CHANNELS, curve), tolerance);
  const { gradients: slopes } = sampleAll(values.readSync(), CHANNELS, curve);
  assertEquals((back.points as JaggedTensor).offsets, points.offsets);
  // The points are doubles, so their gradients are too.
  const byPoints = contract(slopes, weights, CHANNELS);
  assertClose(rows(back.points), byPoints, pointTolerance(dtype, curve));
}

/** Compares gradients with differences of samples. */
export function checkSampleDifferences(context: Context, { sample, backward }: Sampling): void {
  using stage = makeStage(context);
  const { grid, points } = stage;
  using values = randomTensor(context, "f64", [VOXELS.length], 1);
  using flat = randomTensor(context, "f64", [POINTS.length], 2);
  using gradients = jagged(flat, { offsets: points.offsets });
  using back = backward(grid, points, values, gradients);
  const weights = rows(gradients);
  const numbers = [...values.readSync()] as number[];
  const byValues = differences(numbers.slice(0, 40), (moved) => {
    using other = tensor(new Float64Array([...moved, ...numbers.slice(40)]), { context });
    using samples = sample(grid, points, other);
    return dot(weights, rows(samples));
  });
  const tolerance = { absolute: 1e-7, relative: 1e-7 };
  assertClose(back.features.readSync().subarray(0, 40), byValues, tolerance);
  const places = POINTS.flatMap(({ place }) => place);
  const count = STEP_POINTS * 3;
  const byPoints = differences(places.slice(0, count), (moved) => {
    using other = makeStage(context, [...moved, ...places.slice(count)]);
    using samples = sample(grid, other.points, values);
    return dot(weights, rows(samples));
  });
  assertClose(rows(back.points).subarray(0, count), byPoints, tolerance);
  assert(byPoints.filter((slope) => Math.abs(slope) > 0.1).length > 12);
}

/** Compares what voxels have been given, and gradients of it, with sums over all pairs. */
export function checkSplat(
  context: Context,
  dtype: Real,
  { splat, backward, curve }: Splatting,
): void {
  using stage = makeStage(context);
  const { grid, points } = stage;
  const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] * 8 };
  for (const channels of [1, 3, 9]) {
    using flat = randomTensor(context, dtype, [POINTS.length, channels], channels);
    using data = jagged(flat, { offsets: points.offsets });
    using voxels = splat(grid, points, data);
    assertEquals([voxels.shape, voxels.dtype], [[VOXELS.length, channels], dtype]);
    const expected = splatAll(rows(data), channels, curve);
    assertClose(voxels.readSync(), expected, tolerance);
    assert(expected.filter((one) => one !== 0).length > 100 * channels);
    using gradients = randomTensor(context, dtype, [VOXELS.length, channels], 5);
    using back = backward(grid, points, data, gradients);
    const { samples, gradients: slopes } = sampleAll(gradients.readSync(), channels, curve);
    assertClose(rows(back.features), samples, tolerance);
    const byPoints = contract(slopes, rows(data), channels);
    assertClose(rows(back.points), byPoints, pointTolerance(dtype, curve));
  }
}

/** Compares gradients with differences of what voxels have been given. */
function checkSplatDifferences(context: Context, { splat, backward }: Splatting): void {
  using stage = makeStage(context);
  const { grid, points } = stage;
  using flat = randomTensor(context, "f64", [POINTS.length], 1);
  using data = jagged(flat, { offsets: points.offsets });
  using gradients = randomTensor(context, "f64", [VOXELS.length], 2);
  using back = backward(grid, points, data, gradients);
  const weights = gradients.readSync();
  const places = POINTS.flatMap(({ place }) => place);
  const count = STEP_POINTS * 3;
  const byPoints = differences(places.slice(0, count), (moved) => {
    using other = makeStage(context, [...moved, ...places.slice(count)]);
    using voxels = splat(grid, other.points, data);
    return dot(weights, voxels.readSync());
  });
  assertClose(rows(back.points).subarray(0, count), byPoints, { absolute: 1e-7, relative: 1e-7 });
  assert(byPoints.filter((slope) => Math.abs(slope) > 0.1).length > 12);
}

/** Wrong arguments of a backward of sampling. */
export function checkSampleRefusals(context: Context, { name, backward }: Sampling): void {
  using stage = makeStage(context);
  const { grid, points } = stage;
  using values = randomTensor(context, "f32", [VOXELS.length, 2]);
  using flat = randomTensor(context, "f32", [POINTS.length, 2]);
  using gradients = jagged(flat, { offsets: points.offsets });
  using shifted = jagged(flat, { offsets: [0, 1, 2, POINTS.length] });
  using narrow = randomTensor(context, "f32", [POINTS.length]);
  using wide = randomTensor(context, "f64", [POINTS.length, 2]);
  using short = randomTensor(context, "f32", [3, 2]);
  const start = `Cannot run ${name}: `;
  const message = (kind: typeof RangeError, by: Lists<Real>, of: Tensor<Real> = values): string =>
    assertThrows(() => backward(grid, points, of, by), kind).message;
  assertEquals(
    message(RangeError, narrow),
    `${start}gradients shape is [${POINTS.length}], [${POINTS.length}, 2] expected`,
  );
  assertEquals(message(TypeError, wide), `${start}gradients is f64, f32 expected`);
  assertEquals(
    message(RangeError, shifted),
    `${start}points and gradients have different offsets`,
  );
  assertEquals(
    message(RangeError, gradients, short),
    `${start}features shape is [3, 2], [${VOXELS.length}, ...channels] expected`,
  );
}

/** Points between voxels that are all there give everything away. */
function checkSplatSum(context: Context, { splat }: Splatting): void {
  using grid = gridFromDense({ context, dims: 9 });
  const random = randomSource(3);
  const places = Float64Array.from({ length: 600 }, () => 1.5 + random() * 5);
  const numbers = Float64Array.from({ length: 200 }, () => random());
  using points = tensor(places, { context, shape: [200, 3] });
  using data = tensor(numbers, { context });
  using voxels = splat(grid, points, data);
  const total = (list: Float64Array): number => list.reduce((sum, one) => sum + one, 0);
  assertClose([total(Float64Array.from(voxels.readSync()))], [total(numbers)], { relative: 1e-12 });
}

/** Wrong arguments of splatting and of its backward. */
export function checkSplatRefusals(context: Context, { name, splat, backward }: Splatting): void {
  using stage = makeStage(context);
  const { grid, points } = stage;
  using flat = randomTensor(context, "f32", [POINTS.length, 2]);
  using data = jagged(flat, { offsets: points.offsets });
  using shifted = jagged(flat, { offsets: [0, 1, 2, POINTS.length] });
  using short = randomTensor(context, "f32", [3, 2]);
  using ints = tensor(new Int32Array(POINTS.length), { context });
  using wide = randomTensor(context, "f64", [VOXELS.length, 2]);
  const start = `Cannot run ${name}: `;
  const message = (kind: typeof RangeError, what: Lists<Real>, on: Lists<Real> = points): string =>
    assertThrows(() => splat(grid, on, what), kind).message;
  assertEquals(
    message(RangeError, short),
    `${start}features shape is [3, 2], [${POINTS.length}, ...channels] expected`,
  );
  assertEquals(
    message(TypeError, ints as unknown as Tensor<"f32">),
    `${start}features is i32, f16, bf16, f32 or f64 expected`,
  );
  assertEquals(message(RangeError, shifted), `${start}points and features have different offsets`);
  assertEquals(
    message(RangeError, data, points.data),
    `${start}the number of lists in points is 1, the number of grids is 3`,
  );
  const back = (by: Tensor<Real>): unknown => backward(grid, points, data, by);
  assertEquals(
    assertThrows(() => back(short), RangeError).message,
    `Cannot run ${name}Backward: gradients shape is [3, 2], [${VOXELS.length}, ...channels] expected`,
  );
  assertEquals(
    assertThrows(() => back(wide), TypeError).message,
    `Cannot run ${name}Backward: features is f32, f64 expected`,
  );
}

/** Points and data may be one list each in their own way: gradients are as what they are gradients by. */
function checkSplatLists(context: Context, { backward }: Splatting): void {
  using grid = gridFromDense({ context, dims: 2 });
  using places = tensor([0.5, 0.25, 0.75, 1, 0.5, 0], { context, shape: [2, 3] });
  using numbers = tensor([3, 5], { context });
  using gradients = randomTensor(context, "f32", [8]);
  using listOfPlaces = jagged(places, { offsets: [0, 2], outerOffsets: [0, 1] });
  using listOfNumbers = jagged(numbers, { offsets: [0, 2] });
  const depth = (lists: Lists<Real>): number => "data" in lists ? lists.ldim : 0;
  for (const points of [places, listOfPlaces]) {
    for (const data of [numbers, listOfNumbers]) {
      using back = backward(grid, points, data, gradients);
      assertEquals([depth(back.points), depth(back.features)], [depth(points), depth(data)]);
    }
  }
}

/** No points, no voxels, no grids, no channels. */
export function checkNothing(context: Context, { splat, backward }: Splatting): void {
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using one = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using places = tensor(new Float32Array([0, 0, 0, NaN, 0, 0, 0, Infinity, 0]), {
    context,
    shape: [3, 3],
  });
  using noPlaces = tensor(new Float32Array(0), { context, shape: [0, 3] });
  for (const [ijk, points] of [[none, places], [one, noPlaces], [one, places]] as const) {
    using grid = gridFromIjk(ijk);
    const [count = 0] = points.shape;
    for (const channels of [0, 2]) {
      using data = tensor(new Float32Array(count * channels).fill(1), {
        context,
        shape: [count, channels],
      });
      using voxels = splat(grid, points, data);
      assertEquals(voxels.shape, [grid.numVoxels, channels]);
      const share = grid.numVoxels * count > 0 ? 1 : 0; // of the finite point alone
      assertEquals(voxels.readSync().every((value) => (value !== 0) === (share !== 0)), true);
      using back = backward(grid, points, data, voxels);
      assertEquals([rows(back.features).length, rows(back.points).length], [
        count * channels,
        count * 3,
      ]);
    }
  }
}

/** Registers the tests that all ways to splat have. */
export function testSplatting(kernel: Splatting): void {
  const { name } = kernel;
  for (const dtype of ["f16", "f32", "f64"] as const) {
    eachBackend(
      `${name}() and its gradients are sums over all pairs of points and voxels in ${dtype}`,
      (context) => checkSplat(context, dtype, kernel),
    );
  }
  const checks: Readonly<Record<string, (context: Context, kernel: Splatting) => void>> = {
    [`${name}() loses nothing inside`]: checkSplatSum,
    [`${name}Backward() has the slopes that differences show`]: checkSplatDifferences,
    [`${name}Backward() gives gradients in the lists of what they are by`]: checkSplatLists,
    [`${name}() accepts no points, no voxels and no channels`]: checkNothing,
    [`${name}() rejects what does not fit`]: checkSplatRefusals,
  };
  for (const [claim, check] of Object.entries(checks)) {
    eachBackend(claim, (context) => check(context, kernel));
  }
}
