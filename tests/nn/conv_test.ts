import { assertEquals, assertThrows } from "@std/assert";
import { type ConvPlan, sparseConvBackward } from "../../lib/conv/mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import { convPlan, type Float, type Own, scope, tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { coarsenedGrid } from "../../lib/topology/mod.ts";
import { eachBackend, nativeOf, withNative } from "../_backends.ts";
import { threeGrids } from "./_batch.ts";
import { checkBoth, wave, waves, weighed } from "./_slopes.ts";

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
        const residual = waves(context, [plan.target.numVoxels, 3], 3);
        for (const activation of [undefined, "relu"] as const) {
          const options = activation === undefined ? {} : { activation };
          await checkBoth(
            { features, weights, bias, residual },
            (p) =>
              weighed(
                nn.sparseConv(plan, p.features, p.weights, {
                  ...{ bias: p.bias, residual: p.residual, ...options },
                }),
              ),
          );
          await checkBoth({ residual }, (p) =>
            weighed(
              // The residual is used twice: its gradient is shared.
              nn.add(
                nn.sparseConv(plan, features, weights, { residual: p.residual, ...options }),
                p.residual,
              ),
            ));
        }
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

for (const compute of ["bf16", "f16"] as const) {
  eachBackend(
    `sparseConv() of networks does not round gradients of f32 parameters to ${compute}`,
    (context) => {
      scope((own) => {
        const plan = planOf("kernel 3", context, own);
        const rows = plan.source.numVoxels;
        const drawn = <D extends Float>(dtype: D, shape: readonly number[], seed = 0) => {
          const count = shape.reduce((product, extent) => product * extent, 1);
          return own(tensor(Array.from(wave(count, seed)), { context, dtype, shape }));
        };
        const weights = drawn("f32", [3, 2, 3, 3, 3], 1);
        const bias = drawn("f32", [3], 2);
        const features = drawn(compute, [rows, 2]);
        const seeds = drawn(compute, [rows, 3], 5);
        type Layer = { readonly [K in "weights" | "bias"]: nn.Value<typeof compute> };
        const run = (p: Layer) =>
          nn.sum(nn.asType(
            nn.multiply(nn.sparseConv(plan, features, p.weights, { bias: p.bias }), seeds),
            "f32",
          ));
        const options = { compute } as const;
        const narrow = own(asType(weights, compute));
        const wanted = own(sparseConvBackward(plan, features, narrow, seeds, {
          wanted: ["weights", "bias"],
          weightsDType: "f32",
        }));
        const numbers = wanted.weights?.readSync() ?? new Float32Array();
        const params = { weights, bias };
        const once = own(nn.valueAndGrad(params, run, options));
        assertEquals(once.gradients.weights.readSync(), numbers);
        assertEquals(once.gradients.bias.readSync(), wanted.bias?.readSync());
        const again = own(
          nn.valueAndGrad(params, (p) => nn.checkpoint(p, (inner) => run(inner)), options),
        );
        assertEquals(again.gradients.weights.readSync(), numbers);
        // Another operator gives gradients in the type that it computes in; their sum is in f32.
        for (const order of [0, 1]) {
          const both = own(nn.valueAndGrad(params, (p) => {
            const terms = [() => run(p), () => nn.sum(nn.asType(p.weights, "f32"))];
            const [first, second] = order === 0 ? terms : terms.toReversed();
            return nn.add(first?.() ?? run(p), second?.() ?? run(p));
          }, options));
          assertEquals(both.gradients.weights.readSync(), numbers.map((one) => one + 1));
        }
      });
    },
  );
}

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
