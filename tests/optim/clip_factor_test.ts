import { assertEquals, assertThrows } from "@std/assert";
import { clipFactor, sgdInto, sgdState } from "../../lib/optim/mod.ts";
import { fullTensor, tensor } from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { allNumbers, makeNet } from "./_models.ts";

eachBackend("clipFactor() of 3 and 4 is that of PyTorch", (context) => {
  using weight = tensor([0, 0], { context, dtype: "f64" });
  using gradient = tensor([3, 4], { context, dtype: "f64" });
  using factor = clipFactor({ weight: gradient }, 1);
  const [share = NaN, isFinite, norm] = factor.readSync();
  assertEquals([isFinite, norm], [1, 5]);
  assertClose([3 * share, 4 * share], [0.59999988, 0.79999984], { relative: 1e-12 });
  using state = sgdState({ weight });
  sgdInto({ weight }, { weight: gradient }, state, { rate: 1, factor });
  assertClose(weight.readSync(), [-3 * share, -4 * share], { relative: 1e-12 });
});

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`clipFactor() is its definition, in ${dtype}`, (context) => {
    using stack = new DisposableStack();
    const gradients = makeNet(context, dtype, { seed: 5, stack });
    using factor = clipFactor(gradients, 2);
    const norm = Math.sqrt(allNumbers(gradients).reduce((sum, one) => sum + one * one, 0));
    assertClose(factor.readSync(), [2 / (norm + 1e-6), 1, norm], { relative: 1e-12 });
    using plain = clipFactor(gradients, Infinity);
    assertEquals([...plain.readSync()].slice(0, 2), [1, 1]);
  });
}

eachBackend("clipFactor() says where gradients are not finite", (context) => {
  using zeros = fullTensor([5], 0, { context, dtype: "f32" });
  using none = clipFactor({ zeros }, 1);
  assertEquals([...none.readSync()], [1, 1, 0]);
  for (const bad of [NaN, Infinity, -Infinity]) {
    using gradient = tensor([1, bad], { context });
    using factor = clipFactor([gradient, zeros], 1);
    assertEquals([...factor.readSync()], [0, 0, Number.isNaN(bad) ? NaN : Infinity]);
  }
});

Deno.test("clipFactor() gives the same bits on every device", () => {
  const found = contexts.map((context) => {
    using stack = new DisposableStack();
    using factor = clipFactor(makeNet(context, "f32", { seed: 1, stack }), 3);
    return factor.readSync();
  });
  for (const one of found) assertBits(one, found[0] ?? one);
});

eachBackend("clipFactor() refuses what is no limit, and no tree of gradients", async (context) => {
  using gradient = tensor([3, 4], { context });
  using whole = tensor([3, 4], { context, dtype: "i32" });
  assertThrows(() => clipFactor({ gradient }, 0), RangeError, "most is 0");
  assertThrows(() => clipFactor({ gradient }, NaN), RangeError, "most is NaN");
  assertThrows(() => clipFactor({}, 1), RangeError, "gradients has no tensors");
  assertThrows(() => clipFactor({ whole }, 1), TypeError, "gradients.whole is i32");
  using factor = await failEachAllocation(context, () => clipFactor({ gradient }, 1), 3);
  assertEquals(factor.shape, [3]);
});
