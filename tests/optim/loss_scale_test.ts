import { assertEquals, assertThrows } from "@std/assert";
import {
  adamState,
  adamwInto,
  clipFactor,
  lossScaleInto,
  lossScaleState,
} from "../../lib/optim/mod.ts";
import { asType, multiply, sum, valueAndGrad } from "../../lib/nn/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";

/** What clipFactor says of gradients. */
const FINE = Float64Array.of(1, 1, 0);
const OVERFLOW = Float64Array.of(0, 0, Infinity);

eachBackend("lossScaleInto() doubles after good steps, and halves after bad ones", (context) => {
  using scale = lossScaleState({ context, initial: 8 });
  using fine = tensor(FINE, { context });
  using overflow = tensor(OVERFLOW, { context });
  const seen = [fine, fine, fine, overflow, fine, fine, fine].map((factor) => {
    lossScaleInto(scale, factor, { period: 3 });
    return [...scale.readSync()];
  });
  assertEquals(seen, [
    [8, 1, 0],
    [8, 2, 0],
    [16, 0, 0],
    [8, 0, 1],
    [8, 1, 1],
    [8, 2, 1],
    [16, 0, 1],
  ]);
});

eachBackend("lossScaleInto() stays between 1 and 2^24", (context) => {
  using low = lossScaleState({ context, initial: 1.5 });
  using high = lossScaleState({ context, initial: 2 ** 23.5 });
  using fine = tensor(FINE, { context });
  using overflow = tensor(OVERFLOW, { context });
  lossScaleInto(low, overflow);
  lossScaleInto(high, fine, { period: 1 });
  assertEquals([...low.readSync(), ...high.readSync()], [1, 0, 1, 2 ** 24, 0, 0]);
  lossScaleInto(low, overflow);
  assertEquals([...low.readSync()], [1, 0, 2]);
});

eachBackend("clipFactor() takes the scale of a loss back", (context) => {
  using gradients = tensor([48, 64], { context });
  using lossScale = lossScaleState({ context, initial: 16 });
  using loose = clipFactor(gradients, 10, { lossScale });
  assertEquals([...loose.readSync()], [1 / 16, 1, 5]);
  using clipped = clipFactor(gradients, 1, { lossScale });
  assertClose(clipped.readSync(), [1 / (5 + 1e-6) / 16, 1, 5], { relative: 1e-15 });
});

eachBackend(
  "a scaled loss keeps gradients that f16 would lose, and is itself as it was",
  (context) => {
    using x = tensor([2 ** -14], { context, dtype: "f16" });
    using weight = tensor([2 ** -13], { context });
    using lossScale = lossScaleState({ context, initial: 1024 });
    /** The gradient passes through f16 as 2^-28, which it does not have. */
    const small = (scaled: boolean) =>
      valueAndGrad(
        { weight },
        (p) => sum(asType(multiply(multiply(x, p.weight), x), "f32")),
        { compute: "f16", ...scaled && { lossScale } },
      );
    using lost = small(false);
    using kept = small(true);
    assertEquals([...lost.gradients.weight.readSync()], [0]);
    assertEquals([...kept.gradients.weight.readSync()], [2 ** -18]);
    assertEquals([...kept.loss.readSync()], [...lost.loss.readSync()]);
  },
);

eachBackend(
  "a step that overflows changes no parameter and no moment, and halves the scale",
  (context) => {
    using x = tensor([3e4], { context, dtype: "f16" });
    using weight = tensor([1], { context });
    using adam = adamState({ weight });
    using lossScale = lossScaleState({ context });
    for (let step = 0; step < 2; step++) {
      using found = valueAndGrad(
        { weight },
        (p) => sum(asType(multiply(x, p.weight), "f32")),
        { compute: "f16", lossScale },
      );
      using factor = clipFactor(found.gradients, 1, { lossScale });
      adamwInto({ weight }, found.gradients, adam, { rate: 0.1, factor });
      lossScaleInto(lossScale, factor);
    }
    assertEquals([...weight.readSync()], [1]);
    assertEquals([...adam.means.weight.readSync(), ...adam.squares.weight.readSync()], [0, 0]);
    assertEquals([...adam.steps.readSync()], [0]);
    assertEquals([...lossScale.readSync()], [16384, 0, 2]);
  },
);

eachBackend("scales of losses refuse what is none", (context) => {
  using scale = lossScaleState({ context });
  using two = tensor(Float64Array.of(1, 1), { context });
  using x = tensor([1], { context });
  assertThrows(() => lossScaleState({ context, initial: 0.5 }), RangeError, "initial is 0.5");
  assertThrows(() => lossScaleInto(scale, two), RangeError, "factor");
  assertThrows(() => lossScaleInto(scale, scale, { period: 0 }), RangeError, "period");
  assertThrows(() => clipFactor(x, 1, { lossScale: two }), RangeError, "lossScale");
  assertThrows(
    () => valueAndGrad({ x }, (p) => sum(p.x), { lossScale: two }),
    RangeError,
    "lossScale",
  );
});
