import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Tensor, tensor } from "../../mod.ts";
import { checkpoint, type Operand, type Value, valueAndGrad } from "../../lib/grad/mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { plus, times, total } from "./_operators.ts";

/** The fifth power, by products whose operands are read again. */
function fifth(x: Value<"f32">): Value<"f32"> {
  using square = times(x, x);
  using fourth = times(square, square);
  return times(fourth, x);
}

eachBackend("checkpoint() gives the same bits with a lower peak", async (context) => {
  const numbers = Float32Array.from({ length: 5000 }, (_, at) => 1 + Math.sin(at) / 3);
  using x = tensor(numbers, { context });
  const bitsOf = async (step: (x: Value<"f32">) => Value<"f32">) => {
    const before = context.stats().liveBytes;
    let live = 0;
    using found = valueAndGrad({ x }, (p) => {
      using a = step(p.x);
      using b = step(a);
      const c = step(b);
      live = context.stats().liveBytes - before;
      return total(c);
    });
    const bits = [...await found.loss.read(), ...await found.gradients.x.read()];
    return { bits, live };
  };
  const plain = await bitsOf(fifth);
  const again = await bitsOf((x) => checkpoint({ x }, ({ x }) => fifth(x)));
  assertEquals(again.bits, plain.bits);
  assertEquals(plain.live, 9 * 20000);
  assertEquals(again.live, 3 * 20000);
});

eachBackend(
  "checkpoint() takes trees, constants and operands that it does not use",
  async (context) => {
    using x = tensor([1, 2], { context });
    using y = tensor([3, 4], { context });
    using fixed = tensor([5, 6], { context });
    let constant = false;
    using found = valueAndGrad(
      { x, y },
      (p) =>
        total(checkpoint({ list: [p.x, p.y], fixed }, ({ list: [x], fixed }, tape) => {
          constant = fixed.tape === tape && x?.tape === tape && tape !== p.x.tape;
          return times(x as Value<"f32">, fixed);
        })),
    );
    assert(constant);
    assertEquals([...await found.gradients.x.read()], [5, 6]);
    assertEquals([...await found.gradients.y.read()], [0, 0]);
  },
);

eachBackend("checkpoint() runs updates once, and not if the backward pass fails", (context) => {
  using x = tensor([1, 2], { context });
  let [runs, updates] = [0, 0];
  using _found = valueAndGrad({ x }, (p) =>
    total(checkpoint([p.x], ([x], tape) => {
      runs++;
      tape.afterBackward(tensor([1], { context }), () => void updates++);
      return times(x as Value<"f32">, x as Value<"f32">);
    })));
  assertEquals([runs, updates], [2, 1]);
});

eachBackend(
  "checkpoint() refuses values of the tape around it, and leaves nothing behind",
  async (context) => {
    using x = tensor([1, 2], { context });
    const run = (body: (x: Value<"f32">, outer: Value<"f32">) => unknown) =>
      valueAndGrad(
        { x },
        (p) => total(checkpoint([p.x], ([x]) => body(x as Value<"f32">, p.x) as Value<"f32">)),
      );
    assertThrows(
      () => run(times),
      TypeError,
      "Cannot run times: values of two tapes",
    );
    assertThrows(
      () => run((_, outer) => outer),
      TypeError,
      "Cannot run checkpoint: the function returned a value of another tape",
    );
    assertThrows(
      () => run(() => 3),
      TypeError,
      "Cannot run checkpoint: what the function returned is 3, a value expected",
    );
    assertThrows(
      () => valueAndGrad({ x }, (p) => checkpoint({ a: 3, x: p.x } as never, () => p.x)),
      TypeError,
      "Cannot run checkpoint: a is 3, a value or a tensor expected",
    );
    let count = 0;
    assertThrows(
      () =>
        run((x) => {
          const square = times(x, x);
          if (++count === 2) throw new RangeError("the second time");
          return square;
        }),
      RangeError,
      "Cannot run backward of checkpoint: the second time",
    );
    using found = await failEachAllocation(context, () =>
      valueAndGrad({ x }, (p) => {
        const part = (a: Operand<"f32">) =>
          checkpoint([a, p.x], ([a, b]) => {
            using product = times(a as Value<"f32">, b as Value<"f32">);
            return plus(product, a as Value<"f32">);
          });
        return total(part(part(p.x)));
      }), 8);
    // f = x (x + 1)^2, so that f' = (x + 1)^2 + 2 x (x + 1).
    assertEquals([...await found.gradients.x.read()], [8, 21]);
  },
);

eachBackend("checkpoint() nests", async (context) => {
  using x = tensor([1, 2], { context });
  using found = valueAndGrad(
    { x },
    (p) =>
      total(
        checkpoint(
          [p.x],
          ([x]) => checkpoint([x as Value<"f32">], ([x]) => fifth(x as Value<"f32">)),
        ),
      ),
  );
  const gradients: Tensor<"f32"> = found.gradients.x;
  assertEquals([...await gradients.read()], [5, 80]);
});
