/**
 * Points that are said to be sorted and that are so only in part.
 *
 * @module
 */

import { sampleTrilinearBackward, sampleTrilinearWithGrad } from "../../lib/sample/mod.ts";
import { type Context, gridFromDense, gridIjk, sampleTrilinear, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";

/** Voxels along a side, and points: more than three million, and not as many as crews of 512 take. */
const [SIDE, COUNT] = [64, 3_200_001];
const OPTIONS = { sorted: true };
/** How a field changes along each axis; quarters of voxels give sums that single precision holds. */
const SLOPES = [1, 2, -4] as const;

/** Quarters of voxels: by turns within one leaf after another, along lines, in any order, and one far off. */
function drawPlaces(): Float32Array<ArrayBuffer> {
  const random = new Random(1);
  const steps = 4 * (SIDE - 1);
  const flat = new Float32Array(3 * COUNT);
  for (let n = 0; n < COUNT; n++) {
    const turn = Math.floor(n / 3001) % 4;
    const leaf = Math.floor(n / 230);
    for (let axis = 0; axis < 3; axis++) {
      const line = Math.floor(n / steps ** (2 - axis)) % steps;
      const near = 32 * ((leaf >> 3 * (2 - axis)) % 8) + random.integer(0, 27);
      const place = turn === 1 ? line : turn === 2 ? random.integer(0, steps - 1) : near;
      flat[3 * n + axis] = n % 997 === 0 ? random.integer(0, steps - 1) / 4 : place / 4;
    }
  }
  return flat;
}

const PLACES = drawPlaces();

function fieldAt(flat: ArrayLike<number>, row: number): number {
  const [x = NaN, y = NaN, z = NaN] = [flat[3 * row], flat[3 * row + 1], flat[3 * row + 2]];
  return SLOPES[0] * x + SLOPES[1] * y + SLOPES[2] * z;
}

/** The field at the voxels, plus the channel's number. */
function valuesOf(ijk: ArrayLike<number>, channels: number): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    { length: ijk.length / 3 * channels },
    (_, at) => fieldAt(ijk, Math.floor(at / channels)) + at % channels,
  );
}

/** Compares with the field what the points get. */
function checkSamples(context: Context, channels: number): void {
  using grid = gridFromDense({ context, dims: SIDE });
  using ijk = gridIjk(grid);
  using points = tensor(PLACES, { context, shape: [COUNT, 3] });
  using values = tensor(valuesOf(ijk.data.readSync(), channels), {
    context,
    shape: [grid.numVoxels, channels],
  });
  const wanted = valuesOf(PLACES, channels);
  using samples = sampleTrilinear(grid, points, values, OPTIONS);
  assertBits(samples.readSync(), wanted);
  using both = sampleTrilinearWithGrad(grid, points, values, OPTIONS);
  assertBits(both.samples.readSync(), wanted);
  assertBits(
    both.gradients.readSync(),
    Float32Array.from({ length: 3 * wanted.length }, (_, at) => SLOPES[at % 3] ?? NaN),
  );
  const by = Float32Array.from(wanted, (_, at) => at % 7 + 0.5);
  using weights = tensor(by, { context, shape: [COUNT, channels] });
  using back = sampleTrilinearBackward(grid, points, values, weights, OPTIONS);
  assertBits(
    back.points.readSync(),
    Float32Array.from(PLACES, (_, at) => {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++) {
        sum += by[Math.floor(at / 3) * channels + channel] ?? NaN;
      }
      return sum * (SLOPES[at % 3] ?? NaN);
    }),
  );
}

for (const channels of [1, 4]) {
  eachBackend(
    `sampleTrilinear() and its slopes are exact at points that are not sorted all the way, ${channels} channels`,
    (context) => checkSamples(context, channels),
  );
}
