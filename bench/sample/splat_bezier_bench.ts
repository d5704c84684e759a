/** Data of points given to voxels, and back. */

import { splatBezier, splatBezierBackward } from "../../lib/sample/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { allNear, COUNT, makeScene, sumsTo } from "./_scene.ts";

const context = openContext();
const { grid, points, values, data } = makeScene(context);

for (const channels of [1, 32]) {
  const given = data(channels);
  const gradients = values(channels);
  benchOperator(
    `splatBezier, ${COUNT} points, ${channels} channels`,
    context,
    () => splatBezier(grid, points, given),
    (voxels) => sumsTo(voxels.readSync(), 2 * COUNT * channels),
  );
  benchOperator(
    `splatBezierBackward, ${COUNT} points, ${channels} channels`,
    context,
    () => splatBezierBackward(grid, points, given, gradients),
    (back) => allNear(back.features.readSync(), 2),
  );
}
