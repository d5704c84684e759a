/** Data of points given to voxels, and back. */

import { splatTrilinearBackward } from "../../lib/sample/mod.ts";
import { openContext, splatTrilinear } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { allNear, COUNT, makeScene, sumsTo } from "./_scene.ts";

const context = openContext();
const { grid, points, values, data } = makeScene(context);

for (const channels of [1, 32]) {
  const given = data(channels);
  const gradients = values(channels);
  benchOperator(
    `splatTrilinear, ${COUNT} points, ${channels} channels`,
    context,
    () => splatTrilinear(grid, points, given),
    (voxels) => sumsTo(voxels.readSync(), 2 * COUNT * channels),
  );
  benchOperator(
    `splatTrilinear in no order, ${COUNT} points, ${channels} channels`,
    context,
    () => splatTrilinear(grid, points, given, { atomic: true }),
    (voxels) => sumsTo(voxels.readSync(), 2 * COUNT * channels),
  );
  benchOperator(
    `splatTrilinearBackward, ${COUNT} points, ${channels} channels`,
    context,
    () => splatTrilinearBackward(grid, points, given, gradients),
    (back) => allNear(back.features.readSync(), 2),
  );
}
