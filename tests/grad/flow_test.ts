import { assertEquals, assertThrows } from "@std/assert";
import { DisposedError, tensor } from "../../mod.ts";
import { pipe, stopGradient, type Value, valueAndGrad } from "../../lib/grad/mod.ts";
import { eachBackend } from "../_backends.ts";
import { minus, plus, times, total } from "./_operators.ts";

eachBackend("pipe() disposes the values in between and nothing else", async (context) => {
  using x = tensor([1, 2], { context });
  const seen: Value<"f32">[] = [];
  const note = (value: Value<"f32">): Value<"f32"> => {
    seen.push(value);
    return minus(value);
  };
  using found = valueAndGrad({ x }, (p) => {
    const last = pipe(p.x, minus, note, note, total);
    assertEquals(seen.length, 2);
    for (const value of seen) assertThrows(() => value.tensor, DisposedError);
    assertEquals(p.x.tensor.disposed, false);
    return pipe(last, minus);
  });
  assertEquals([...await found.gradients.x.read()], [1, 1]);
  assertThrows(() => pipe(x, 3 as never), TypeError, "step 0 is 3, a function expected");
  assertThrows(() => Reflect.apply(pipe, undefined, [x]), TypeError, "step 0 is missing");
});

eachBackend("stopGradient() shares the memory and passes nothing back", async (context) => {
  using x = tensor([1, 2], { context });
  using found = valueAndGrad({ x }, (p) => {
    using square = times(p.x, p.x);
    const fixed = stopGradient(square);
    square[Symbol.dispose](); // the other value still holds the memory
    return { loss: total(plus(times(fixed, p.x), p.x)), keep: { fixed } };
  });
  assertEquals([...await found.gradients.x.read()], [2, 5]);
  assertEquals([...await found.kept.fixed.read()], [1, 4]);
  assertThrows(() => stopGradient(x as never), TypeError, "value is a Tensor, a value of a tape");
});
