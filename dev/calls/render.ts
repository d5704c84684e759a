/**
 * Rows of operators that composite samples along rays.
 *
 * @module
 */
import type { Real } from "../../lib/core/mod.ts";
import * as render from "../../lib/render/mod.ts";
import { Random, REALS } from "./_inputs.ts";
import { or, parts } from "./_marks.ts";
import { byType, type Family } from "./_table.ts";

/** Ends of rays with no samples, a few, and many. */
function endsOf(rays: number, samples: number): number[] {
  const random = new Random(21);
  const ends = Array.from({ length: rays - 1 }, () => random.whole(0, samples + 1));
  return [0, ...ends.sort((a, b) => a - b), samples];
}

/** Intervals one after the other, [samples, 2]. */
function intervalsIn(ends: readonly number[]): number[] {
  let ray = 0;
  return Array.from({ length: ends.at(-1) ?? 0 }, (_, n) => {
    while (n >= (ends[ray + 1] ?? 0)) ray++;
    const place = n - (ends[ray] ?? 0);
    return [place / 8, place / 8 + 0.0625];
  }).flat();
}

/** Compositing and importance sampling. */
export const RENDER: Family = {
  name: "render",
  exported: render,
  cases: (inputs) => {
    const [rays, count] = [inputs.count(400), inputs.count(20_000)];
    const ends = endsOf(rays, count);
    const threshold = { transmittanceThreshold: 0.0625 };
    const weights = (dtype: Real) => inputs.lists(inputs.weights(dtype, [count]), ...ends);
    /** Density, color, width and place of each sample. */
    const samples = (dtype: Real) => [
      weights(dtype),
      inputs.weights(dtype, [count, 3], 2),
      inputs.weights(dtype, [count], 3),
      inputs.weights(dtype, [count], 4),
    ];
    const gradients = (dtype: Real) =>
      or({
        rgb: inputs.numbers(dtype, [rays, 3], 5),
        depth: inputs.numbers(dtype, [rays], 6),
        opacity: inputs.numbers(dtype, [rays], 7),
        weights: inputs.numbers(dtype, [count], 8),
      }, "empty");
    const intervals = (dtype: Real) => inputs.tensor(intervalsIn(ends), dtype, 2);
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
          parts({ count: 17, stratified: true, seed: 9 }, "stratified", "seed"),
        ],
      },
      imageErrors: {
        "x3": [image(1), image(2), parts({ width: 40, height: 30, channels: 3 }, "channels")],
      },
    };
  },
};
