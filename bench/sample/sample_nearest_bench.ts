/** Nearest values of voxels, and data given to nearest voxels. */

import { sampleNearest, splatNearest } from "../../lib/sample/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { allNear, COUNT, makeScene, sumsTo } from "./_scene.ts";

const context = openContext();
const { grid, points, values, data } = makeScene(context);

for (const channels of [1, 32]) {
  const features = values(channels);
  const given = data(channels);
  benchOperator(
    `sampleNearest, ${COUNT} points, ${channels} channels`,
    context,
    () => sampleNearest(grid, points, features),
    (samples) => allNear(samples.readSync(), 2),
  );
  benchOperator(
    `splatNearest, ${COUNT} points, ${channels} channels`,
    context,
    () => splatNearest(grid, points, given),
    (voxels) => sumsTo(voxels.readSync(), 2 * COUNT * channels),
  );
}
