/**
 * So many points that leaves gather those of their own.
 *
 * @module
 */

import { randomUniform } from "../../lib/jagged/mod.ts";
import {
  sampleTrilinearBackward,
  sampleTrilinearWithGrad,
  splatTrilinearBackward,
} from "../../lib/sample/mod.ts";
import { gridFromDense, sampleTrilinear, splatTrilinear } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";

/** Points, and voxels along a side: about 200 points to each leaf. */
const [POINTS, SIDE] = [1 << 16, 56];

for (const channels of [1, 4]) {
  eachBackend(
    `sampling and splatting many points and ${channels} channels free everything when an allocation fails`,
    async (context) => {
      const options = { context, dtype: "f32", seed: 1 } as const;
      using grid = gridFromDense({ context, dims: SIDE });
      using points = randomUniform([POINTS, 3], { ...options, low: -1, high: SIDE });
      using values = randomUniform([grid.numVoxels, channels], options);
      using data = randomUniform([POINTS, channels], options);
      using expected = sampleTrilinear(grid, points, values);
      using samples = await failEachAllocation(
        context,
        () => sampleTrilinear(grid, points, values),
      );
      assertBits(samples.readSync(), expected.readSync());
      using slopes = await failEachAllocation(
        context,
        () => sampleTrilinearWithGrad(grid, points, values),
        2,
      );
      assertBits(slopes.samples.readSync(), expected.readSync());
      using given = splatTrilinear(grid, points, data);
      using sums = await failEachAllocation(context, () => splatTrilinear(grid, points, data), 2);
      assertBits(sums.readSync(), given.readSync());
      using back = await failEachAllocation(
        context,
        () => sampleTrilinearBackward(grid, points, values, data),
        3,
      );
      assertBits(back.features.readSync(), given.readSync());
      using _taken = await failEachAllocation(
        context,
        () => splatTrilinearBackward(grid, points, data, given),
        2,
      );
    },
  );
}
