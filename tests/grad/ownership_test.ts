import { assert, assertEquals, assertThrows } from "@std/assert";
import { DisposedError, scope, type Tensor, tensor } from "../../mod.ts";
import { type Value, valueAndGrad, valueAndGradAsync } from "../../lib/grad/mod.ts";

import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { minus, plus, shaped, times, total } from "./_operators.ts";

eachBackend(
  "valueAndGrad() leaves nothing behind when the function throws at any operator",
  (context) => {
    using x = tensor([1, 2], { context });
    const operators: ((a: Value<"f32">) => Value<"f32">)[] = [
      (a) => times(a, a),
      (a) => plus(a, x),
      minus,
      total,
    ];
    for (let last = 0; last <= operators.length; last++) {
      assertThrows(
        () =>
          valueAndGrad({ x }, (p) => {
            let value = p.x;
            for (const operator of operators.slice(0, last)) value = operator(value);
            throw new SyntaxError("stop");
          }),
        SyntaxError,
        "stop",
      );
    }
  },
);

eachBackend("valueAndGrad() leaves nothing behind when any allocation fails", async (context) => {
  using x = tensor([1, 2], { context });
  using y = tensor([3, 4], { context });
  const run = () =>
    valueAndGrad({ x, y }, (p) => {
      using product = times(p.x, p.y);
      const sum = plus(plus(product, p.x), p.x);
      return { loss: total(times(sum, p.y)), keep: { sum, x: p.x } };
    });
  using found = await failEachAllocation(context, run, 8);
  assertEquals([...await found.gradients.x.read()], [3 * 3 + 2 * 3, 4 * 4 + 2 * 4]);
  assertEquals([...await x.read(), ...await y.read()], [1, 2, 3, 4]);
});

eachBackend("values cannot be used after the tape, nor after they are disposed", (context) => {
  using x = tensor([1, 2], { context });
  let kept: Value<"f32"> | undefined;
  using _found = valueAndGrad({ x }, (p) => {
    kept = times(p.x, p.x);
    return total(kept);
  });
  const error = assertThrows(() => kept?.tensor, ReferenceError);
  assertEquals(error.message, "Cannot use value: the tape of the result of times has ended");
  assertThrows(() => total(kept as Value<"f32">), ReferenceError, "Cannot run total: the tape of");
  assertThrows(
    () =>
      valueAndGrad({ x }, (p) => {
        const square = times(p.x, p.x);
        square[Symbol.dispose]();
        square[Symbol.dispose]();
        return total(square);
      }),
    DisposedError,
    "Cannot run total: the result of times has been disposed",
  );
});

eachBackend("values of two tapes do not meet, and tapes may be interleaved", async (context) => {
  using x = tensor([1, 2], { context });
  assertThrows(
    () =>
      valueAndGrad({ x }, (outer) => {
        using inner = valueAndGrad({ x }, (p) => total(times(p.x, outer.x)));
        return total(shaped(outer.x, inner.loss.shape));
      }),
    TypeError,
    "Cannot run times: values of two tapes",
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  const turn = (waits: Promise<void>, other: Tensor<"f32">) =>
    valueAndGradAsync({ x }, async (p) => {
      const product = times(p.x, other);
      await waits;
      const square = times(product, product);
      await Promise.resolve();
      return total(square);
    });
  using three = tensor([3, 3], { context });
  using five = tensor([5, 5], { context });
  const slow = turn(promise, three);
  using quick = await turn(Promise.resolve(), five);
  resolve();
  using late = await slow;
  assertEquals([...await quick.gradients.x.read()], [50, 100]);
  assertEquals([...await late.gradients.x.read()], [18, 36]);
});

eachBackend(
  "a constant that is disposed too early is named by the operator that reads it",
  (context) => {
    using x = tensor([1, 2], { context });
    const error = assertThrows(() =>
      valueAndGrad({ x }, (p) => {
        using other = tensor([3, 4], { context });
        return total(times(p.x, other));
      }), DisposedError);
    assertEquals(error.message, "Cannot run backward of times: the tensor has been disposed");
    assert(error.cause instanceof DisposedError);
  },
);

eachBackend("valueAndGrad() lets scopes run around and inside of it", async (context) => {
  using x = tensor([1, 2], { context });
  using found = scope(() =>
    valueAndGrad({ x }, (p) => {
      const product = scope(() => {
        tensor([1, 2, 3], { context }); // the scope frees it
        return times(p.x, p.x);
      });
      return total(product);
    })
  );
  assertEquals([...await found.gradients.x.read()], [2, 4]);
  scope(() => void valueAndGrad({ x }, (p) => total(p.x))); // frees what nobody keeps
});

eachBackend(
  "memory is freed by the last of function and backward pass that needs it",
  async (context) => {
    using x = tensor(new Float32Array(1000), { context });
    const peakOf = async (disposes: boolean): Promise<number> => {
      let most = 0;
      using found = valueAndGrad({ x }, (p) => {
        let value: Value<"f32"> = p.x;
        for (let nth = 0; nth < 4; nth++) {
          const next = minus(value);
          if (disposes && nth > 0) value[Symbol.dispose]();
          value = next;
          most = Math.max(most, context.stats().liveBytes);
        }
        return total(value);
      });
      assertEquals([...await found.gradients.x.read()].slice(0, 1), [1]);
      return most;
    };
    assertEquals(await peakOf(false) - await peakOf(true), 3 * 4000);
    // What a backward pass reads stays until then, and not longer.
    using found = valueAndGrad({ x }, (p) => {
      const before = context.stats().liveBytes;
      {
        using square = times(p.x, p.x);
        using _other = times(square, p.x);
      }
      assertEquals(context.stats().liveBytes - before, 4000); // the square, which the second product reads
      return total(p.x);
    });
    assertEquals(found.gradients.x.length, 1000);
  },
);

eachBackend("a hundred thousand operators leave the number of handles as it was", (context) => {
  using x = tensor([1, 2], { context });
  const before = context.stats().liveHandles;
  for (let step = 0; step < 1000; step++) {
    using _found = valueAndGrad({ x }, (p) => {
      let value: Value<"f32"> = p.x;
      for (let nth = 0; nth < 50; nth++) value = shaped(value, [2]);
      return total(value);
    });
  }
  assertEquals(context.stats().liveHandles, before);
});
