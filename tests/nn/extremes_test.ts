import { assertEquals } from "@std/assert";
import { tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

eachBackend("max() and min() of networks have the gradients of a choice", async (context) => {
  using x = waves(context, [3, 4, 2]);
  for (const axis of [0, 1, 2]) {
    await checkBoth({ x }, (p) => weighed(nn.max(p.x, { axis })));
    await checkBoth({ x }, (p) => weighed(nn.min(p.x, { axis, keepdims: true })));
  }
  await checkBoth({ x }, (p) => nn.multiply(nn.max(p.x), nn.min(p.x)));
});

eachBackend(
  "max() of networks gives the values of tensors, and the first one counts",
  (context) => {
    using x = tensor([1, 7, 7, 3, 2, 3], { context, shape: [2, 3] });
    using found = nn.valueAndGrad({ x }, (p) => {
      const most = nn.max(p.x, { axis: 1 });
      return { loss: nn.sum(most), keep: { most } };
    });
    assertEquals([...found.kept.most.readSync()], [7, 3]);
    assertEquals([...found.gradients.x.readSync()], [0, 1, 0, 1, 0, 0]);
  },
);

eachBackend(
  "jaggedMax(), jaggedMin() and jaggedNorm() of networks have gradients",
  async (context) => {
    using rows = waves(context, [6, 3]);
    const lists = { offsets: BigInt64Array.of(0n, 2n, 6n) };
    await checkBoth({ rows }, (p) => weighed(nn.jaggedMax(p.rows, lists)));
    await checkBoth({ rows }, (p) => weighed(nn.jaggedMin(p.rows, lists)));
    await checkBoth({ rows }, (p) => weighed(nn.jaggedNorm(p.rows, lists)));
    await checkBoth({ rows }, (p) => weighed(nn.jaggedNorm(p.rows)));
  },
);

eachBackend(
  "jaggedMax() and jaggedNorm() of networks pass nothing to empty or flat lists",
  (context) => {
    using rows = tensor(new Float64Array([0, 0, 3]), { context });
    const lists = { offsets: BigInt64Array.of(0n, 0n, 2n, 3n) };
    using norms = nn.valueAndGrad({ rows }, (p) => nn.sum(nn.jaggedNorm(p.rows, lists)));
    assertEquals([...norms.gradients.rows.readSync()], [0, 0, 1]);
    using most = nn.valueAndGrad({ rows }, (p) => nn.sum(nn.jaggedMax(p.rows, lists)));
    assertEquals([...most.gradients.rows.readSync()], [1, 0, 1]);
  },
);

eachBackend("lerp() of networks has the gradients of an interpolation", async (context) => {
  using a = waves(context, [4, 3]);
  using b = waves(context, [3], 1);
  using weight = waves(context, [4, 1], 2);
  await checkBoth({ a, b, weight }, (p) => weighed(nn.lerp(p.a, p.b, p.weight)));
});
