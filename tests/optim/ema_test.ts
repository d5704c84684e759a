import { assertEquals, assertThrows } from "@std/assert";
import { ownTree } from "../../lib/nn/mod.ts";
import { emaInto, emaState } from "../../lib/optim/mod.ts";
import { type Context, fullTensor, type Tensor, tensor } from "../../mod.ts";
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
});

eachBackend("emaInto() of many tensors, some of them empty, allocates nothing", (context) => {
  using made = manyTensors(context, 200);
  const { tensors, shadows } = made;
  context.failAllocation(1);
  emaInto(shadows, tensors, { decay: 0.25 });
  context.failAllocation(0);
  for (const [place, shadow] of shadows.entries()) {
    const found = shadow.readSync() as Float32Array;
    assertEquals(found, new Float32Array(found.length).fill(0.25 + 0.75 * (place + 1)));
  }
});

/** Tensors of several sizes, the nth of numbers n + 1, and shadows of ones. */
function manyTensors(
  context: Context,
  count: number,
): Readonly<Record<"tensors" | "shadows", readonly Tensor<"f32">[]>> & Disposable {
  const sizes = Array.from({ length: count }, (_, place) => place % 7 === 0 ? 0 : place * place);
  const fill = (value: (place: number) => number) =>
    sizes.map((size, place) => fullTensor([size], value(place), { context, dtype: "f32" }));
  return ownTree({ tensors: fill((place) => place + 1), shadows: fill(() => 1) });
}

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
