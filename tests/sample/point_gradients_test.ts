import { assert } from "@std/assert";
import { sampleTrilinearBackward, sampleTrilinearWithGrad } from "../../lib/sample/mod.ts";
import { type Context, gridFromDense, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { randomSource } from "../grid/_oracle.ts";

const SIDE = 6;
const COUNT = 300;

interface Drawn {
  readonly places: Float64Array<ArrayBuffer>;
  readonly values: Float32Array<ArrayBuffer>;
  readonly weights: Float32Array<ArrayBuffer>;
}

/** Points between the voxels of a box, and a number for each voxel and point and channel. */
function draw(channels: number, seed: number): Drawn {
  const random = randomSource(seed);
  const places = Float64Array.from({ length: COUNT * 3 }, () => random() * (SIDE - 1));
  const values = Float32Array.from({ length: SIDE ** 3 * channels }, () => random() - 0.5);
  const weights = Float32Array.from({ length: COUNT * channels }, () => random());
  return { places, values, weights };
}

/** What the points get, by the products that trilinear slopes are, in double precision. */
function slopes(
  { places, values, weights }: Drawn,
  channels: number,
): Float64Array {
  const out = new Float64Array(places.length);
  for (let point = 0; point < COUNT; point++) {
    const place = places.subarray(3 * point, 3 * point + 3);
    const low = [...place].map(Math.floor);
    for (let corner = 0; corner < 8; corner++) {
      const upper = [corner >> 2, corner >> 1 & 1, corner & 1];
      const at = upper.map((up, axis) => (low[axis] ?? NaN) + up);
      const row = ((at[0] ?? NaN) * SIDE + (at[1] ?? NaN)) * SIDE + (at[2] ?? NaN);
      let product = 0;
      for (let channel = 0; channel < channels; channel++) {
        product += (values[row * channels + channel] ?? NaN) *
          (weights[point * channels + channel] ?? NaN);
      }
      for (let axis = 0; axis < 3; axis++) {
        let slope = upper[axis] === 1 ? 1 : -1;
        for (let other = 0; other < 3; other++) {
          const part = (place[other] ?? NaN) - (low[other] ?? NaN);
          if (other !== axis) slope *= upper[other] === 1 ? part : 1 - part;
        }
        out[3 * point + axis] = (out[3 * point + axis] ?? NaN) + slope * product;
      }
    }
  }
  return out;
}

function rootOfMeanSquare(numbers: Float64Array): number {
  return Math.hypot(...numbers) / Math.sqrt(numbers.length);
}

for (const channels of [1, 9, 64, 512]) {
  eachBackend(
    `gradients by points keep their digits where ${channels} channels share an offset`,
    (context) => {
      const drawn = draw(channels, channels);
      const values = drawn.values.map((value) => value + 1000);
      using grid = gridFromDense({ context, dims: [SIDE, SIDE, SIDE] });
      using points = tensor(drawn.places, { context, shape: [COUNT, 3] });
      using features = tensor(values, { context, shape: [SIDE ** 3, channels] });
      using by = tensor(drawn.weights, { context, shape: [COUNT, channels] });
      using back = sampleTrilinearBackward(grid, points, features, by);
      const expected = slopes({ ...drawn, values }, channels);
      const off = (back.points as Tensor<"f64">).readSync().map((one, at) =>
        one - (expected[at] ?? NaN)
      );
      assert(rootOfMeanSquare(off) < 2e-6 * rootOfMeanSquare(expected));
    },
  );
}

for (const channels of [8, 16, 64]) {
  eachBackend(
    `gradients by points of ${channels} channels have the same bits wherever arrays are`,
    (context) => {
      const { places, values, weights } = draw(channels, channels);
      const odd = (numbers: Float32Array, rows: number): Tensor<"f32"> => {
        using flat = tensor(Float32Array.of(7, ...numbers), { context });
        using view = flat.slice(1);
        return view.reshape([rows, channels]);
      };
      using grid = gridFromDense({ context, dims: [SIDE, SIDE, SIDE] });
      using points = tensor(places, { context, shape: [COUNT, 3] });
      using features = tensor(values, { context, shape: [SIDE ** 3, channels] });
      using by = tensor(weights, { context, shape: [COUNT, channels] });
      using oddFeatures = odd(values, SIDE ** 3);
      using oddBy = odd(weights, COUNT);
      using one = sampleTrilinearBackward(grid, points, features, by);
      using other = sampleTrilinearBackward(grid, points, oddFeatures, oddBy);
      assertBits(
        (other.points as Tensor<"f64">).readSync(),
        (one.points as Tensor<"f64">).readSync(),
      );
    },
  );
}

/** Slopes of constant values, and by points, with voxels of a size. */
function slopesOfNothing(context: Context, voxelSize: number): Float32Array[] {
  const { places, weights } = draw(4, 1);
  using grid = gridFromDense({ context, dims: [SIDE, SIDE, SIDE], voxelSize });
  using points = tensor(places.map((one) => one * voxelSize), { context, shape: [COUNT, 3] });
  using values = tensor(new Float32Array(SIDE ** 3 * 4).fill(3), {
    context,
    shape: [SIDE ** 3, 4],
  });
  using by = tensor(weights, { context, shape: [COUNT, 4] });
  using both = sampleTrilinearWithGrad(grid, points, values);
  using back = sampleTrilinearBackward(grid, points, values, by);
  const gradients = both.gradients as Tensor<"f32">;
  return [gradients.readSync(), Float32Array.from((back.points as Tensor<"f64">).readSync())];
}

for (const voxelSize of [1e-310, 1e-40, 0.1, 1e40, 1e300]) {
  eachBackend(`constant values have hardly any slopes by voxels of ${voxelSize}`, (context) => {
    const slopes = slopesOfNothing(context, voxelSize);
    const most = 1e-5 / voxelSize < 1e38 ? 1e-5 / voxelSize : Infinity; // of single precision
    assert(slopes.every((some) => some.every((slope) => Math.abs(slope) <= most)));
  });
}
