import { assertEquals, assertThrows } from "@std/assert";
import * as jagged from "../../lib/jagged/mod.ts";
import { type Float, JaggedTensor, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { numbersOf } from "../_numbers.ts";

const PRECISION = { f16: 2e-3, bf16: 1.6e-2, f32: 2e-6, f64: 1e-13 } as const;

/** Functions by their definitions. The error function is integrated: its slope is 2 exp(-t^2) / sqrt(pi). */
function erf(x: number): number {
  const steps = 2000;
  const step = x / steps;
  let sum = 1 + Math.exp(-x * x);
  for (let at = 1; at < steps; at++) sum += (at % 2 === 0 ? 2 : 4) * Math.exp(-((at * step) ** 2));
  return sum * step / 3 * 2 / Math.sqrt(Math.PI);
}

interface Activation {
  readonly forward: (x: Tensor<Float>) => Tensor<Float>;
  readonly backward: (x: Tensor<Float>, gradients: Tensor<Float>) => Tensor<Float>;
  readonly value: (x: number) => number;
}

const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  gelu: {
    forward: jagged.gelu,
    backward: jagged.geluBackward,
    value: (x) => x * (1 + erf(x / Math.SQRT2)) / 2,
  },
  geluTanh: {
    forward: jagged.geluTanh,
    backward: jagged.geluTanhBackward,
    value: (x) => x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
  },
  silu: {
    forward: jagged.silu,
    backward: jagged.siluBackward,
    value: (x) => x / (1 + Math.exp(-x)),
  },
  elu: {
    forward: (x) => jagged.elu(x, { alpha: 0.7 }),
    backward: (x, gradients) => jagged.eluBackward(x, gradients, { alpha: 0.7 }),
    value: (x) => x > 0 ? x : 0.7 * Math.expm1(x),
  },
  leakyRelu: {
    forward: (x) => jagged.leakyRelu(x, { slope: 0.2 }),
    backward: (x, gradients) => jagged.leakyReluBackward(x, gradients, { slope: 0.2 }),
    value: (x) => x > 0 ? x : 0.2 * x,
  },
};

for (const [name, { forward, backward, value }] of Object.entries(ACTIVATIONS)) {
  eachBackend(`${name}() and ${name}Backward() are the function and its slope`, (context) => {
    const held = Float64Array.from({ length: 81 }, (_, at) => (at - 40) / 8 + 1 / 32);
    for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
      using wide = tensor(held, { context });
      using x = jagged.asType(wide, dtype) as Tensor<Float>;
      using gradients = jagged.asType(wide, dtype) as Tensor<Float>;
      const at = numbersOf(x);
      const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] };
      using result = forward(x);
      assertEquals(result.dtype, dtype);
      assertClose(numbersOf(result), Array.from(at, value), tolerance);
      using back = backward(x, gradients);
      const slopes = Array.from(
        at,
        (one) => one * (value(one + 1e-5) - value(one - 1e-5)) / 2e-5,
      );
      assertClose(numbersOf(back), slopes, {
        relative: PRECISION[dtype],
        absolute: Math.max(PRECISION[dtype], 1e-8),
      });
    }
  });
}

eachBackend("gelu() and silu() have the values and slopes of PyTorch", (context) => {
  using x = tensor(new Float64Array([-1, 0.5, 3]), { context });
  using ones = tensor(new Float64Array([1, 1, 1]), { context });
  const near = { absolute: 6e-8 };
  using first = jagged.gelu(x);
  assertClose(first.readSync(), [-0.1586553, 0.3457312, 2.9959503], near);
  using second = jagged.geluBackward(x, ones);
  assertClose(second.readSync(), [-0.0833155, 0.8674951, 1.0119456], near);
  using third = jagged.silu(x);
  assertClose(third.readSync(), [-0.2689414, 0.3112297, 2.8577224], near);
  using fourth = jagged.siluBackward(x, ones);
  assertClose(fourth.readSync(), [0.0723295, 0.7399612, 1.0881041], near);
});

eachBackend("activations are flat or straight far from 0, and keep NaN", (context) => {
  using x = tensor([-1e30, 1e30, NaN], { context });
  using ones = tensor([1, 1, 1], { context });
  for (const [name, { forward, backward }] of Object.entries(ACTIVATIONS)) {
    using result = forward(x);
    using back = backward(x, ones);
    const low = name === "leakyRelu" ? 0.2 : 0;
    const [, high, none] = result.readSync();
    assertEquals([high, none], [Math.fround(1e30), NaN], name);
    assertClose(back.readSync().slice(0, 2), [low, 1], { absolute: 1e-7 });
    if (name !== "leakyRelu") assertEquals(Number.isNaN(back.readSync()[2]), true, name);
  }
});

eachBackend("activations take lists, and integers forward", (context) => {
  using rows = tensor([-8, 2, 4], { context });
  const lists = new JaggedTensor(rows, BigInt64Array.of(0n, 1n, 3n));
  using result = jagged.leakyRelu(lists, { slope: 0.5 });
  assertEquals(result.offsets, lists.offsets);
  assertEquals([...result.data.readSync()], [-4, 2, 4]);
  using back = jagged.leakyReluBackward(lists, lists, { slope: 0.5 });
  assertEquals([...back.data.readSync()], [-4, 2, 4]);
  using whole = tensor(new Int32Array([-2, 3]), { context });
  using halves = jagged.leakyRelu(whole, { slope: 0.25 });
  assertEquals([halves.dtype, ...halves.readSync()], ["f32", -0.5, 3]);
});

eachBackend("activations refuse gradients of another shape or type, and odd options", (context) => {
  using x = tensor([1, 2], { context });
  using three = tensor([1, 2, 3], { context });
  using wide = tensor(new Float64Array([1, 2]), { context });
  assertThrows(() => jagged.geluBackward(x, three), RangeError, "gradients");
  assertThrows(() => jagged.siluBackward(x, wide as never), TypeError, "gradients");
  assertThrows(() => jagged.elu(x, { alpha: NaN }), RangeError, "alpha");
  assertThrows(() => jagged.leakyRelu(x, { slope: "1" as never }), TypeError, "slope");
});
