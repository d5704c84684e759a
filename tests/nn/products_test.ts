import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

eachBackend("linear() of networks has the gradients of linear layers", async (context) => {
  using features = waves(context, [6, 3]);
  using weights = waves(context, [4, 3], 1);
  using bias = waves(context, [4], 2);
  using residual = waves(context, [6, 4], 3);
  await checkBoth(
    { features, weights, bias, residual },
    ({ features, weights, ...rest }) => weighed(nn.linear(features, weights, rest)),
  );
  await checkBoth(
    { weights, bias },
    ({ weights, bias }) => weighed(nn.linear(features, weights, { bias, activation: "relu" })),
  );
  await checkBoth(
    { residual },
    (p) => weighed(nn.linear(features, weights, { residual: p.residual, activation: "relu" })),
  );
});

eachBackend("matmul() of networks has the gradients of products", async (context) => {
  for (const transposeA of [false, true]) {
    for (const transposeB of [false, true]) {
      using a = waves(context, transposeA ? [2, 3, 4] : [2, 4, 3]);
      using b = waves(context, transposeB ? [2, 5, 3] : [2, 3, 5], 1);
      await checkBoth({ a, b }, (p) => weighed(nn.matmul(p.a, p.b, { transposeA, transposeB })));
      await checkBoth({ b }, (p) => weighed(nn.matmul(a, p.b, { transposeA, transposeB })));
    }
  }
});
