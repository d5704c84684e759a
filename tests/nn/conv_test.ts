import { assertEquals, assertThrows } from "@std/assert";
import type { ConvPlan } from "../../lib/conv/mod.ts";
import { convPlan, type Own, scope, tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { coarsenedGrid } from "../../lib/topology/mod.ts";
import { eachBackend, nativeOf, withNative } from "../_backends.ts";
import { threeGrids } from "./_batch.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

const PLANS = ["kernel 3", "kernel 2, stride 2", "its reverse", "kernel 4, stride 2"] as const;

/** A plan of a batch of three grids, one of them empty, and its reverse. */
function planOf(
  name: typeof PLANS[number],
  context: Parameters<typeof threeGrids>[0],
  own: Own,
): ConvPlan {
  const grid = threeGrids(context, own);
  if (name === "kernel 3") return own(convPlan(grid, { kernel: 3, target: grid }));
  const coarse = own(coarsenedGrid(grid, { factor: 2 }));
  const kernel = name === "kernel 4, stride 2" ? 4 : 2;
  const plan = own(convPlan(grid, { kernel, stride: 2, target: coarse }));
  return name === "its reverse" ? own(plan.reverse()) : plan;
}

for (const name of PLANS) {
  eachBackend(
    `sparseConv() of networks has the gradients of a convolution, ${name}`,
    async (context) => {
      await scope(async (own) => {
        const plan = planOf(name, context, own);
        const [a, b, c] = plan.kernel;
        const features = waves(context, [plan.source.numVoxels, 2]);
        const weights = waves(context, [3, 2, a, b, c], 1);
        const bias = waves(context, [3], 2);
        await checkBoth(
          { features, weights, bias },
          (p) => weighed(nn.sparseConv(plan, p.features, p.weights, { bias: p.bias })),
        );
        await checkBoth({ features, weights, bias }, (p) =>
          weighed(
            nn.sparseConv(plan, p.features, p.weights, { bias: p.bias, activation: "relu" }),
          ));
        await checkBoth({ weights }, (p) => weighed(nn.sparseConv(plan, features, p.weights)));
        await checkBoth(
          { bias },
          (p) => weighed(nn.sparseConv(plan, features, weights, { bias: p.bias })),
        );
      });
    },
  );
}

eachBackend(
  "sparseConv() of networks refuses what sparseConv() refuses, and no values",
  (context) => {
    scope((own) => {
      const plan = planOf("kernel 3", context, own);
      const features = tensor(new Float32Array(12), { context, shape: [12, 1] });
      const weights = tensor(new Float32Array(27), { context, shape: [1, 1, 3, 3, 3] });
      assertThrows(
        () => nn.sparseConv(plan, features, weights),
        TypeError,
        "no operand is a value",
      );
      const run = (options: object) => () =>
        nn.valueAndGrad(
          { weights },
          (p) => nn.sum(nn.sparseConv(plan, features, p.weights, options)),
        );
      assertThrows(run({ activaton: "relu" }), TypeError, 'the option "activaton" is unknown');
      assertThrows(run({ backend: "none" }), RangeError, "Cannot run sparseConv: ");
      using found = run({ backend: "gather-scatter" })();
      assertEquals(found.gradients.weights.shape, [1, 1, 3, 3, 3]);
    });
  },
);

eachBackend("products for constants are not computed", (context) => {
  const asked: boolean[][] = [];
  const native = nativeOf(context);
  const counted = withNative(context, {
    sparseConvBackward: (request) => {
      asked.push(
        [request.outFeatures, request.outWeights, request.outBias].map((out) => out !== 0),
      );
      return native.sparseConvBackward(request);
    },
  });
  scope((own) => {
    const plan = planOf("kernel 3", counted, own);
    const features = tensor(new Float32Array(12), { context: counted, shape: [12, 1] });
    const weights = tensor(new Float32Array(27), { context: counted, shape: [1, 1, 3, 3, 3] });
    const bias = tensor([1], { context: counted });
    own(nn.valueAndGrad({ weights }, (p) => nn.sum(nn.sparseConv(plan, features, p.weights))));
    own(nn.valueAndGrad({ features }, (p) => nn.sum(nn.sparseConv(plan, p.features, weights))));
    own(
      nn.valueAndGrad(
        { weights, bias },
        (p) => nn.sum(nn.sparseConv(plan, features, p.weights, { bias: p.bias })),
      ),
    );
    own(nn.evaluate({ weights }, (p) => nn.sparseConv(plan, features, p.weights)));
  });
  assertEquals(asked, [[false, true, false], [true, false, false], [false, true, true]]);
});
