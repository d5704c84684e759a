import { assertEquals, assertThrows } from "@std/assert";
import { tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

eachBackend("choices of networks have the gradients of what is chosen", async (context) => {
  using a = waves(context, [3, 4]);
  using b = waves(context, [3, 4], 1);
  using row = waves(context, [4], 2);
  using condition = tensor([1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0], {
    context,
    shape: [3, 4],
    dtype: "bool",
  });
  for (const other of [b, row]) {
    await checkBoth({ a, other }, (p) => weighed(nn.where(condition, p.a, p.other)));
    await checkBoth({ a, other }, (p) => weighed(nn.maximum(p.a, p.other)));
    await checkBoth({ a, other }, (p) => weighed(nn.minimum(p.other, p.a)));
  }
  await checkBoth({ a }, (p) => weighed(nn.where(condition, b, p.a)));
  await checkBoth({ a }, (p) => weighed(nn.maximum(b, p.a)));
  await checkBoth({ a }, (p) => weighed(nn.clamp(p.a, { low: -0.3, high: 0.4 })));
  await checkBoth({ a }, (p) => weighed(nn.clamp(p.a, { high: 0 })));
  await checkBoth({ a }, (p) => weighed(nn.abs(p.a)));
});

eachBackend("powers of networks have the gradients of their definition", async (context) => {
  using x = tensor(Float64Array.of(0.2, 1.1, 3), { context });
  for (const exponent of [0, 1, 2, -1, 0.5, 2.5]) {
    await checkBoth({ x }, (p) => weighed(nn.power(p.x, exponent)));
  }
  using zero = tensor([0, -2], { context });
  using found = nn.valueAndGrad({ zero }, (p) => nn.sum(nn.power(p.zero, 0)));
  assertEquals([...await found.gradients.zero.read()].map(Math.abs), [0, 0]);
  assertThrows(() => nn.power(zero, "2" as never), TypeError, 'exponent is "2", a number expected');
});

eachBackend(
  "gradients of equal elements go to the first, and bounds pass them",
  async (context) => {
    using a = tensor([1, 2, -1], { context });
    using b = tensor([1, 3, -2], { context });
    const gradients = async (loss: (a: nn.Value<"f32">, b: nn.Value<"f32">) => nn.Value<"f32">) => {
      using found = nn.valueAndGrad({ a, b }, (p) => nn.sum(loss(p.a, p.b)), { unused: "zeros" });
      return [[...await found.gradients.a.read()], [...await found.gradients.b.read()]];
    };
    assertEquals(await gradients(nn.maximum), [[1, 0, 1], [0, 1, 0]]);
    assertEquals(await gradients(nn.minimum), [[1, 1, 0], [0, 0, 1]]);
    assertEquals(await gradients((a) => nn.clamp(a, { low: -1, high: 1 })), [[1, 0, 1], [0, 0, 0]]);
    using zero = tensor([0, -0], { context });
    using found = nn.valueAndGrad({ zero }, (p) => nn.sum(nn.abs(p.zero)));
    assertEquals([...await found.gradients.zero.read()], [0, 0]);
    const refused = (options: object) => () =>
      nn.valueAndGrad({ a }, (p) => nn.sum(nn.clamp(p.a, options)));
    assertThrows(refused({}), RangeError, "Cannot run clamp: low and high are missing");
    assertThrows(refused({ lo: 1 }), TypeError, 'the option "lo" is unknown');
  },
);
