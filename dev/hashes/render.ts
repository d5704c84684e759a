/**
 * Rows of operators that composite samples along rays.
 *
 * @module
 */
import type { Real } from "../../lib/core/mod.ts";
import * as render from "../../lib/render/mod.ts";
import { Random, REALS } from "./_inputs.ts";
import { byType, type Family } from "./_table.ts";

const SAMPLES = 20_000;

/** Ends of 400 rays with no samples, a few, and many. */
const OFFSETS: readonly number[] = (() => {
  const random = new Random(21);
  const ends = Array.from({ length: 399 }, () => random.whole(0, SAMPLES + 1));
  return [0, ...ends.sort((a, b) => a - b), SAMPLES];
})();

/** Intervals one after the other, [samples, 2]. */
const INTERVALS: readonly number[] = (() => {
  let ray = 0;
  return Array.from({ length: SAMPLES }, (_, n) => {
    while (n >= (OFFSETS[ray + 1] ?? 0)) ray++;
    const place = n - (OFFSETS[ray] ?? 0);
    return [place / 8, place / 8 + 0.0625];
  }).flat();
})();

/** Compositing and importance sampling. */
export const RENDER: Family = {
  name: "render",
  exported: render,
  cases: (inputs) => {
    const rays = OFFSETS.length - 1;
    const threshold = { transmittanceThreshold: 0.0625 };
    const weights = (dtype: Real) => inputs.lists(inputs.weights(dtype, [SAMPLES]), ...OFFSETS);
    /** Density, color, width and place of each sample. */
    const samples = (dtype: Real) => [
      weights(dtype),
      inputs.weights(dtype, [SAMPLES, 3], 2),
      inputs.weights(dtype, [SAMPLES], 3),
      inputs.weights(dtype, [SAMPLES], 4),
    ];
    const gradients = (dtype: Real) => ({
      rgb: inputs.numbers(dtype, [rays, 3], 5),
      depth: inputs.numbers(dtype, [rays], 6),
      opacity: inputs.numbers(dtype, [rays], 7),
      weights: inputs.numbers(dtype, [SAMPLES], 8),
    });
    const intervals = (dtype: Real) => inputs.tensor(INTERVALS, dtype, 2);
    const image = (seed: number) => inputs.weights("f32", [40 * 30 * 3], seed).readSync();
    return {
      volumeRender: {
        ...byType(REALS, samples),
        "f32 until opaque": [...samples("f32"), threshold],
      },
      volumeRenderBackward: {
        ...byType(REALS, (dtype) => [...samples(dtype), gradients(dtype)]),
        "f32 until opaque": [...samples("f32"), gradients("f32"), threshold],
      },
      sampleRaysByWeight: {
        ...byType(REALS, (dtype) => [intervals(dtype), weights(dtype), { count: 24 }]),
        "f32 stratified": [
          ...[intervals("f32"), weights("f32")],
          { count: 17, stratified: true, seed: 9 },
        ],
      },
      imageErrors: { "x3": [image(1), image(2), { width: 40, height: 30, channels: 3 }] },
    };
  },
};
