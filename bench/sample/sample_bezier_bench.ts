/** Smooth samples, with gradients and backwards. */

import { sampleBezier, sampleBezierBackward, sampleBezierWithGrad } from "../../lib/sample/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { allNear, COUNT, makeScene, sumsTo } from "./_scene.ts";

const context = openContext();
const { grid, points, values, data } = makeScene(context);

for (const channels of [1, 32]) {
  const features = values(channels);
  const gradients = data(channels);
  benchOperator(
    `sampleBezier, ${COUNT} points, ${channels} channels`,
    context,
    () => sampleBezier(grid, points, features),
    (samples) => allNear(samples.readSync(), 2),
  );
  benchOperator(
    `sampleBezierWithGrad, ${COUNT} points, ${channels} channels`,
    context,
    () => sampleBezierWithGrad(grid, points, features),
    (result) => allNear(result.gradients.readSync(), 0),
  );
  benchOperator(
    `sampleBezierBackward, ${COUNT} points, ${channels} channels`,
    context,
    () => sampleBezierBackward(grid, points, features, gradients),
    (back) => sumsTo(back.features.readSync(), 2 * COUNT * channels),
  );
}
