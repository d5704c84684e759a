import { assertEquals, assertThrows } from "@std/assert";
import { tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

eachBackend("batchNorm() of networks has the gradients of normalization", async (context) => {
  using features = waves(context, [7, 3]);
  using scale = waves(context, [3], 1);
  using shift = waves(context, [3], 2);
  using residual = waves(context, [7, 3], 3);
  await checkBoth(
    { features, scale, shift, residual },
    (p) => weighed(nn.batchNorm(p.features, p, { residual: p.residual }).features),
  );
  await checkBoth(
    { features, scale, shift },
    (p) => weighed(nn.batchNorm(p.features, p, { activation: "relu" }).features),
  );
  await checkBoth(
    { scale },
    (p) => weighed(nn.batchNorm(features, { scale: p.scale, shift }, { epsilon: 0.1 }).features),
  );
});

eachBackend("batchNorm() of networks refuses losses that depend on statistics", (context) => {
  using features = tensor([1, 2, 3, 5], { context, shape: [4, 1] });
  using scale = tensor([1], { context });
  using shift = tensor([0], { context });
  assertThrows(
    () =>
      nn.valueAndGrad({ features }, (p) => nn.sum(nn.batchNorm(p.features, { scale, shift }).mean)),
    RangeError,
    "which pass no gradients",
  );
  using found = nn.valueAndGrad({ scale }, (p) => {
    const { features: normalized, mean } = nn.batchNorm(features, { scale: p.scale, shift });
    return { loss: nn.sum(normalized), keep: { mean } };
  });
  assertEquals([...found.kept.mean.readSync()], [2.75]);
});

eachBackend(
  "batchNormInference() of networks has the gradients of a linear map",
  async (context) => {
    using features = waves(context, [5, 3]);
    using scale = waves(context, [3], 1);
    using shift = waves(context, [3], 2);
    using residual = waves(context, [5, 3], 3);
    using mean = waves(context, [3], 4);
    using variance = tensor(new Float64Array([0.5, 2, 3]), { context });
    const statistics = { mean, variance };
    await checkBoth(
      { features, scale, shift, residual },
      (p) => weighed(nn.batchNormInference(p.features, statistics, p, { residual: p.residual })),
    );
    await checkBoth(
      { features, scale, shift },
      (p) => weighed(nn.batchNormInference(p.features, statistics, p, { activation: "relu" })),
    );
    await checkBoth(
      { shift },
      (p) =>
        weighed(
          nn.batchNormInference(features, statistics, { scale, shift: p.shift }, { epsilon: 0.1 }),
        ),
    );
  },
);

eachBackend("batchNorm() of networks keeps normalized features for ReLU alone", (context) => {
  using features = waves(context, [7, 3]);
  using scale = waves(context, [3], 1);
  using shift = waves(context, [3], 2);
  const keptBy = (activation: "none" | "relu"): number => {
    let kept = NaN;
    using _found = nn.valueAndGrad({ scale, shift }, (p) => {
      const y = nn.batchNorm(features, p, { activation }).features;
      const result = nn.sum(y);
      y[Symbol.dispose](); // a sum needs it no more
      kept = context.stats().liveHandles;
      return result;
    });
    return kept;
  };
  assertEquals(keptBy("relu") - keptBy("none"), 1);
});
