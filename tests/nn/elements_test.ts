import { assert, assertEquals, assertThrows } from "@std/assert";
import { tensor } from "../../mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, wave, waves, weighed } from "./_slopes.ts";

eachBackend("arithmetic of networks has the gradients of its definition", async (context) => {
  using a = waves(context, [3, 2]);
  using b = tensor(wave(6, 1).map((one) => one + 3), { context, shape: [3, 2] });
  for (const operator of [nn.add, nn.subtract, nn.multiply, nn.divide]) {
    await checkBoth({ a, b }, (p) => weighed(operator(p.a, p.b)));
    await checkBoth({ b }, (p) => weighed(operator(a, p.b)));
    await checkBoth({ b }, (p) => weighed(operator(p.b, 3)));
    await checkBoth({ b }, (p) => weighed(operator(2, p.b)));
  }
});

eachBackend("arithmetic of networks sums gradients over repeated axes", async (context) => {
  using a = waves(context, [2, 3, 4]);
  for (const shape of [[4], [3, 1], [2, 1, 4], [1, 3, 1], [], [1, 1, 1], [2, 3, 1]]) {
    using b = tensor(waveOf(shape), { context, shape });
    for (const operator of [nn.add, nn.multiply, nn.divide]) {
      await checkBoth({ a, b }, (p) => weighed(operator(p.a, p.b)));
    }
  }
  using column = waves(context, [3, 1]);
  using row = waves(context, [2], 1);
  await checkBoth({ column, row }, (p) => weighed(nn.multiply(p.column, p.row)));
});

function waveOf(shape: readonly number[]): Float64Array<ArrayBuffer> {
  return wave(shape.reduce((count, extent) => count * extent, 1), 1).map((one) => one + 3);
}

eachBackend("functions of elements have the gradients of their definitions", async (context) => {
  using x = tensor(Float64Array.of(-1.5, -0.3, 0.4, 2), { context });
  using positive = tensor(Float64Array.of(0.2, 1, 3), { context });
  for (const map of [nn.negate, nn.relu, nn.sigmoid, nn.tanh, nn.exp]) {
    await checkBoth({ x }, (p) => weighed(map(p.x)));
  }
  for (const map of [nn.log, nn.sqrt]) {
    await checkBoth({ positive }, (p) => weighed(map(p.positive)));
  }
});

eachBackend("softplus() has the values and gradients of its definition", async (context) => {
  using x = tensor(Float64Array.of(-1.5, -0.3, 0.4, 2), { context });
  await checkBoth({ x }, (p) => weighed(nn.softplus(p.x)));
  await checkBoth({ x }, (p) => weighed(nn.softplus(p.x, { shift: -1, scale: 10 })));
  const numbers = [-1000, -50, -2, 0, 0.5, 30, 1000];
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using given = tensor(numbers, { context, dtype });
    using found = nn.valueAndGrad({ given }, (p) => {
      const result = nn.asType(nn.softplus(p.given, { shift: 1, scale: 2 }), "f64");
      return { loss: nn.sum(result), keep: { result } };
    });
    const most = { f16: 1e-3, bf16: 1e-2, f32: 1e-6, f64: 1e-14 }[dtype];
    const values = await found.kept.result.read();
    using wide = asType(found.gradients.given, "f64");
    const slopes = await wide.read();
    for (const [place, number] of numbers.entries()) {
      const y = number + 1;
      const value = 2 * (y > 0 ? y + Math.log1p(Math.exp(-y)) : Math.log1p(Math.exp(y)));
      const slope = 2 / (1 + Math.exp(-y));
      const least = dtype === "f16" ? 2 ** -24 : 0;
      assert(Math.abs((values[place] ?? NaN) - value) <= most * value + least, `at ${number}`);
      assert(Math.abs((slopes[place] ?? NaN) - slope) <= most * slope + least, `at ${number}`);
    }
  }
});

eachBackend("softplus() refuses numbers that are not finite", (context) => {
  using x = tensor([1], { context });
  const of = (options: nn.SoftplusOptions) => () =>
    nn.valueAndGrad({ x }, (p) => nn.sum(nn.softplus(p.x, options)));
  assertThrows(of({ shift: NaN }), RangeError, "Cannot run softplus: shift is NaN");
  assertThrows(of({ scale: "2" as never }), TypeError, 'scale is "2"');
});

eachBackend("relu() passes nothing where the result is not above 0", async (context) => {
  using x = tensor([-1, 0, -0, 2, NaN], { context });
  using found = nn.valueAndGrad({ x }, (p) => {
    const result = nn.relu(p.x);
    return { loss: nn.sum(result), keep: { result } };
  });
  assertEquals([...await found.kept.result.read()], [0, 0, 0, 2, NaN]);
  assertEquals([...await found.gradients.x.read()], [0, 0, 0, 1, 0]);
});

eachBackend("asType() converts the gradient back", async (context) => {
  using x = tensor([1, 2.5], { context, dtype: "f16" });
  using found = nn.valueAndGrad({ x }, (p) => {
    const wide = nn.asType(p.x, "f32");
    return nn.sum(nn.multiply(wide, wide));
  });
  assertEquals(found.gradients.x.dtype, "f16");
  assertEquals([...await found.gradients.x.read()].map(Number), [2, 5]);
});

eachBackend("sums, means and layouts have the gradients of their definitions", async (context) => {
  using x = waves(context, [2, 3, 4]);
  using y = waves(context, [2, 1, 4], 1);
  for (const reduce of [nn.sum, nn.mean]) {
    await checkBoth({ x }, (p) => weighed(reduce(p.x)));
    for (const axis of [0, 1, -1]) {
      await checkBoth({ x }, (p) => weighed(reduce(p.x, { axis })));
      await checkBoth({ x }, (p) => weighed(reduce(p.x, { axis, keepdims: true })));
    }
  }
  await checkBoth({ x, y }, (p) => weighed(nn.concat([p.x, p.y, x, p.x], { axis: 1 })));
  await checkBoth({ x }, (p) => weighed(nn.concat([p.x, x, p.x], { axis: -1 })));
  await checkBoth({ x }, (p) => weighed(nn.sliceAxis(p.x, { axis: -1, begin: 1, end: -1 })));
  await checkBoth({ x }, (p) => weighed(nn.channels(p.x, 1, 3)));
  await checkBoth({ x }, (p) => weighed(nn.permute(p.x, [2, 0, 1])));
  await checkBoth({ x }, (p) => weighed(nn.permute(p.x, [-1, 1, 0])));
  await checkBoth({ x }, (p) => weighed(nn.reshape(p.x, [6, 4])));
  await checkBoth({ x }, (p) => weighed(nn.transpose(p.x)));
  for (const axis of [0, 1, -1]) {
    await checkBoth({ x, y }, (p) => weighed(nn.stack([p.x, x, nn.add(p.x, p.y)], { axis })));
  }
});

eachBackend("reductions of nothing have no gradient to divide", async (context) => {
  using x = tensor([], { context, shape: [0, 3] });
  for (const [reduce, loss] of [[nn.sum, 0], [nn.mean, NaN]] as const) {
    using found = nn.valueAndGrad({ x }, (p) => nn.sum(reduce(p.x, { axis: 0 })));
    assertEquals([...await found.loss.read()], [loss]);
    assertEquals(found.gradients.x.shape, [0, 3]);
  }
});

eachBackend("arithmetic of networks refuses several element types and no values", (context) => {
  using a = tensor([1], { context });
  using b = tensor([1], { context, dtype: "f16" });
  assertThrows(
    () => nn.valueAndGrad({ a }, (p) => nn.sum(nn.add(p.a, b as never))),
    TypeError,
    "Cannot run add: one operand is f32 and another f16",
  );
  assertThrows(() => nn.add(a, 3), TypeError, "Cannot run add: no operand is a value");
  assertThrows(() => nn.multiply(a, "3" as never), TypeError, 'operand 1 is "3"');
  assertThrows(() => nn.relu(a), TypeError, "Cannot run relu: no operand is a value");
});
