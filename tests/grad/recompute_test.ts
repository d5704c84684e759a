import { assert, assertEquals, assertThrows } from "@std/assert";
import { DisposedError, type Float, type Tensor, tensor } from "../../mod.ts";
import { apply, checkpoint, type Operand, type Value, valueAndGrad } from "../../lib/grad/mod.ts";
import { multiply, multiplyInto } from "../../lib/jagged/mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { times, total } from "./_operators.ts";

/** The square of elements, which can be computed again; counts how often it is. */
function squares<D extends Float>(a: Operand<D>, count: { again: number }): Value<D> {
  const square = (a: Tensor<D>): Tensor<D> => multiply(a, a) as Tensor<D>;
  return apply(
    "squares",
    [a],
    ([a]) => ({
      result: square(a),
      again: ([a]) => {
        count.again++;
        return square(a as Tensor<D>);
      },
    }),
    (gradient, { tensors: [a] }) => {
      const twice = multiply(a, 2);
      return [multiply(twice, gradient) as Tensor<D>];
    },
  );
}

eachBackend(
  "recompute computes results again that backward passes read, once for each",
  async (context) => {
    using x = tensor([1, 2, -3], { context });
    for (const recompute of [false, true]) {
      const count = { again: 0 };
      // x^2, then x^4, then x^8 by a chain: each is read by the backward pass of the next one.
      using found = valueAndGrad({ x }, (p) => {
        using second = squares(p.x, count);
        using fourth = squares(second, count);
        using eighth = squares(fourth, count);
        return total(eighth);
      }, { recompute });
      assertEquals([...await found.loss.read()], [1 + 2 ** 8 + 3 ** 8]);
      assertEquals([...await found.gradients.x.read()], [8, 8 * 2 ** 7, -8 * 3 ** 7]);
      // The fourth power needs the second, which is computed for that and then for itself.
      assertEquals(count.again, recompute ? 3 : 0);
    }
  },
);

eachBackend(
  "recompute keeps what the function returns, and what it still holds",
  async (context) => {
    using x = tensor([1, 2], { context });
    const count = { again: 0 };
    using found = valueAndGrad({ x }, (p) => {
      const second = squares(p.x, count);
      return { loss: total(times(second, second)), keep: { second } };
    }, { recompute: true });
    assertEquals([...await found.kept.second.read()], [1, 4]);
    assertEquals([...await found.gradients.x.read()], [4, 32]);
    assertEquals(count.again, 0);
  },
);

eachBackend("recompute frees memory between the passes", (context) => {
  using x = tensor(new Float32Array(1 << 16).fill(1), { context });
  const [kept = 0, freed = 0] = [false, true].map((recompute) => {
    let kept = 0;
    const before = context.stats().liveBytes;
    using _found = valueAndGrad({ x }, (p) => {
      let value: Value<"f32"> = p.x;
      for (let nth = 0; nth < 8; nth++) {
        using last = value;
        value = squares(last, { again: 0 });
      }
      kept = context.stats().liveBytes - before;
      return total(value);
    }, { recompute });
    return kept;
  });
  assertEquals([kept, freed], [8 * x.byteLength, x.byteLength]);
});

eachBackend("recompute leaves nothing behind when any allocation fails", async (context) => {
  using x = tensor([1, 2], { context });
  const run = () =>
    valueAndGrad({ x }, (p) => {
      using second = squares(p.x, { again: 0 });
      using fourth = squares(second, { again: 0 });
      return total(squares(fourth, { again: 0 }));
    }, { recompute: true });
  using found = await failEachAllocation(context, run, 10);
  assertEquals([...await found.gradients.x.read()], [8, 8 * 2 ** 7]);
});

eachBackend("recompute goes on inside of checkpoints", async (context) => {
  using x = tensor([1, 2], { context });
  const count = { again: 0 };
  using found = valueAndGrad({ x }, (p) =>
    total(checkpoint({ x: p.x }, ({ x }) => {
      using second = squares(x, count);
      using fourth = squares(second, count);
      return squares(fourth, count);
    })), { recompute: true });
  assertEquals([...await found.gradients.x.read()], [8, 8 * 2 ** 7]);
  assertEquals(count.again, 3);
});

eachBackend("recompute reads constants in the backward pass", (context) => {
  using x = tensor([1, 2], { context });
  const error = assertThrows(() =>
    valueAndGrad({ x }, (p) => {
      using constant = tensor([3, 4], { context });
      const product = apply(
        "scaled",
        [p.x, constant],
        ([x, factor]) => ({
          result: multiply(x, factor),
          reads: [],
          again: ([x, factor]) => multiply(x as Tensor<"f32">, factor as Tensor<"f32">),
        }),
        (gradient) => [gradient, undefined],
      );
      const result = total(squares(product, { again: 0 }));
      product[Symbol.dispose]();
      return result;
    }, { recompute: true }), DisposedError);
  assert(error.message.startsWith("Cannot run backward of squares"), error.message);
});

eachBackend(
  "backward passes may use up what nothing else needs, and only that",
  async (context) => {
    using x = tensor([1, 2], { context });
    const seen: boolean[][] = [];
    /** x + x; asks whether the operand, the result and the gradient are spare. */
    const doubled = (a: Value<"f32">, readsResult = false): Value<"f32"> =>
      apply(
        "doubled",
        [a],
        ([a]) => ({ result: multiply(a, 2), readsResult }),
        (gradient, { tensors: [a], result, isSpare }) => {
          seen.push([isSpare(a), isSpare(result), isSpare(gradient)]);
          // The memory of the operand becomes that of its gradient.
          if (!isSpare(a)) return [multiply(gradient, 2)];
          multiplyInto(a, gradient, 2);
          return [a];
        },
      );
    using found = valueAndGrad({ x }, (p) => {
      using first = doubled(p.x); // a parameter is not spare
      const second = doubled(first);
      using third = doubled(second, true);
      return { loss: total(third), keep: { second } };
    });
    assertEquals([...await found.gradients.x.read()], [8, 8]);
    assertEquals([...await found.kept.second.read()], [4, 8]);
    assertEquals([...await x.read()], [1, 2]);
    // The operand of the third step is kept, that of the first one a parameter. The result of the second step is not read,
    // and that of the first one has become its gradient.
    assertEquals(seen, [[false, true, true], [true, false, true], [false, true, true]]);
  },
);
