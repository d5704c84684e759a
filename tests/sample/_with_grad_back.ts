/**
 * Bodies of tests of the way back from samples with gradients.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import type {
  SampleGradients,
  SamplesWithGrad,
  SamplesWithGradGradients,
  SumOptions,
} from "../../lib/sample/mod.ts";
import {
  type Context,
  emptyTensor,
  type Float,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  jagged,
  type JaggedTensor,
  type Lists,
  type Real,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import {
  type Curve,
  differences,
  dot,
  makeStage,
  POINTS,
  PRECISION,
  randomTensor,
  sharesOf,
  type Stage,
  TENT,
  VOXELS,
} from "./_kernels.ts";

const STEP_POINTS = 12;

/** An operator that samples with gradients, and its way back. */
export interface SamplingWithGrad {
  readonly name: string;
  readonly curve: Curve;
  readonly sample: (
    grid: GridBatch,
    points: JaggedTensor<Real>,
    values: Tensor<Real>,
  ) => SamplesWithGrad<Real, JaggedTensor<Real>>;
  readonly backward: (
    grid: GridBatch,
    points: Lists<Real>,
    values: Tensor<Real>,
    gradients: SamplesWithGradGradients<Real>,
    options?: SumOptions,
  ) => SampleGradients<Real, Lists<Real>>;
}

/** What a loss by samples and slopes asks of the way back, on a device. */
interface Loss extends Disposable {
  readonly stage: Stage;
  readonly values: Tensor<Real>;
  readonly gradients: { readonly samples: Lists<Real>; readonly gradients: Lists<Real> };
  /** The numbers of both. */
  readonly by: readonly [samples: ArrayLike<number>, slopes: ArrayLike<number>];
}

function makeLoss(context: Context, dtype: Real, channels: readonly number[]): Loss {
  const parts = scope((own) => {
    const stage = own(makeStage(context));
    const { offsets } = stage.points;
    const values = own(randomTensor(context, dtype, [VOXELS.length, ...channels], 1));
    const flat = own(randomTensor(context, dtype, [POINTS.length, ...channels], 2));
    const slopes = own(randomTensor(context, dtype, [POINTS.length, ...channels, 3], 3));
    const samples = own(jagged(flat, { offsets }));
    const gradients = own(jagged(slopes, { offsets }));
    return { all: [stage, values, flat, slopes, samples, gradients], flat, slopes };
  });
  const [stage, values, flat, slopes, samples, gradients] = parts.all;
  return {
    stage: stage as Stage,
    values: values as Tensor<Real>,
    gradients: { samples: samples as Lists<Real>, gradients: gradients as Lists<Real> },
    by: [(flat as Tensor<Real>).readSync(), (slopes as Tensor<Real>).readSync()],
    [Symbol.dispose]: () => parts.all.forEach((one) => one?.[Symbol.dispose]()),
  };
}

function rows(lists: Lists<Real>): Float16Array | Float32Array | Float64Array {
  return ("data" in lists ? lists.data : lists).readSync();
}

/** Gradients by brute force, by values and by points. */
function backAll(
  values: ArrayLike<number>,
  [samples, slopes]: Loss["by"],
  channels: number,
  curve: Curve,
): readonly [byValues: Float64Array, byPoints: Float64Array] {
  const byValues = new Float64Array(VOXELS.length * channels);
  const byPoints = new Float64Array(POINTS.length * 3);
  const axes = [0, 1, 2];
  POINTS.forEach((point, n) => {
    for (const share of sharesOf(point, curve)) {
      for (let channel = 0; channel < channels; channel++) {
        const from = n * channels + channel;
        const to = share.row * channels + channel;
        const slope = (axis: number): number => slopes[from * 3 + axis] ?? NaN;
        const sum = (changes: readonly number[] | undefined, bySample: number): number =>
          axes.reduce((all, axis) => all + (changes?.[axis] ?? NaN) * slope(axis), bySample);
        const sample = samples[from] ?? NaN;
        byValues[to] = (byValues[to] ?? NaN) + sum(share.slopes, share.weight * sample);
        for (const axis of axes) {
          const own = sum(share.bends[axis], (share.slopes[axis] ?? NaN) * sample);
          byPoints[n * 3 + axis] = (byPoints[n * 3 + axis] ?? NaN) + (values[to] ?? NaN) * own;
        }
      }
    }
  });
  return [byValues, byPoints];
}

/** Compares gradients with sums over all pairs of points and voxels. */
export function checkWithGradBackward(
  context: Context,
  dtype: Real,
  { backward, curve }: SamplingWithGrad,
  { channels, ...options }: SumOptions & { readonly channels: number },
): void {
  using loss = makeLoss(context, dtype, [channels]);
  const { stage: { grid, points }, values, gradients, by } = loss;
  using back = backward(grid, points, values, gradients, options);
  const [byValues, byPoints] = backAll(values.readSync(), by, channels, curve);
  assertEquals([back.features.shape, back.features.dtype], [values.shape, dtype]);
  assertEquals((back.points as JaggedTensor).offsets, points.offsets);
  const unit = PRECISION[dtype];
  assertClose(back.features.readSync(), byValues, { relative: 2 * unit, absolute: 64 * unit });
  // Trilinear places in a cell are as exact as sums of values are.
  const parts = curve === TENT && dtype !== "f64" ? PRECISION.f32 : 1e-13;
  assertClose(rows(back.points), byPoints, { relative: 100 * parts, absolute: 1000 * parts });
  assert(byPoints.filter((slope) => Math.abs(slope) > 0.1).length > 100);
  assert(byValues.filter((value) => Math.abs(value) > 0.1).length > 100);
}

/** Compares gradients with differences of samples and slopes. */
function checkWithGradDifferences(
  context: Context,
  { sample, backward }: SamplingWithGrad,
): void {
  using loss = makeLoss(context, "f64", []);
  const { stage: { grid, points }, values, gradients, by } = loss;
  using back = backward(grid, points, values, gradients);
  const valueOf = (at: JaggedTensor<Real>, of: Tensor<Real>): number => {
    using both = sample(grid, at, of);
    return dot(by[0], rows(both.samples)) + dot(by[1], rows(both.gradients));
  };
  const numbers = [...values.readSync()];
  const byValues = differences(numbers.slice(0, 40), (moved) => {
    using other = tensor(new Float64Array([...moved, ...numbers.slice(40)]), { context });
    return valueOf(points, other);
  });
  const tolerance = { absolute: 1e-5, relative: 1e-6 };
  assertClose(back.features.readSync().subarray(0, 40), byValues, tolerance);
  const places = POINTS.flatMap(({ place }) => place);
  const count = STEP_POINTS * 3;
  const byPoints = differences(places.slice(0, count), (moved) => {
    using other = makeStage(context, [...moved, ...places.slice(count)]);
    return valueOf(other.points, values);
  });
  assertClose(rows(back.points).subarray(0, count), byPoints, tolerance);
  assert(byPoints.filter((slope) => Math.abs(slope) > 0.1).length > 12);
}

/** The backward pass of samples alone. */
type Alone = (
  grid: GridBatch,
  points: Lists<Real>,
  values: Tensor<Real>,
  gradients: Lists<Real>,
) => SampleGradients<Real, Lists<Real>>;

/** What is left out counts as zeros, and what comes back of the samples alone is what their own way back says. */
function checkWithGradParts(
  context: Context,
  { backward }: SamplingWithGrad,
  alone: Alone,
): void {
  using loss = makeLoss(context, "f64", [2, 1]);
  const { stage: { grid, points }, values, gradients } = loss;
  const input = [grid, points, values] as const;
  using both = backward(...input, gradients);
  using samples = backward(...input, { samples: gradients.samples });
  using slopes = backward(...input, { gradients: gradients.gradients });
  using neither = backward(...input, {});
  using other = alone(...input, gradients.samples);
  const tolerance = { absolute: 1e-11, relative: 1e-12 };
  assertClose(samples.features.readSync(), other.features.readSync(), tolerance);
  assertClose(rows(samples.points), rows(other.points), tolerance);
  for (
    const read of [
      (one: typeof both) => one.features.readSync(),
      (one: typeof both) => rows(one.points),
    ]
  ) {
    const parts = read(slopes);
    assertClose(read(samples).map((one, at) => one + (parts[at] ?? NaN)), read(both), tolerance);
    assert(read(neither).every((one) => one === 0));
  }
}

/** Results on a device have the bits of those on the host, unless they are summed up in no order. */
function checkWithGradBits(context: Context, { backward }: SamplingWithGrad): void {
  const [host = context] = contexts;
  for (const dtype of ["f16", "f32", "f64"] as const) {
    for (const channels of [1, 3, 9, 33]) {
      const bits = [host, context].map((one) => {
        using loss = makeLoss(one, dtype, [channels]);
        const { stage: { grid, points }, values, gradients } = loss;
        using back = backward(grid, points, values, gradients);
        return [back.features.readSync(), rows(back.points)] as const;
      });
      const [[values, byPoints] = [], [others, otherPoints] = []] = bits;
      assert(values && byPoints && others && otherPoints);
      assertBits(others, values);
      assertBits(otherPoints, byPoints);
    }
  }
}

/** A value, or a gradient, that is no number reaches only what it has a share in. */
function checkWithGradNaN(context: Context, { backward }: SamplingWithGrad): void {
  using ijk = tensor(new Int32Array([0, 0, 0, 40, 0, 0]), { context, shape: [2, 3] });
  using grid = gridFromIjk(ijk);
  using points = tensor([0.25, 0.1, 0, 40.25, 0.1, 0, NaN, 0, 0, 90, 0, 0], {
    context,
    shape: [4, 3],
  });
  using values = tensor([NaN, 1], { context });
  using samples = tensor([1, 1, NaN, NaN], { context });
  using gradients = tensor([1, 1, 1, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN], {
    context,
    shape: [4, 3],
  });
  using back = backward(grid, points, values, { samples, gradients });
  const [first, second] = back.features.readSync();
  assert(Number.isFinite(first) && Number.isNaN(second));
  const slopes = [...rows(back.points)].map(Number.isNaN);
  assertEquals(slopes.slice(6), Array(6).fill(false));
  assert(slopes[0] && slopes[3]);
  assertEquals([...rows(back.points)].slice(6), Array(6).fill(0));
}

/** What is left out does not ask voxels that have no part without it. */
export function checkWithGradLeftOut(context: Context, { backward }: SamplingWithGrad): void {
  using grid = gridFromDense({ context, dims: 3 });
  using points = tensor([1, 1, 1], { context, shape: [1, 3] });
  const numbers = Array.from({ length: 27 }, (_, row) => row);
  numbers[2 * 9 + 2 * 3 + 1] = NaN;
  using features = tensor(numbers, { context });
  using samples = tensor([1], { context });
  using slopes = tensor([1, 1, 1], { context, shape: [1, 3] });
  using alone = backward(grid, points, features, { samples });
  assert(rows(alone.points).every(Number.isFinite));
  using both = backward(grid, points, features, { samples, gradients: slopes });
  assert(rows(both.points).some(Number.isNaN));
}

/** No points, no voxels, no channels. */
function checkWithGradNothing(context: Context, { backward }: SamplingWithGrad): void {
  using loss = makeLoss(context, "f32", [1]);
  const { stage: { grid, points }, values } = loss;
  using bare = emptyTensor([0, 3], { context, dtype: "i32" });
  using empty = gridFromIjk(bare);
  using none = emptyTensor([0, 3], { context, dtype: "f32" });
  const make = (shape: readonly number[], dtype: Float = "f32"): Tensor<Real> =>
    emptyTensor(shape, { context, dtype: dtype as "f32" });
  using no = make([0, 2]);
  using noSamples = make([0, 2]);
  using noSlopes = make([0, 2, 3]);
  using without = backward(empty, none, no, { samples: noSamples, gradients: noSlopes });
  assertEquals([without.features.shape, (without.points as Tensor).shape], [[0, 2], [0, 3]]);
  using bareValues = make([VOXELS.length, 0]);
  using bareRows = make([POINTS.length, 0, 3]);
  using bareSlopes = jagged(bareRows, { offsets: points.offsets });
  using channelless = backward(grid, points, bareValues, { gradients: bareSlopes });
  assertEquals(channelless.features.shape, [VOXELS.length, 0]);
  assert(rows(channelless.points).every((one) => one === 0));
  using few = tensor([0.5, 0.5, 0.5], { context, shape: [1, 3] });
  using slope = tensor([1, 1, 1], { context, shape: [1, 3] });
  using nowhere = make([0]);
  using lost = backward(empty, few, nowhere, { gradients: slope });
  assertEquals([...rows(lost.points)], [0, 0, 0]);
  assertEquals(values.disposed, false);
}

/** Wrong arguments. */
function checkWithGradRefusals(
  context: Context,
  { name, backward }: SamplingWithGrad,
): void {
  using loss = makeLoss(context, "f32", [2]);
  const { stage: { grid, points }, values, gradients } = loss;
  using wide = randomTensor(context, "f64", [POINTS.length, 2, 3]);
  using shifted = jagged(wide, { offsets: [0, 1, 2, POINTS.length] });
  const start = `Cannot run ${name}: `;
  const message = (kind: typeof RangeError, by: SamplesWithGradGradients<Real>): string =>
    assertThrows(() => backward(grid, points, values, by), kind).message;
  assertEquals(
    message(RangeError, { gradients: gradients.samples }),
    `${start}gradients.gradients shape is [${POINTS.length}, 2], [${POINTS.length}, 2, 3] expected`,
  );
  assertEquals(
    message(RangeError, { samples: gradients.gradients }),
    `${start}gradients.samples shape is [${POINTS.length}, 2, 3], [${POINTS.length}, 2] expected`,
  );
  assertEquals(
    message(TypeError, { gradients: wide }),
    `${start}gradients.gradients is f64, f32 expected`,
  );
  assertEquals(
    message(TypeError, { gradients: shifted }),
    `${start}gradients.gradients is f64, f32 expected`,
  );
  assertEquals(
    message(
      TypeError,
      { slopes: gradients.gradients } as unknown as SamplesWithGradGradients<Real>,
    ),
    `${start}the gradient "slopes" is unknown, samples or gradients expected`,
  );
  const options = { atomics: true } as unknown as SumOptions;
  assertThrows(
    () => backward(grid, points, values, gradients, options),
    TypeError,
    '"atomics" is unknown',
  );
}

/** Registers the tests that all gradients of samples with gradients have, next to those of the samples alone. */
export function testWithGrad(sampling: SamplingWithGrad, plain: Alone): void {
  const { name } = sampling;
  for (const dtype of ["f16", "f32", "f64"] as const) {
    eachBackend(
      `${name}() sums up what all pairs of points and voxels give, ${dtype}`,
      (context) => {
        for (const channels of [1, 5, 19]) {
          checkWithGradBackward(context, dtype, sampling, { channels });
          checkWithGradBackward(context, dtype, sampling, { channels, atomic: true });
        }
      },
    );
  }
  eachBackend(
    `${name}() has the slopes that differences of samples and of slopes show`,
    (context) => checkWithGradDifferences(context, sampling),
  );
  eachBackend(
    `${name}() takes what is left out for zeros, and agrees with ${plain.name}()`,
    (context) => checkWithGradParts(context, sampling, plain),
  );
  const checks: Readonly<Record<string, (context: Context, sampling: SamplingWithGrad) => void>> = {
    "has the same bits everywhere": checkWithGradBits,
    "keeps what is no number where it has a share": checkWithGradNaN,
    "takes no points, no voxels and no channels": checkWithGradNothing,
    "rejects what does not fit": checkWithGradRefusals,
  };
  for (const [claim, check] of Object.entries(checks)) {
    eachBackend(`${name}() ${claim}`, (context) => check(context, sampling));
  }
}
