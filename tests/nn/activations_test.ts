import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

for (const name of ["gelu", "geluTanh", "silu", "elu", "leakyRelu"] as const) {
  eachBackend(`${name}() of networks has the gradients of its function`, async (context) => {
    using x = waves(context, [5, 3], 2);
    await checkBoth({ x }, (p) => weighed(nn[name](nn.multiply(p.x, 3))));
  });
}

eachBackend("elu() and leakyRelu() of networks pass their options on", async (context) => {
  using x = waves(context, [7], 1);
  await checkBoth({ x }, (p) => weighed(nn.elu(p.x, { alpha: 0.3 })));
  await checkBoth({ x }, (p) => weighed(nn.leakyRelu(p.x, { slope: -0.5 })));
});
