import { assertEquals } from "@std/assert";
import { tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, wave, waves, weighed } from "./_slopes.ts";

eachBackend("crossEntropy() of networks has the gradients of its definition", async (context) => {
  using logits = waves(context, [6, 4]);
  using weights = tensor(wave(4, 1).map((one) => one + 2), { context });
  using targets = tensor(new Uint8Array([0, 3, 255, 2, 1, 1]), { context });
  for (const reduction of ["mean", "sum"] as const) {
    const options = { weights, ignore: 255, smoothing: 0.2, reduction };
    await checkBoth({ logits }, (p) => nn.crossEntropy(p.logits, targets, options));
  }
  await checkBoth(
    { logits },
    (p) => nn.crossEntropy(nn.multiply(p.logits, 2), targets, { ignore: 255 }),
  );
});

eachBackend(
  "losses of elements of networks have the gradients of their definitions",
  async (context) => {
    using x = waves(context, [5, 3]);
    using targets = waves(context, [5, 3], 2);
    for (const loss of [nn.meanSquares, nn.meanAbs, nn.huber, nn.binaryCrossEntropy]) {
      await checkBoth({ x, targets }, (p) => loss(p.x, p.targets));
      await checkBoth({ x }, (p) => loss(p.x, targets, { reduction: "sum" }));
    }
    await checkBoth({ x }, (p) => nn.huber(p.x, targets, { delta: 0.3 }));
  },
);

eachBackend(
  "softmax() of networks and its relatives have the gradients of their definitions",
  async (context) => {
    using x = waves(context, [4, 5]);
    for (const operator of [nn.softmax, nn.logSoftmax, nn.logSumExp]) {
      await checkBoth({ x }, (p) => weighed(operator(p.x)));
    }
  },
);

eachBackend("crossEntropy() of networks gives a loss in f32 for logits in bf16", (context) => {
  using logits = tensor([0, 0], { context, shape: [1, 2] });
  using targets = tensor(new Int32Array([1]), { context });
  using found = nn.valueAndGrad(
    { logits },
    (p) => nn.crossEntropy(p.logits, targets),
    { compute: "bf16" },
  );
  assertEquals(found.loss.dtype, "f32");
  assertEquals([...found.gradients.logits.readSync()], [0.5, -0.5]);
});
