import { assert, assertEquals, assertThrows } from "@std/assert";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose, largestOf } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

Deno.test("streamOf() is FNV-1a of 64 bits", () => {
  assertEquals(nn.streamOf(""), 0xcbf29ce484222325n);
  assertEquals(nn.streamOf("foobar"), 0x85944171f73967e8n);
  assertEquals(nn.streamOf("encoder.0.weight"), 0x912650afb248e729n);
  assertThrows(() => nn.streamOf(3 as never), TypeError, "path is 3, a text expected");
});

eachBackend("initial parameters are spread as their formulas say", (context) => {
  const options = { context, dtype: "f64", seed: 7n, stream: nn.streamOf("stem") } as const;
  const shape = [64, 16, 3, 3, 3];
  const [into, from] = [16 * 27, 64 * 27];
  for (
    const [make, bound] of [
      [nn.uniformFan, 1 / Math.sqrt(into)],
      [nn.kaimingUniform, Math.sqrt(6 / into)],
      [nn.xavierUniform, Math.sqrt(6 / (into + from))],
    ] as const
  ) {
    using made = make(shape, options);
    assertEquals(made.shape, shape);
    assertClose([largestOf(made.readSync())], [bound], { relative: 1e-3 });
    assert(largestOf(made.readSync()) <= bound);
  }
  for (
    const [make, deviation] of [
      [nn.kaimingNormal, Math.sqrt(2 / into)],
      [nn.xavierNormal, Math.sqrt(2 / (into + from))],
    ] as const
  ) {
    using made = make(shape, options);
    const squares = made.readSync().reduce((sum, one) => sum + one * one, 0) / made.length;
    assertClose([Math.sqrt(squares)], [deviation], { relative: 0.02 });
  }
  using bias = nn.uniformFan([1000], { ...options, fan: 4 });
  assertClose([largestOf(bias.readSync())], [0.5], { relative: 0.01 });
  assertThrows(() => nn.uniformFan([2, 0], options), RangeError, "fan is 0");
});

eachBackend(
  "makeLinear() and makeNorm() give parameters that depend on their path alone",
  async (context) => {
    const options = {
      context,
      dtype: "f32",
      inputs: 5,
      outputs: 3,
      seed: 7,
      path: "head",
    } as const;
    using head = await failEachAllocation(context, () => nn.makeLinear(options), 2);
    using again = nn.makeLinear(options);
    using other = nn.makeLinear({ ...options, path: "tail" });
    assertEquals([...head.weights.readSync()], [...again.weights.readSync()]);
    assertEquals([...head.bias.readSync()], [...again.bias.readSync()]);
    assert(head.weights.readSync().every((one, at) => one !== other.weights.readSync()[at]));
    assert(largestOf(head.bias.readSync()) <= 1 / Math.sqrt(5));
    using norm = nn.makeNorm({ context, dtype: "f32", channels: 2 });
    assertEquals([[...norm.scale.readSync()], [...norm.shift.readSync()]], [[1, 1], [0, 0]]);
  },
);

eachBackend("dropout() of networks passes gradients where it keeps elements", async (context) => {
  using x = waves(context, [6, 5]);
  await checkBoth({ x }, (p) => weighed(nn.dropout(p.x, { p: 0.4, seed: 3, stream: 2 })));
});
