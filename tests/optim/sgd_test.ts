import { assertEquals, assertThrows } from "@std/assert";
import { sgdInto, type SgdOptions, sgdState } from "../../lib/optim/mod.ts";
import { DisposedError, fullTensor, type Tensor, tensor } from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { numbersOf } from "../_numbers.ts";
import { allNumbers, makeNet } from "./_models.ts";

/** Steps of gradient descent by its definition. */
function descend(
  parameters: Float64Array,
  gradients: Float64Array,
  steps: number,
  { rate, momentum = 0, nesterov = false, weightDecay = 0 }: SgdOptions,
): Float64Array {
  const found = parameters.slice();
  const momenta = new Float64Array(found.length);
  for (let step = 0; step < steps; step++) {
    for (const [at, p] of found.entries()) {
      const g = (gradients[at] ?? NaN) + Number(weightDecay) * p;
      const m = momentum * (momenta[at] ?? NaN) + g;
      momenta[at] = m;
      found[at] = p - rate * (nesterov ? g + momentum * m : m);
    }
  }
  return found;
}

eachBackend("sgdInto() has the numbers of PyTorch", (context) => {
  using weight = tensor([1], { context, dtype: "f64" });
  using state = sgdState({ weight });
  const options = { rate: 0.1, momentum: 0.9, nesterov: true, weightDecay: 0.1 };
  const found: number[] = [];
  for (const slope of [0.5, -1, 0.25]) {
    using gradient = tensor([slope], { context, dtype: "f64" });
    sgdInto({ weight }, { weight: gradient }, state, options);
    found.push(...weight.readSync());
  }
  assertClose(found, [0.886, 1.010566, 0.973948646], { relative: 1e-12 });
});

for (const dtype of ["f32", "f64"] as const) {
  eachBackend(`sgdInto() is its definition, in ${dtype}`, (context) => {
    using stack = new DisposableStack();
    const net = makeNet(context, dtype, { seed: 0, stack });
    const gradients = makeNet(context, dtype, { seed: 5, stack });
    using state = sgdState(net);
    const options = { rate: 0.3, momentum: 0.8, weightDecay: 0.01 };
    const expected = descend(allNumbers(net), allNumbers(gradients), 4, options);
    for (let step = 0; step < 4; step++) sgdInto(net, gradients, state, options);
    const relative = dtype === "f64" ? 1e-13 : 1e-6;
    assertClose(allNumbers(net), expected, { relative, absolute: relative });
  });
}

for (const dtype of ["f16", "bf16"] as const) {
  eachBackend(`sgdInto() keeps steps that ${dtype} would lose`, (context) => {
    using weight = fullTensor([100], 1, { context, dtype });
    using gradient = fullTensor([100], 1, { context, dtype });
    using norm = fullTensor([2], 1, { context, dtype: "f32" });
    using normGradient = fullTensor([2], 1, { context, dtype: "f32" });
    const net = { weight, norm };
    using state = sgdState(net);
    // Each step is far below half of the last bit of 1; a hundred of them are 0.01.
    for (let step = 0; step < 100; step++) {
      sgdInto(net, { weight: gradient, norm: normGradient }, state, { rate: 1e-4 });
    }
    assertClose(state.masters.weight.readSync(), new Array(100).fill(0.99), { relative: 1e-5 });
    assertClose(numbersOf(weight), new Array(100).fill(0.99), { relative: 4e-3 });
    assertEquals(numbersOf(weight).every((one) => one < 1), true);
    assertClose(norm.readSync(), [0.99, 0.99], { relative: 1e-5 });
    assertEquals(state.masters.norm, undefined);
  });
}

eachBackend("sgdInto() of 2000 tensors of odd sizes updates each", (context) => {
  using stack = new DisposableStack();
  const make = (value: number): Tensor<"f32">[] =>
    Array.from(
      { length: 2000 },
      (_, at) => stack.use(fullTensor([at % 7], value, { context, dtype: "f32" })),
    );
  const [net, gradients] = [make(2), make(1)];
  using state = sgdState(net);
  sgdInto(net, gradients, state, { rate: 0.5 });
  const wrong = net.filter((one) => one.readSync().some((number) => number !== 1.5));
  assertEquals(wrong.length, 0);
});

Deno.test("sgdInto() gives the same bits on every device", () => {
  const found = contexts.map((context) => {
    using stack = new DisposableStack();
    const net = makeNet(context, "f32", { seed: 0, stack });
    const gradients = makeNet(context, "f32", { seed: 5, stack });
    using state = sgdState(net);
    for (let step = 0; step < 3; step++) {
      sgdInto(net, gradients, state, { rate: 0.3, momentum: 0.8, nesterov: true });
    }
    return allNumbers(net);
  });
  for (const one of found) assertBits(one, found[0] ?? one);
});

eachBackend("sgdInto() refuses trees that do not match, and names the path", (context) => {
  using stack = new DisposableStack();
  const net = makeNet(context, "f32", { seed: 0, stack });
  const gradients = makeNet(context, "f32", { seed: 5, stack });
  using state = sgdState(net);
  using short = fullTensor([4], 0, { context, dtype: "f32" });
  const before = allNumbers(net);
  const run = (other: unknown, options: object = {}): void =>
    sgdInto(net, other as typeof net, state, { rate: 1, ...options });
  const refuse = (other: unknown, message: string): void => {
    assertThrows(() => run(other), RangeError, message);
  };
  refuse({ ...gradients, stem: { weight: gradients.stem.weight } }, "gradients.stem.bias");
  refuse({ ...gradients, blocks: [short, short] }, "gradients.blocks.0 shape is [4]");
  refuse({ ...gradients, more: short }, "gradients.more belongs to no parameter");
  refuse(
    { ...gradients, blocks: net.blocks },
    "gradients.blocks.0 is the tensor of params.blocks.0",
  );
  assertThrows(() => run(gradients, { rate: -1 }), RangeError, "rate is -1");
  assertThrows(() => run(gradients, { nesterov: true }), RangeError, "momentum is 0");
  assertThrows(
    () => run(gradients, { weightDecay: (path: string) => path === "blocks.1" ? -1 : 0 }),
    RangeError,
    "weightDecay.blocks.1 is -1",
  );
  assertThrows(() => sgdState({}), RangeError, "params has no tensors");
  using wide = fullTensor([2], 0, { context, dtype: "f64" });
  assertThrows(() => sgdState({ short, wide }), TypeError, "params.wide is");
  assertThrows(() => sgdState({ a: short, b: [short] }), RangeError, "params.b.0 is the tensor");
  assertBits(allNumbers(net), before);
  gradients.blocks[1].dispose();
  assertThrows(() => run(gradients), DisposedError);
  assertBits(allNumbers(net), before);
});

eachBackend("sgdInto() changes nothing when an allocation fails", async (context) => {
  using stack = new DisposableStack();
  const net = makeNet(context, "bf16", { seed: 0, stack });
  const gradients = makeNet(context, "bf16", { seed: 5, stack });
  using state = await failEachAllocation(context, () => sgdState(net));
  const before = allNumbers(net);
  await failEachAllocation(context, () => {
    try {
      sgdInto(net, gradients, state, { rate: 0.5 });
    } catch (error) {
      assertBits(allNumbers(net), before);
      throw error;
    }
  });
  assertEquals(allNumbers(net).some((one, at) => one !== before[at]), true);
});
