/**
 * Rows of operators that composite samples along rays.
 *
 * @module
 */
import { jagged, type JaggedTensor, type Own, type Real, type Tensor } from "../../lib/core/mod.ts";
import * as render from "../../lib/render/mod.ts";
import { type Inputs, Random } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const REALS: readonly Real[] = ["f16", "f32", "f64"];
const SAMPLES = 20_000;

/** Ends of 400 rays with no samples, a few, and many. */
const OFFSETS: readonly number[] = (() => {
  const random = new Random(21);
  const ends = Array.from({ length: 399 }, () => random.whole(0, SAMPLES + 1));
  return [0, ...ends.sort((a, b) => a - b), SAMPLES];
})();

/** Density, color, width and place of each sample. */
function samples<D extends Real>(
  inputs: Inputs,
  dtype: D,
  own: Own,
): [JaggedTensor<D>, Tensor<D>, Tensor<D>, Tensor<D>] {
  return [
    own(jagged(inputs.weights(dtype, [SAMPLES]), { offsets: OFFSETS })),
    inputs.weights(dtype, [SAMPLES, 3], 2),
    inputs.weights(dtype, [SAMPLES], 3),
    inputs.weights(dtype, [SAMPLES], 4),
  ];
}

function renderRows(inputs: Inputs): Row[] {
  const { imageErrors, sampleRaysByWeight, volumeRender, volumeRenderBackward } = render;
  const rays = OFFSETS.length - 1;
  const threshold = { transmittanceThreshold: 0.0625 };
  const gradients = <D extends Real>(dtype: D): render.VolumeResultGradients<D> => ({
    rgb: inputs.numbers(dtype, [rays, 3], 5),
    depth: inputs.numbers(dtype, [rays], 6),
    opacity: inputs.numbers(dtype, [rays], 7),
    weights: inputs.numbers(dtype, [SAMPLES], 8),
  });
  const image = (seed: number): Float32Array =>
    inputs.weights("f32", [40 * 30 * 3], seed).readSync();
  return [
    ...rows("render/composite", volumeRender, {
      ...byType(REALS, (dtype, own) => volumeRender(...samples(inputs, dtype, own))),
      "f32 until opaque": (own) => volumeRender(...samples(inputs, "f32", own), threshold),
    }),
    ...rows("render/composite backward", volumeRenderBackward, {
      ...byType(
        REALS,
        (dtype, own) => volumeRenderBackward(...samples(inputs, dtype, own), gradients(dtype)),
      ),
      "f32 until opaque": (own) =>
        volumeRenderBackward(...samples(inputs, "f32", own), gradients("f32"), threshold),
    }),
    ...rows("render/samples by weight", sampleRaysByWeight, {
      ...byType(REALS, (dtype, own) => {
        const [weights] = samples(inputs, dtype, own);
        const intervals = ordered(inputs, dtype);
        return sampleRaysByWeight(intervals, weights, { count: 24 });
      }),
      "f32 stratified": (own) => {
        const [weights] = samples(inputs, "f32", own);
        const options = { count: 17, stratified: true, seed: 9 };
        return sampleRaysByWeight(ordered(inputs, "f32"), weights, options);
      },
    }),
    ...rows("render/image errors", imageErrors, {
      "x3": () => {
        const { mse, psnr, ssim } = imageErrors(image(1), image(2), {
          width: 40,
          height: 30,
          channels: 3,
        });
        return [mse, psnr, ssim];
      },
    }),
  ];
}

/** Intervals one after the other, [samples, 2]. */
function ordered<D extends Real>(inputs: Inputs, dtype: D): Tensor<D> {
  let ray = 0;
  const numbers = Array.from({ length: SAMPLES }, (_, n) => {
    while (n >= (OFFSETS[ray + 1] ?? 0)) ray++;
    const place = n - (OFFSETS[ray] ?? 0);
    return [place / 8, place / 8 + 0.0625];
  });
  return inputs.tensor(numbers.flat(), dtype, 2);
}

/** Compositing and importance sampling. */
export const RENDER: Family = { name: "render", exported: render, rows: renderRows };
