import { assertEquals, assertThrows } from "@std/assert";
import { tensor } from "../../mod.ts";
import { asType, evaluate, type Value, valueAndGrad } from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { plus, times, total } from "./_operators.ts";

for (const compute of ["bf16", "f16"] as const) {
  eachBackend(
    `valueAndGrad() computes in ${compute} and gives gradients of the parameters' types`,
    async (context) => {
      using weight = tensor([1 + 2 ** -12, -3], { context });
      using wide = tensor(Float64Array.of(2, 1 / 3), { context });
      using same = tensor([5, 7], { context, dtype: compute });
      using scale = tensor([1 + 2 ** -12, 2], { context });
      using shift = tensor([0.5, 0.25], { context });
      const params = { layers: [{ weight, norm: { scale, shift } }], wide, same, none: undefined };
      using found = valueAndGrad(params, (p) => {
        const [layer] = p.layers;
        if (layer === undefined) throw new RangeError("there is a layer");
        layer.weight satisfies Value<typeof compute>;
        layer.norm.scale satisfies Value<"f32">;
        p.wide satisfies Value<typeof compute>;
        const narrow = times(times(layer.weight, p.wide), p.same);
        assertEquals([narrow.dtype, layer.norm.scale.dtype], [compute, "f32"]);
        const normal = plus(times(asType(narrow, "f32"), layer.norm.scale), layer.norm.shift);
        return { loss: total(normal), keep: { weight: layer.weight, scale: layer.norm.scale } };
      }, { compute });
      const { layers: [layer], wide: byWide, same: bySame } = found.gradients;
      assertEquals(
        [layer?.weight.dtype, layer?.norm.scale.dtype, byWide.dtype, bySame.dtype],
        ["f32", "f32", "f64", compute],
      );
      assertEquals([...await found.kept.scale.read()][0], 1 + 2 ** -12);
      // The weight is 1 in both types; the gradient is that of what was computed, rounded to the type.
      assertEquals((await layer?.weight.read())?.[0], 10);
      assertEquals((await byWide.read())[0], 5);
      assertEquals([...await layer?.norm.shift.read() ?? []], [1, 1]);
      assertEquals([...await weight.read()], [1 + 2 ** -12, -3]);
    },
  );
}

eachBackend("evaluate() computes in bf16, and a scale alone is no norm", async (context) => {
  using scale = tensor([1 + 2 ** -12], { context });
  using result = evaluate({ deep: { scale } }, (p) => times(p.deep.scale, p.deep.scale), {
    compute: "bf16",
  });
  assertEquals(result.dtype, "bf16");
  assertEquals(await result.read(), Uint16Array.of(0x3f80));
  using plain = evaluate({ deep: { scale } }, (p) => times(p.deep.scale, p.deep.scale));
  assertEquals(plain.dtype, "f32");
});

eachBackend("debug names a parameter that f16 cannot hold", (context) => {
  using weight = tensor([1, 1e6], { context });
  assertThrows(
    () =>
      valueAndGrad({ deep: { weight } }, (p) => total(asType(p.deep.weight, "f32")), {
        compute: "f16",
        debug: true,
      }),
    RangeError,
    "Cannot convert deep.weight: the result has Infinity in row 1",
  );
  const wrong = { compute: "f64" } as never;
  assertThrows(
    () => valueAndGrad({ weight }, (p) => total(p.weight), wrong),
    RangeError,
    'Cannot run valueAndGrad: compute is "f64", "bf16" or "f16" expected',
  );
  assertThrows(
    () => evaluate({ weight }, (p) => p.weight, wrong),
    RangeError,
    'Cannot run evaluate: compute is "f64", "bf16" or "f16" expected',
  );
  assertThrows(
    () =>
      valueAndGrad({ weight }, (p) => total(p.weight) as Value<"f16"> as never, { compute: "f16" }),
    TypeError,
    "the loss is f16, f32 or f64 expected",
  );
});

eachBackend("valueAndGrad() leaves nothing behind when a conversion fails", async (context) => {
  using a = tensor([1, 2], { context });
  using b = tensor([3, 4], { context });
  using found = await failEachAllocation(
    context,
    () => valueAndGrad({ a, b }, (p) => total(asType(times(p.a, p.b), "f32")), { compute: "bf16" }),
    6,
  );
  assertEquals([...await found.gradients.a.read()], [3, 4]);
});
