import { assertEquals } from "@std/assert";
import { jagged, type JaggedTensor, scope, tensor } from "../../mod.ts";
import { sampleBezierBackward, sampleTrilinearBackward } from "../../lib/sample/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { OFFSETS, pointsInGrids, threeGrids } from "./_batch.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

const offsets = BigInt64Array.from(OFFSETS.points, BigInt);

for (const operator of ["sampleTrilinear", "sampleBezier"] as const) {
  const sample = nn[operator];
  eachBackend(`${operator}() of networks has the gradients of interpolation`, async (context) => {
    await scope(async (own) => {
      const grid = threeGrids(context, own);
      const points = pointsInGrids(context, own);
      const features = waves(context, [12, 2]);
      await checkBoth(
        { points: points.data, features },
        (p) => weighed(sample(grid, p.points, p.features, { offsets })),
      );
      await checkBoth({ features }, (p) => weighed(sample(grid, points, p.features)));
      await checkBoth(
        { points: points.data },
        (p) => weighed(sample(grid, p.points, features, { offsets })),
      );
    });
  });

  eachBackend(
    `${operator}() of networks splats to features alone by the same bits`,
    async (context) => {
      await scope(async (own) => {
        const grid = threeGrids(context, own);
        const points = pointsInGrids(context, own);
        const features = tensor(Float32Array.from({ length: 24 }, (_, at) => Math.sin(at)), {
          context,
          shape: [12, 2],
        });
        const found = own(
          nn.valueAndGrad({ features }, (p) => nn.sum(sample(grid, points, p.features))),
        );
        const ones = tensor(new Float32Array(16).fill(1), { context, shape: [8, 2] });
        const gradients = own(jagged(ones, { offsets: OFFSETS.points }));
        const backward = operator === "sampleBezier"
          ? sampleBezierBackward
          : sampleTrilinearBackward;
        const back = own(backward(grid, points as JaggedTensor<"f64">, features, gradients));
        assertEquals(await found.gradients.features.read(), await back.features.read());
      });
    },
  );

  eachBackend(
    `${operator}WithGrad() of networks has the gradients of both results`,
    async (context) => {
      await scope(async (own) => {
        const grid = threeGrids(context, own);
        const points = pointsInGrids(context, own);
        const features = waves(context, [12, 2]);
        const withGrad = nn[`${operator}WithGrad`];
        await checkBoth({ points: points.data, features }, (p) => {
          const { samples, gradients } = withGrad(grid, p.points, p.features, { offsets });
          return nn.add(weighed(samples), weighed(nn.multiply(gradients, gradients)));
        });
        await checkBoth({ features }, (p) => weighed(withGrad(grid, points, p.features).gradients));
        await checkBoth({ features }, (p) => weighed(withGrad(grid, points, p.features).samples));
      });
    },
  );
}

for (const operator of ["splatTrilinear", "splatBezier"] as const) {
  eachBackend(`${operator}() of networks has the gradients of splatting`, async (context) => {
    await scope(async (own) => {
      const grid = threeGrids(context, own);
      const points = pointsInGrids(context, own);
      const features = waves(context, [8, 2]);
      await checkBoth(
        { points: points.data, features },
        (p) => weighed(nn[operator](grid, p.points, p.features, { offsets })),
      );
      await checkBoth({ features }, (p) => weighed(nn[operator](grid, points, p.features)));
    });
  });
}
