import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Context, NativeError, scope, type Tensor, tensor } from "../../mod.ts";
import { apply, applyMany, type Operand, type Value, valueAndGrad } from "../../lib/grad/mod.ts";
import { add, multiply, sum } from "../../lib/jagged/mod.ts";
import { eachBackend } from "../_backends.ts";
import { plus, times, total } from "./_operators.ts";

/** An operator whose backward pass returns what it is told to. */
function odd(
  x: Operand<"f32">,
  backward: (gradient: Tensor<"f32">, x: Tensor<"f32">, result: Tensor<"f32">) => unknown,
): Value<"f32"> {
  return apply(
    "odd",
    [x],
    ([x]) => ({ result: multiply(x, 2) as Tensor<"f32">, readsResult: true }),
    (gradient, { tensors: [x], result }) =>
      backward(gradient, x, result) as readonly [Tensor<"f32">],
  );
}

eachBackend("apply() refuses gradients of other shapes, types, kinds and numbers", (context) => {
  using x = tensor([1, 2], { context });
  const refused = (backward: Parameters<typeof odd>[1]): string =>
    assertThrows(() => valueAndGrad({ x }, (p) => total(odd(p.x, backward))), Error).message;
  const start = "Cannot run backward of odd: ";
  const wide = () => tensor([1, 2, 3], { context });
  assertEquals(
    refused(() => [wide()]),
    `${start}the gradient of operand 0 has the shape [3], [2] expected`,
  );
  assertEquals(
    refused(() => [tensor([1, 2], { context, dtype: "f64" })]),
    `${start}the gradient of operand 0 is f64, f32 expected`,
  );
  assertEquals(
    refused(() => [wide(), wide()]),
    `${start}2 gradients returned, 1 expected`,
  );
  assertEquals(refused(() => wide()), `${start}a Tensor returned, 1 expected`);
  assertEquals(
    refused(() => [undefined]),
    `${start}the gradient of operand 0 is missing, a tensor expected`,
  );
  assertEquals(refused(() => [3]), `${start}the gradient of operand 0 is 3, a tensor expected`);
  const own = `${start}the gradient of operand 0 is an operand or a result itself, ` +
    "a tensor of its own expected";
  assertEquals(refused((_, x) => [x]), own);
  assertEquals(refused((_, _x, result) => [result]), own);
});

eachBackend(
  "apply() frees a gradient once that is returned for several operands",
  async (context) => {
    using x = tensor([1, 2], { context });
    using y = tensor([3, 4], { context });
    using found = valueAndGrad({ x, y }, (p) =>
      total(apply(
        "both",
        [p.x, p.y, p.x],
        ([a, b]) => ({ result: add(a, b) as Tensor<"f32">, reads: [] }),
        (gradient) => {
          const twice = multiply(gradient, 2) as Tensor<"f32">;
          multiply(twice, 3); // freed at the end of the backward pass
          return [twice, twice, twice];
        },
      )));
    assertEquals([...await found.gradients.x.read()], [4, 4]);
    assertEquals([...await found.gradients.y.read()], [2, 2]);
  },
);

eachBackend("apply() frees what forward and backward passes make on the way", (context) => {
  using x = tensor([1, 2], { context });
  using _found = valueAndGrad({ x }, (p) =>
    total(apply(
      "messy",
      [p.x],
      ([x]) => {
        tensor([1, 2, 3], { context });
        return { result: add(multiply(x, 2), 1) as Tensor<"f32">, saved: multiply(x, 3) };
      },
      (gradient, { saved }) => {
        add(saved, 1);
        return [multiply(gradient, saved) as Tensor<"f32">];
      },
    )));
  // A gradient that nobody wants is freed, too.
  using fixed = tensor([1, 2], { context });
  using _other = valueAndGrad({ x }, (p) => total(plusCopied(p.x, fixed)));
});

function plusCopied(a: Operand<"f32">, b: Operand<"f32">): Value<"f32"> {
  return apply(
    "plusCopied",
    [a, b],
    ([a, b]) => ({ result: add(a, b) as Tensor<"f32">, reads: [] }),
    (gradient) => [gradient.copy(), gradient.copy()],
  );
}

eachBackend("apply() refuses forward passes that return operands or no tensors", (context) => {
  using x = tensor([1, 2], { context });
  const refused = (forward: (x: Tensor<"f32">) => unknown): string =>
    assertThrows(
      () =>
        valueAndGrad({ x }, (p) =>
          apply("odd", [p.x], ([x]) => ({ result: forward(x) as Tensor<"f32"> }), (gradient) => [
            gradient,
          ])),
      TypeError,
    ).message;
  assertEquals(
    refused((x) => x),
    "Cannot run odd: the result is an operand or another result, a tensor of its own expected",
  );
  assertEquals(refused(() => 3), "Cannot run odd: the result is 3, a tensor expected");
  assertEquals(
    refused(() => tensor([1], { context, dtype: "i32" })),
    "Cannot run odd: the result is i32, f16, bf16, f32 or f64 expected",
  );
  assertEquals(x.disposed, false);
  assertThrows(
    () =>
      valueAndGrad(
        { x },
        (p) =>
          apply(
            "odd",
            [p.x],
            ([x]) => ({ result: x.copy(), reads: [1] }),
            (gradient) => [gradient],
          ),
      ),
    RangeError,
    "Cannot run odd: reads has 1, numbers below 1 expected",
  );
});

eachBackend("apply() needs a value among tensors", (context) => {
  using x = tensor([1, 2], { context });
  assertThrows(
    () => times(x, x),
    TypeError,
    "Cannot run times: no operand is a value; tape.constant(tensor) makes one of a tensor",
  );
  assertThrows(
    () => times(3 as never, x),
    TypeError,
    "Cannot run times: operand 0 is 3, a value or a tensor expected",
  );
  assertThrows(
    () => apply("odd", 3 as never, () => ({ result: x }), () => [] as never),
    TypeError,
    "inputs is 3, a list of operands expected",
  );
  assertThrows(() => apply("odd", [], 3 as never, () => []), TypeError, "forward is 3");
  assertThrows(() => applyMany("odd", [], 3 as never, () => []), TypeError, "forward is 3");
});

eachBackend("errors of backward passes keep their class and say where they were", (context) => {
  using x = tensor([1, 2], { context });
  const thrown = (error: unknown): unknown => {
    try {
      valueAndGrad({ x }, (p) =>
        total(odd(p.x, () => {
          throw error;
        })));
    } catch (found) {
      return found;
    }
  };
  for (const Kind of [RangeError, TypeError, ReferenceError, Error]) {
    const cause = new Kind("Cannot run deep: 3 is odd");
    const found = thrown(cause);
    assert(found instanceof Kind && found !== cause);
    assertEquals(found.message, "Cannot run backward of odd: 3 is odd");
    assertEquals(found.cause, cause);
  }
  const native = thrown(new NativeError("out-of-memory", "deep", 3, "Cannot run deep: no memory"));
  assert(native instanceof NativeError);
  assertEquals([native.kind, native.operator], ["out-of-memory", "run backward of odd"]);
  class Own extends Error {}
  const own = new Own("mine");
  assertEquals(thrown(own), own);
  assertEquals(thrown("text"), "text");
});

eachBackend(
  "applyMany() gives gradients of the results that the loss depends on",
  async (context) => {
    using x = tensor([1, 2], { context });
    const seen: string[] = [];
    const parts = (a: Operand<"f32">) =>
      applyMany(
        "parts",
        [a],
        ([a]) => {
          const results = {
            double: multiply(a, 2) as Tensor<"f32">,
            square: multiply(a, a) as Tensor<"f32">,
            sum: sum(a) as Tensor<"f32">,
          };
          return { results, reads: [0], readsResults: ["double"] };
        },
        ({ double, square, sum }, { tensors: [a], result }) => {
          seen.push(
            Object.entries({ double, square, sum }).flatMap(([n, g]) => g ? [n] : []).join(),
          );
          let all = multiply(a, 0) as Tensor<"f32">;
          if (double !== undefined) all = add(all, multiply(double, 2)) as Tensor<"f32">;
          if (square !== undefined) {
            all = add(all, multiply(square, result.double)) as Tensor<"f32">;
          }
          if (sum !== undefined) all = add(all, sum) as Tensor<"f32">;
          return [all];
        },
      );
    const gradientOf = async (
      loss: (made: ReturnType<typeof parts>) => Value<"f32">,
    ): Promise<number[]> => {
      using found = valueAndGrad({ x }, (p) => loss(parts(p.x)));
      return [...await found.gradients.x.read()];
    };
    assertEquals(await gradientOf(({ square }) => total(square)), [2, 4]);
    assertEquals(await gradientOf(({ sum }) => sum), [1, 1]);
    assertEquals(
      await gradientOf(({ double, square, sum }) => plus(total(plus(double, square)), sum)),
      [5, 7],
    );
    assertEquals(seen, ["square", "sum", "double,square,sum"]);
  },
);

eachBackend("values belong to their tape whatever scope runs", async (context) => {
  using x = tensor([1, 2], { context });
  using found = valueAndGrad({ x }, (p) => {
    const owned = scope(() => p.x.tape.own(tensor([5, 6], { context })));
    return total(times(p.x, owned));
  });
  assertEquals([...await found.gradients.x.read()], [5, 6]);
});

/** Element types and parameters that do not fit together do not compile. */
export function doesNotCompile(context: Context): void {
  const f32 = tensor([1], { context });
  const f64 = tensor([1], { context, dtype: "f64" });
  valueAndGrad({ f32, f64, deep: [{ f32 }] }, (p) => {
    times(p.f32, p.f32);
    times(p.deep[0]?.f32 ?? p.f32, f32);
    // @ts-expect-error Element types differ.
    times(p.f32, p.f64);
    // @ts-expect-error Also those of a value and a constant.
    times(p.f64, f32);
    // @ts-expect-error There is no such parameter.
    times(p.f16, p.f16);
    return total(p.f32);
  }).gradients satisfies { readonly f32: Tensor<"f32">; readonly f64: Tensor<"f64"> };
  interface Layer {
    readonly weight: Tensor<"f32">;
    readonly bias?: Tensor<"f32">;
  }
  const layer: Layer = { weight: f32 };
  valueAndGrad(
    layer,
    ({ weight, bias }) => total(bias === undefined ? weight : plus(weight, bias)),
  );
  const rows = tensor([1], { context, dtype: "i64" });
  valueAndGrad({ f32, rows }, (p) => {
    // @ts-expect-error Numbers that are not floats have no values.
    p.rows.tensor;
    return total(p.f32);
  });
}
