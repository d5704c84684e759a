import { tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

eachBackend("takeRows() of networks has the gradients of a gather", async (context) => {
  using source = waves(context, [4, 3]);
  using rows = tensor(new Int32Array([2, 0, 2, -1, 2]), { context });
  await checkBoth({ source }, (p) => weighed(nn.takeRows(p.source, rows, { fill: 7 })));
  using flat = waves(context, [3], 2);
  using places = tensor(BigInt64Array.of(1n, 1n), { context });
  await checkBoth({ flat }, (p) => weighed(nn.takeRows(p.flat, places)));
});
