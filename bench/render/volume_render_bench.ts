/** Compositing of many short rays, and of one long one; the floor is reading the samples once. */

import { openContext, volumeRender } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchSamples, CHANNELS, SAMPLES } from "./_inputs.ts";

const context = openContext();
const absorbed = 1 - Math.exp(-1);

for (const rays of [SAMPLES / 64, 1]) {
  const samples = benchSamples(context, rays);
  benchOperator(
    `volumeRender, ${rays} rays of ${SAMPLES / rays} samples, f32 of ${CHANNELS} channels`,
    context,
    () => volumeRender(...samples),
    ({ depth, opacity }) =>
      opacity.readSync().every((sum) => Math.abs(sum - absorbed) < 0.04) &&
      depth.readSync().every((sum) => Math.abs(sum - 2 * absorbed) < 0.08),
  );
}
