/** Gradients of compositing for many short rays, and for one long one; the floor is reading and writing them once. */

import { volumeRenderBackward } from "../../lib/render/mod.ts";
import { fullTensor, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchSamples, CHANNELS, SAMPLES } from "./_inputs.ts";

const context = openContext();

for (const rays of [SAMPLES / 64, 1]) {
  const samples = benchSamples(context, rays);
  const length = SAMPLES / rays;
  const rgb = fullTensor([rays, CHANNELS], 0, { context, dtype: "f32" });
  const opacity = fullTensor([rays], 1, { context, dtype: "f32" });
  // The opacity is 1 - exp(-sum sigma * delta), so that all densities of a ray have the same gradient.
  const expected = Math.exp(-1) / length;
  benchOperator(
    `volumeRenderBackward, ${rays} rays of ${length} samples, f32 of ${CHANNELS} channels`,
    context,
    () => volumeRenderBackward(...samples, { rgb, opacity }),
    ({ sigmas }) =>
      sigmas?.readSync().every((gradient) => Math.abs(gradient / expected - 1) < 0.1) ?? false,
  );
}
