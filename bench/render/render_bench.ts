/**
 * Compositing and importance sampling of many short rays and of one long one; the floor is every number read or written,
 * once. Errors of pictures, on the host.
 *
 * @module
 */

import {
  type Context,
  fullTensor,
  imageErrors,
  jagged,
  sampleRaysByWeight,
  tensor,
  volumeRender,
  volumeRenderBackward,
} from "../_api.ts";
import { type BenchRow, benchTable, row, shared } from "../_harness.ts";
import { benchSamples, CHANNELS, SAMPLES } from "./_inputs.ts";

const ABSORBED = 1 - Math.exp(-1);
const SAMPLE_BYTES = 4 * (CHANNELS + 3);
const SIZE = { width: 1280, height: 720 };

function rayRows(rays: number): BenchRow[] {
  const length = SAMPLES / rays;
  const volume = (context: Context) => benchSamples(context, rays);
  const on = `${rays} rays of ${length} samples, f32 of ${CHANNELS} channels`;
  const intervals = (context: Context) => {
    const ends = Float32Array.from({ length: 2 * SAMPLES }, (_, at) => (at >> 1) % length + at % 2);
    const shares = Float32Array.from({ length: SAMPLES }, (_, at) => 1 + at % 4);
    const offsets = Array.from({ length: rays + 1 }, (_, ray) => ray * length);
    return {
      intervals: tensor(ends, { context, shape: [SAMPLES, 2] }),
      weights: jagged(tensor(shares, { context }), { offsets }),
    };
  };
  return [
    row(volumeRender, volume, {
      on,
      bytes: () => SAMPLES * SAMPLE_BYTES,
      run: (samples) => volumeRender(...samples),
      check: ({ depth, opacity }) =>
        opacity.readSync().every((sum) => Math.abs(sum - ABSORBED) < 0.04) &&
        depth.readSync().every((sum) => Math.abs(sum - 2 * ABSORBED) < 0.08),
    }),
    row(volumeRenderBackward, (context) => ({
      samples: shared(context, volume),
      gradients: {
        rgb: fullTensor([rays, CHANNELS], 0, { context, dtype: "f32" }),
        opacity: fullTensor([rays], 1, { context, dtype: "f32" }),
      },
    }), {
      on,
      bytes: () => 2 * SAMPLES * SAMPLE_BYTES,
      run: ({ samples, gradients }) => volumeRenderBackward(...samples, gradients),
      // The opacity is 1 - exp(-sum sigma * delta), so that all densities of a ray have the same gradient.
      check: ({ sigmas }) =>
        sigmas?.readSync().every((one) => Math.abs(one * length / Math.exp(-1) - 1) < 0.1) ?? false,
    }),
    ...[true, false].map((checked) =>
      row(sampleRaysByWeight, intervals, {
        on: `${rays} rays of ${length} intervals, ${checked ? "" : "not "}checked`,
        bytes: () => SAMPLES * 4 * 4,
        run: ({ intervals, weights }) =>
          sampleRaysByWeight(intervals, weights, { count: length, checked }),
        check: ({ data }) => {
          const places = data.readSync();
          return places.every((place, at) => at % length === 0 || place >= (places[at - 1] ?? 0));
        },
      })
    ),
  ];
}

await benchTable(import.meta.main, [
  ...[SAMPLES / 64, 1].flatMap(rayRows),
  row(imageErrors, () => {
    const pixels = SIZE.width * SIZE.height * 3;
    const a = Uint8Array.from({ length: pixels }, (_, at) => (at * 7919) % 251);
    return { a, b: a.map((value) => 255 - value) };
  }, {
    on: `${SIZE.width}x${SIZE.height}`,
    run: ({ a, b }) => imageErrors(a, b, SIZE),
    check: (errors, { a }) => {
      const { mse, ssim } = imageErrors(a, a, SIZE);
      return mse === 0 && Math.abs(ssim - 1) <= 1e-9 && errors.mse > 0;
    },
  }),
]);
