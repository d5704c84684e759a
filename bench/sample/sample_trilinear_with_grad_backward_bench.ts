/** Gradients of trilinear samples and of their slopes by values and points. */

import { fullTensor, openContext, sampleTrilinearWithGradBackward } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { COUNT, makeScene, sumsTo } from "./_scene.ts";

const context = openContext();
const { grid, points, values, data } = makeScene(context);

for (const channels of [1, 32]) {
  const features = values(channels);
  const samples = data(channels);
  const slopes = fullTensor([COUNT, channels, 3], 2, { context, dtype: "f32" });
  for (const atomic of [false, true]) {
    benchOperator(
      `sampleTrilinearWithGradBackward${
        atomic ? " in no order" : ""
      }, ${COUNT} points, ${channels} channels`,
      context,
      () =>
        sampleTrilinearWithGradBackward(grid, points, features, { samples, gradients: slopes }, {
          atomic,
        }),
      (back) => sumsTo(back.features.readSync(), 2 * COUNT * channels),
    );
  }
}
