import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DisposedError, type Tensor, tensor } from "../../mod.ts";
import {
  apply,
  evaluate,
  type Operand,
  type Value,
  valueAndGrad,
  valueAndGradAsync,
} from "../../lib/grad/mod.ts";
import { asType as asWide, multiply } from "../../lib/jagged/mod.ts";
import { asType } from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { minus, plus, shaped, times, total } from "./_operators.ts";

eachBackend("valueAndGrad() follows the chain rule through shared values", async (context) => {
  using x = tensor([1, 2, 3], { context });
  using y = tensor([4, 5, 6], { context });
  // f = sum(x y + x x), so df/dx = y + 2 x and df/dy = x.
  using found = valueAndGrad(
    { x, deep: { y } },
    ({ x, deep }) => total(plus(times(x, deep.y), times(x, x))),
  );
  assertEquals(found.loss.shape, []);
  assertEquals([...await found.loss.read()], [32 + 14]);
  assertEquals([...await found.gradients.x.read()], [6, 9, 12]);
  assertEquals([...await found.gradients.deep.y.read()], [1, 2, 3]);
  assertEquals(found.kept, undefined);
});

eachBackend(
  "valueAndGrad() keeps values that are asked for, each once or as a copy",
  async (context) => {
    using x = tensor([1, 2], { context });
    using found = valueAndGrad({ x }, (p) => {
      const square = times(p.x, p.x);
      const loss = total(square);
      return { loss, keep: { square, again: [square], parameter: p.x, loss } };
    });
    const { square, again, parameter, loss } = found.kept;
    assertEquals([...await square.read()], [1, 4]);
    assertEquals([...await again[0]?.read() ?? []], [1, 4]);
    assertEquals([...await parameter.read()], [1, 2]);
    assertEquals([...await loss.read()], [5]);
    assertEquals([...await found.loss.read()], [5]);
    found.dispose();
    assertEquals(x.disposed, false);
    assert(found.disposed && square.disposed && parameter.disposed);
  },
);

eachBackend(
  "valueAndGrad() adds gradients in the opposite order of the operators",
  async (context) => {
    // In f32, (1 + 2^24) - 2^24 is 0 and 1 + (2^24 - 2^24) is 1.
    const gradientOf = async (...factors: readonly number[]): Promise<number | undefined> => {
      using x = tensor([1], { context });
      using large = tensor([2 ** 24], { context });
      using one = tensor([1], { context });
      using found = valueAndGrad({ x }, (p) => {
        const parts = factors.map((factor): Value<"f32"> => {
          if (Math.abs(factor) === 1) return times(p.x, one);
          return factor > 0 ? times(p.x, large) : minus(times(p.x, large));
        });
        return total(parts.slice(1).reduce((all, part) => plus(all, part), parts[0] ?? minus(p.x)));
      });
      return (await found.gradients.x.read())[0];
    };
    assertEquals(await gradientOf(1, 2 ** 24, -(2 ** 24)), 1);
    assertEquals(await gradientOf(-(2 ** 24), 2 ** 24, 1), 0);
  },
);

eachBackend("valueAndGrad() adds gradients in any element type", async (context) => {
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    for (const numbers of [[], [3], [1, -2, 0.5]]) {
      using x = tensor(numbers, { context, dtype });
      using found = valueAndGrad({ x }, (p) => {
        const three = plus(plus(times(p.x, p.x), p.x), p.x);
        return total(asType(three, "f32"));
      });
      using gradient = asWide(found.gradients.x, "f32");
      assertEquals([...await gradient.read()], numbers.map((one) => 2 * one + 2));
    }
  }
});

eachBackend(
  "valueAndGrad() never writes to a gradient that something else shares",
  async (context) => {
    using x = tensor([1, 2, 3, 4], { context });
    using y = tensor([1, 1, 1, 1], { context, shape: [2, 2] });
    // The gradient of the sum reaches y, a view of it x, and x gets another one added.
    using found = valueAndGrad({ x, y }, (p) => {
      const both = plus(shaped(p.x, [2, 2]), p.y);
      return plus(total(both), total(times(p.x, p.x)));
    });
    assertEquals([...await found.gradients.x.read()], [3, 5, 7, 9]);
    assertEquals([...await found.gradients.y.read()], [1, 1, 1, 1]);
    assertEquals(found.gradients.y.shape, [2, 2]);
    // Gradients that are given away share no memory.
    found.gradients.x.fill(0);
    assertEquals([...await found.gradients.y.read()], [1, 1, 1, 1]);
    using same = valueAndGrad({ x, z: y }, (p) => total(plus(shaped(p.x, [2, 2]), p.z)));
    same.gradients.x.fill(7);
    assertEquals([...await same.gradients.z.read()], [1, 1, 1, 1]);
  },
);

eachBackend(
  "valueAndGrad() names parameters that the loss does not depend on, or gives zeros",
  async (context) => {
    using x = tensor([1, 2], { context });
    using weight = tensor([3, 3, 3], { context });
    const params = { x, blocks: [{ weight }, undefined], bias: undefined };
    const body = (p: { readonly x: Value<"f32"> }): Value<"f32"> => total(p.x);
    assertThrows(
      () => valueAndGrad(params, body),
      RangeError,
      "Cannot run valueAndGrad: the loss does not depend on blocks.0.weight",
    );
    using found = valueAndGrad(params, body, { unused: "zeros" });
    assertEquals([...await found.gradients.blocks[0]?.weight.read() ?? []], [0, 0, 0]);
    assertEquals(found.gradients.blocks[1], undefined);
    assertEquals("bias" in found.gradients, true);
  },
);

eachBackend("valueAndGrad() gives zeros, or no rows, for no rows", async (context) => {
  using x = tensor([], { context, shape: [0, 3] });
  using scale = tensor([2, 3, 4], { context });
  using found = valueAndGrad({ x, scale }, (p) => {
    const scaled = apply(
      "scaled",
      [p.x, p.scale],
      ([x, scale]) => ({ result: multiply(x, scale) as Tensor<"f32"> }),
      (gradient, { tensors: [, scale] }) => {
        const { context, dtype } = scale;
        return [multiply(gradient, scale) as Tensor<"f32">, tensor([0, 0, 0], { context, dtype })];
      },
    );
    return total(scaled);
  });
  assertEquals([...await found.loss.read()], [0]);
  assertEquals(found.gradients.x.shape, [0, 3]);
  assertEquals([...await found.gradients.scale.read()], [0, 0, 0]);
});

eachBackend("valueAndGrad() refuses losses and parameters of other kinds", (context) => {
  using x = tensor([1, 2], { context });
  using h = tensor([1], { context, dtype: "f16" });
  using i = tensor([1], { context, dtype: "i32" });
  const wrong = (body: (p: { readonly x: Value<"f32"> }) => unknown): Error =>
    assertThrows(() => valueAndGrad({ x }, body as (p: unknown) => Value<"f32">)) as Error;
  const shape = wrong((p) => times(p.x, p.x));
  assert(shape instanceof RangeError);
  assertEquals(shape.message, "Cannot run valueAndGrad: the loss has the shape [2], [] expected");
  assert(wrong(() => undefined) instanceof TypeError);
  assertEquals(
    wrong(() => Promise.resolve()).message,
    "Cannot run valueAndGrad: the function returned a Promise, a value, or loss and keep, expected" +
      "; valueAndGradAsync takes such a function",
  );
  assertEquals(
    wrong((p) => ({ loss: total(p.x), keep: { x } })).message,
    "Cannot run valueAndGrad: x is a Tensor, a value of the tape expected",
  );
  assertThrows(
    () => valueAndGrad({ h }, (p) => shaped(p.h, []) as Value<Float> as Value<"f32">),
    TypeError,
    "the loss is f16, f32 or f64 expected",
  );
  assertThrows(
    () => valueAndGrad({ deep: [{ i }] }, () => undefined as never),
    TypeError,
    "deep.0.i is i32, f16, bf16, f32 or f64 expected",
  );
  assertThrows(
    () => valueAndGrad({ a: 3 }, () => undefined as never),
    TypeError,
    "a is 3, a tensor expected",
  );
  using gone = tensor([1], { context });
  gone.dispose();
  assertThrows(
    () => valueAndGrad({ w: { gone } }, (p) => total(p.w.gone)),
    DisposedError,
    "w.gone",
  );
});

eachBackend("valueAndGrad() counts gradients that are not wanted", (context) => {
  using x = tensor([1, 2], { context });
  using fixed = tensor([3, 4], { context });
  const wanted: (readonly boolean[])[] = [];
  const counted = (a: Operand<"f32">, b: Operand<"f32">): Value<"f32"> =>
    apply(
      "counted",
      [a, b],
      ([a, b]) => ({ result: multiply(a, b) as Tensor<"f32"> }),
      (gradient, at) => {
        wanted.push([...at.wanted]);
        return [
          at.wanted[0] ? multiply(gradient, at.tensors[1]) as Tensor<"f32"> : undefined,
          at.wanted[1] ? multiply(gradient, at.tensors[0]) as Tensor<"f32"> : undefined,
        ];
      },
    );
  using _found = valueAndGrad({ x }, (p, tape) => {
    // Nothing of this needs a gradient, so that nothing of it is recorded.
    const aside = counted(tape.constant(fixed), fixed);
    return total(counted(aside, p.x));
  });
  assertEquals(wanted, [[false, true]]);
});

eachBackend(
  "debug names the operator, the tensor and the row of a number that is not finite",
  (context) => {
    using x = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
    using large = tensor([1, 1, 3e38, 1], { context, shape: [2, 2] });
    assertThrows(
      () => valueAndGrad({ x }, (p) => total(times(times(p.x, large), large)), { debug: true }),
      RangeError,
      "Cannot run times: the result has Infinity in row 1",
    );
    const half = (a: Operand<"f32">): Value<"f32"> =>
      apply(
        "half",
        [a],
        ([a]) => ({ result: multiply(a, 0.5) as Tensor<"f32"> }),
        () => [tensor([1, NaN, 1, 1], { context, shape: [2, 2] })],
      );
    assertThrows(
      () => valueAndGrad({ x }, (p) => total(half(p.x)), { debug: true }),
      RangeError,
      "Cannot run backward of half: the gradient of operand 0 has NaN in row 0",
    );
  },
);

eachBackend("updates run after the backward pass, in order, unless something throws", (context) => {
  using x = tensor([1, 2], { context });
  const ran: number[] = [];
  const body = (fails: boolean) => (): void => {
    using _found = valueAndGrad({ x }, (p, tape) => {
      for (const number of [1, 2]) {
        tape.afterBackward(tensor([number], { context }), (resource) => {
          ran.push(resource.readSync()[0] ?? 0);
        });
      }
      if (!fails) return total(p.x);
      return apply("failing", [p.x], ([x]) => ({ result: x.slice(0, 1).reshape([]) }), () => {
        throw new RangeError("Cannot run this: it fails");
      });
    });
  };
  assertThrows(body(true), RangeError, "Cannot run backward of failing: it fails");
  assertEquals(ran, []);
  body(false)();
  assertEquals(ran, [1, 2]);
});

eachBackend("evaluate() gives results of the function without recording it", async (context) => {
  using x = tensor([1, 2], { context });
  const model = (p: { readonly x: Value<"f32"> }) => ({
    square: times(p.x, p.x),
    list: [minus(p.x)],
  });
  using found = evaluate({ x }, model);
  assertEquals([...await found.square.read()], [1, 4]);
  assertEquals([...await found.list[0]?.read() ?? []], [-1, -2]);
  using one = evaluate(x, (value) => times(value, value));
  assertEquals([...await one.read()], [1, 4]);
  const before = context.stats().liveBytes;
  using _last = evaluate({ x }, (p) => {
    using square = times(p.x, p.x);
    const last = times(square, square);
    square[Symbol.dispose]();
    assertEquals(context.stats().liveBytes - before, last.tensor.byteLength);
    return last;
  });
});

Deno.test("options of valueAndGrad() are checked", async () => {
  const refuse = (options: object) => () =>
    valueAndGrad({}, () => undefined as never, options as { readonly debug?: boolean });
  assertThrows(refuse({ misspelled: 1 }), TypeError, 'the option "misspelled" is unknown');
  assertThrows(refuse({ debug: 1 }), TypeError, "debug is 1, true or false expected");
  assertThrows(refuse({ unused: "no" }), RangeError, 'unused is "no"');
  assertThrows(() => valueAndGrad({}, 3 as never), TypeError, "body is 3, a function expected");
  await assertRejects(() => valueAndGradAsync({}, 3 as never), TypeError, "body is 3");
  assertThrows(() => evaluate({}, 3 as never), TypeError, "body is 3, a function expected");
});

type Float = "f16" | "bf16" | "f32" | "f64";
