/**
 * The way back from samples with gradients, by any kernel.
 *
 * @module
 */

import type {
  SampleGradients,
  SamplesWithGradGradients,
  SumOptions,
} from "../../lib/sample/mod.ts";
import { fullTensor, type GridBatch, openContext, type Tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { COUNT, makeScene, sumsTo } from "./_scene.ts";

/** Measures an operator in order and in none, with one channel and with many. */
export function benchWithGradBackward(
  name: string,
  backward: (
    grid: GridBatch,
    points: Tensor<"f32">,
    features: Tensor<"f32">,
    gradients: SamplesWithGradGradients<"f32">,
    options: SumOptions,
  ) => SampleGradients<"f32">,
): void {
  const context = openContext();
  const { grid, points, values, data } = makeScene(context);
  for (const channels of [1, 32]) {
    const features = values(channels);
    const samples = data(channels);
    const slopes = fullTensor([COUNT, channels, 3], 2, { context, dtype: "f32" });
    for (const atomic of [false, true]) {
      benchOperator(
        `${name}${atomic ? " in no order" : ""}, ${COUNT} points, ${channels} channels`,
        context,
        () => backward(grid, points, features, { samples, gradients: slopes }, { atomic }),
        (back) => sumsTo(back.features.readSync(), 2 * COUNT * channels),
      );
    }
  }
}
