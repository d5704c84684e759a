import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  check,
  learn,
  swish,
  swishBackward,
  type SwishGradients,
  swishOnTape,
} from "../../examples/own_operator.ts";
import { multiply } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { runScript } from "../_child.ts";
import { assertClose } from "../_compare.ts";
import { waves, weighed } from "../nn/_slopes.ts";

eachBackend("the example of an operator is its formula, and has its gradients", async (context) => {
  using x = tensor(Float64Array.of(-1, 0, 2, 3), { context, shape: [2, 2] });
  using slopes = tensor(Float64Array.of(1, -0.5), { context });
  using result = swish(x, slopes);
  const expected = [[-1, 1], [0, -0.5], [2, 1], [3, -0.5]].map(([at = 0, slope = 0]) =>
    at / (1 + Math.exp(-slope * at))
  );
  assertClose(await result.read(), expected, { relative: 1e-14 });
  assert(await check(context) < 1e-7);
});

eachBackend(
  "checkGradients() finds the slopes of an operator that are twice too large",
  async (context) => {
    using x = waves(context, [4, 3]);
    using slopes = waves(context, [3], 1);
    const wrong =
      (change: (back: SwishGradients) => Tensor<"f64">) =>
      (p: { readonly x: nn.Value<"f64">; readonly slopes: nn.Value<"f64"> }) =>
        weighed(nn.apply(
          "swish",
          [p.x, p.slopes],
          ([x, slopes]) => ({ result: swish(x, slopes) }),
          (gradient, { tensors: [x, slopes] }) => {
            const back = swishBackward(x, slopes, gradient);
            return [back.x, change(back)];
          },
        ));
    const { error } = await nn.checkGradients(wrong(({ slopes }) => slopes), { x, slopes });
    assert(error < 1e-7);
    const twice = ({ slopes }: { readonly slopes: Tensor<"f64"> }) => multiply(slopes, 2);
    await assertRejects(
      () => nn.checkGradients(wrong(twice), { x, slopes }, { mode: "coordinates" }),
      nn.GradientError,
      "the slope along slopes[",
    );
  },
);

eachBackend("the example of an operator learns the slopes of its data", async (context) => {
  assertClose(await learn(context, [0.5, 2]), [0.5, 2], { absolute: 0.01 });
  using x = tensor([1], { context, dtype: "f64", shape: [1, 1] });
  using slopes = tensor([1], { context, dtype: "f64" });
  using found = nn.valueAndGrad({ slopes }, (p) => nn.sum(swishOnTape(x, p.slopes)));
  assertEquals(found.gradients.slopes.shape, [1]);
});

Deno.test("the program of the operator says what it found", async () => {
  const permissions = ["--allow-ffi", "--allow-read", "--no-check"];
  const { code, stdout } = await runScript("../examples/own_operator.ts", permissions);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "gradients and differences agree");
  assertStringIncludes(stdout, "learned: 0.500, 2.000, -1.000");
});
