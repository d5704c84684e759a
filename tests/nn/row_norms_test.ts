import * as nn from "../../lib/nn/mod.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

eachBackend("layerNorm() of networks has the gradients of normalization", async (context) => {
  using features = waves(context, [4, 5]);
  using scale = waves(context, [5], 1);
  using shift = waves(context, [5], 2);
  using residual = waves(context, [4, 5], 3);
  await checkBoth(
    { features, scale, shift, residual },
    (p) => weighed(nn.layerNorm(p.features, p, { residual: p.residual })),
  );
  await checkBoth(
    { features, scale, shift },
    (p) => weighed(nn.layerNorm(p.features, p, { activation: "relu", epsilon: 0.1 })),
  );
  await checkBoth(
    { shift },
    (p) => weighed(nn.layerNorm(features, { scale, shift: p.shift })),
  );
});

eachBackend("rmsNorm() of networks has the gradients of normalization", async (context) => {
  using features = waves(context, [4, 5]);
  using scale = waves(context, [5], 1);
  using residual = waves(context, [4, 5], 3);
  await checkBoth(
    { features, scale, residual },
    (p) => weighed(nn.rmsNorm(p.features, p.scale, { residual: p.residual, activation: "relu" })),
  );
  await checkBoth({ scale }, (p) => weighed(nn.rmsNorm(features, p.scale, { epsilon: 0.1 })));
});

eachBackend(
  "rmsNorm() of networks takes a converted scale where less is computed in",
  (context) => {
    using x = tensor([1, 3], { context, shape: [1, 2], dtype: "bf16" });
    using scale = tensor([1, 1], { context });
    using found = nn.valueAndGrad({ norm: { scale } }, (p) => {
      const wide = nn.asType(p.norm.scale, "f32");
      return nn.sum(nn.asType(nn.rmsNorm(x, wide), "f32"));
    }, { compute: "bf16" });
    assertEquals(found.gradients.norm.scale.dtype, "f32");
  },
);

eachBackend("groupNorm() of networks has the gradients of normalization", async (context) => {
  using features = waves(context, [7, 4]);
  using scale = waves(context, [4], 1);
  using shift = waves(context, [4], 2);
  using residual = waves(context, [7, 4], 3);
  const lists = { groups: 2, offsets: BigInt64Array.of(0n, 4n, 4n, 7n) };
  await checkBoth(
    { features, scale, shift, residual },
    (p) => weighed(nn.groupNorm(p.features, p, { ...lists, residual: p.residual }).features),
  );
  await checkBoth(
    { features, scale, shift },
    (p) => weighed(nn.groupNorm(p.features, p, { groups: 1, activation: "relu" }).features),
  );
  assertThrows(
    () =>
      nn.valueAndGrad(
        { features },
        (p) => nn.sum(nn.groupNorm(p.features, { scale, shift }, lists).mean),
      ),
    RangeError,
    "which pass no gradients",
  );
});
