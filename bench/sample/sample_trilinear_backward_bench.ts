/** Gradients of trilinear samples by values and points. */

import { sampleTrilinearBackward } from "../../lib/sample/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { COUNT, makeScene, sumsTo } from "./_scene.ts";

const context = openContext();
const { grid, points, values, data } = makeScene(context);

for (const channels of [1, 32]) {
  const features = values(channels);
  const gradients = data(channels);
  benchOperator(
    `sampleTrilinearBackward, ${COUNT} points, ${channels} channels`,
    context,
    () => sampleTrilinearBackward(grid, points, features, gradients),
    (back) => sumsTo(back.features.readSync(), 2 * COUNT * channels),
  );
  benchOperator(
    `sampleTrilinearBackward in no order, ${COUNT} points, ${channels} channels`,
    context,
    () => sampleTrilinearBackward(grid, points, features, gradients, { atomic: true }),
    (back) => sumsTo(back.features.readSync(), 2 * COUNT * channels),
  );
}
