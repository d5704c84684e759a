import { assertEquals, assertThrows } from "@std/assert";
import {
  adamInto,
  type AdamOptions,
  type AdamState,
  adamState,
  adamwInto,
  clipFactor,
} from "../../lib/optim/mod.ts";
import { fullTensor, tensor } from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { numbersOf } from "../_numbers.ts";
import { allNumbers, makeNet, type Net } from "./_models.ts";

/** Steps of Adam by its definition. */
function adapt(
  parameters: Float64Array,
  gradients: Float64Array,
  steps: number,
  { rate, betas: [a, b] = [0.9, 0.999], epsilon = 1e-8, weightDecay = 0, decoupled }:
    & AdamOptions
    & { readonly decoupled: boolean },
): Float64Array {
  const found = parameters.slice();
  const means = new Float64Array(found.length);
  const squares = new Float64Array(found.length);
  const decay = Number(weightDecay);
  for (let step = 1; step <= steps; step++) {
    for (const [at, p] of found.entries()) {
      const g = (gradients[at] ?? NaN) + (decoupled ? 0 : decay * p);
      const mean = a * (means[at] ?? NaN) + (1 - a) * g;
      const square = b * (squares[at] ?? NaN) + (1 - b) * g * g;
      means[at] = mean;
      squares[at] = square;
      const root = Math.sqrt(square / (1 - b ** step)) + epsilon;
      found[at] = p * (decoupled ? 1 - rate * decay : 1) - rate * mean / (1 - a ** step) / root;
    }
  }
  return found;
}

eachBackend("adamInto() and adamwInto() have the numbers of PyTorch", (context) => {
  const run = (update: typeof adamInto, options: object): number[] => {
    using weight = tensor([1], { context, dtype: "f64" });
    using state = adamState({ weight });
    return [0.5, -1, 0.25].flatMap((slope) => {
      using gradient = tensor([slope], { context, dtype: "f64" });
      update({ weight }, { weight: gradient }, state, { rate: 0.1, ...options });
      return [...weight.readSync()];
    });
  };
  const decoupled = [0.899000002, 0.9347113542385652, 0.9474457089827374];
  assertClose(run(adamwInto, { weightDecay: 0.01 }), decoupled, { relative: 1e-12 });
  assertClose(run(adamwInto, {}), decoupled, { relative: 1e-12 });
  const plain = [0.900000002, 0.9366103542405653, 0.950279420338976];
  assertClose(run(adamInto, {}), plain, { relative: 1e-12 });
});

for (const dtype of ["f32", "f64"] as const) {
  eachBackend(`adamInto() and adamwInto() are their definitions, in ${dtype}`, (context) => {
    for (const [update, decoupled] of [[adamInto, false], [adamwInto, true]] as const) {
      using stack = new DisposableStack();
      const net = makeNet(context, dtype, { seed: 0, stack });
      const gradients = makeNet(context, dtype, { seed: 5, stack });
      using state = adamState(net);
      const options = { rate: 0.01, betas: [0.8, 0.95], epsilon: 1e-3, weightDecay: 0.1 } as const;
      const given = { ...options, decoupled };
      const expected = adapt(allNumbers(net), allNumbers(gradients), 5, given);
      for (let step = 0; step < 5; step++) update(net, gradients, state, options);
      const relative = dtype === "f64" ? 1e-12 : 3e-6;
      assertClose(allNumbers(net), expected, { relative, absolute: relative });
      assertEquals([...state.steps.readSync()], [5]);
    }
  });
}

eachBackend("adamwInto() keeps masters of parameters in bf16", (context) => {
  using weight = fullTensor([3], 1, { context, dtype: "bf16" });
  using gradient = fullTensor([3], 0.5, { context, dtype: "bf16" });
  using state = adamState({ weight });
  for (let step = 0; step < 50; step++) {
    adamwInto({ weight }, { weight: gradient }, state, { rate: 1e-4, weightDecay: 0 });
  }
  // Gradients that stay the same move parameters by the rate in each step.
  assertClose(state.masters.weight.readSync(), [0.995, 0.995, 0.995], { relative: 1e-5 });
  assertClose(numbersOf(weight), [0.995, 0.995, 0.995], { relative: 4e-3 });
});

eachBackend("adamwInto() decays the parameters that a function names", (context) => {
  using weight = fullTensor([1], 2, { context, dtype: "f32" });
  using shift = fullTensor([1], 2, { context, dtype: "f32" });
  using zeros = fullTensor([1], 0, { context, dtype: "f32" });
  using more = zeros.copy();
  const net = { weight, norm: { shift } };
  using state = adamState(net);
  adamwInto(net, { weight: zeros, norm: { shift: more } }, state, {
    rate: 0.5,
    weightDecay: (path) => path.startsWith("norm") ? 0 : 0.5,
  });
  assertEquals([...weight.readSync(), ...shift.readSync()], [1.5, 2]);
});

eachBackend(
  "adamInto() changes nothing where gradients are not finite, and counts no step",
  (context) => {
    using weight = tensor([1, 2], { context });
    using state = adamState({ weight });
    using good = tensor([1, 1], { context });
    using bad = tensor([Infinity, 1], { context });
    const step = (gradient: typeof good): void => {
      using factor = clipFactor({ weight: gradient }, 1);
      adamInto({ weight }, { weight: gradient }, state, { rate: 0.1, factor });
    };
    step(good);
    const before = [weight, state.means.weight, state.squares.weight, state.steps].map((one) =>
      one.readSync()
    );
    step(bad);
    const after = [weight, state.means.weight, state.squares.weight, state.steps].map((one) =>
      one.readSync()
    );
    assertEquals(after, before);
    assertEquals([...state.steps.readSync()], [1]);
  },
);

Deno.test("adamwInto() gives the same bits on every device", () => {
  const found = contexts.map((context) => {
    using stack = new DisposableStack();
    const net = makeNet(context, "f32", { seed: 0, stack });
    const gradients = makeNet(context, "f32", { seed: 5, stack });
    using state = adamState(net);
    for (let step = 0; step < 4; step++) {
      using factor = clipFactor(gradients, 2);
      adamwInto(net, gradients, state, { rate: 0.3, factor });
    }
    return allNumbers(net);
  });
  for (const one of found) assertBits(one, found[0] ?? one);
});

eachBackend(
  "adamInto() refuses states of other parameters, and options out of range",
  (context) => {
    using weight = tensor([1, 2], { context });
    using gradient = tensor([1, 1], { context });
    using other = tensor([1, 1, 1], { context });
    using state = adamState({ weight });
    using strange = adamState({ weight: other });
    const run = (own: AdamState<{ weight: typeof weight }>, options: object = {}): void =>
      adamInto({ weight }, { weight: gradient }, own, { rate: 1, ...options });
    assertThrows(() => run(strange), RangeError, "state.means.weight shape is [3], [2] expected");
    assertThrows(() => run({ ...state, means: state.squares }), RangeError, "is the tensor of");
    assertThrows(
      () => run({ ...state, steps: gradient as never }),
      TypeError,
      "state.steps is f32",
    );
    assertThrows(() => run(state, { betas: [1, 0.5] }), RangeError, "betas[0] is 1");
    assertThrows(() => run(state, { betas: [0.5] }), RangeError, "betas has 1 numbers");
    assertThrows(() => run(state, { rate: undefined }), TypeError, "rate is missing");
    assertThrows(() => run(state, { factor: other }), TypeError, "factor is f32");
    assertEquals([...weight.readSync(), ...state.steps.readSync()], [1, 2, 0]);
  },
);

eachBackend("adamwInto() changes nothing when an allocation fails", async (context) => {
  using stack = new DisposableStack();
  const net: Net<"f16"> = makeNet(context, "f16", { seed: 0, stack });
  const gradients = makeNet(context, "f16", { seed: 5, stack });
  using state = await failEachAllocation(context, () => adamState(net), 4);
  const numbers = (): Float64Array[] => [
    allNumbers(net),
    numbersOf(state.means.stem.weight),
    numbersOf(state.squares.stem.weight),
    state.steps.readSync(),
  ];
  const before = numbers();
  await failEachAllocation(context, () => {
    try {
      adamwInto(net, gradients, state, { rate: 0.5 });
    } catch (error) {
      assertEquals(numbers(), before);
      throw error;
    }
  }, 2);
  assertEquals([...state.steps.readSync()], [1]);
});
