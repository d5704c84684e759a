import { assertEquals, assertThrows } from "@std/assert";
import { emaInto, emaState } from "../../lib/optim/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { allNumbers, makeNet } from "./_models.ts";

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`emaInto() is its definition, in ${dtype}`, (context) => {
    using stack = new DisposableStack();
    const net = makeNet(context, dtype, { seed: 0, stack });
    const later = makeNet(context, dtype, { seed: 3, stack });
    using shadows = emaState(net);
    const [first, second] = [allNumbers(net), allNumbers(later)];
    assertEquals([...allNumbers(shadows)], [...first]);
    emaInto(shadows, later, { decay: 0.75 });
    const expected = first.map((one, at) => 0.75 * one + 0.25 * (second[at] ?? NaN));
    const relative = dtype === "f64" ? 1e-15 : 1e-6;
    assertClose(allNumbers(shadows), expected, { relative, absolute: relative });
    assertEquals([...allNumbers(later)], [...second]);
  });
}

eachBackend("emaInto() refuses trees that do not match and decays of 1", async (context) => {
  using weight = tensor([1, 2], { context });
  using three = tensor([1, 2, 3], { context });
  using shadows = await failEachAllocation(context, () => emaState({ weight }));
  assertThrows(
    () => emaInto(shadows, { weight: three }),
    RangeError,
    "shadows.weight shape is [2], [3] expected",
  );
  assertThrows(() => emaInto(shadows, { weight }, { decay: 1 }), RangeError, "decay is 1");
  await failEachAllocation(context, () => emaInto(shadows, { weight }));
});

eachBackend("emaInto() leaves out a step whose gradients are not finite", (context) => {
  using weight = tensor([4], { context });
  using shadows = emaState({ weight });
  weight.write([8]);
  using fine = tensor(Float64Array.of(0.25, 1, 3), { context });
  using overflow = tensor(Float64Array.of(0, 0, Infinity), { context });
  emaInto(shadows, { weight }, { decay: 0.5, factor: overflow });
  assertEquals([...shadows.weight.readSync()], [4]);
  emaInto(shadows, { weight }, { decay: 0.5, factor: fine });
  assertEquals([...shadows.weight.readSync()], [6]);
});
